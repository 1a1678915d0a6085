import ArchiveInspection

/// Rows of cells, aligned: the first column to the left, the others, numbers, to the right.
struct TextTable {
  var rows: [[String]]

  /// The types of an archive.
  static func types(_ usages: [TypeUsage]) -> TextTable {
    var rows = [["type", "count", "bytes", "own bytes"]]
    for usage in usages {
      var title = usage.name.map { TerminalText.escaped($0) } ?? "(no type)"
      if usage.version > 0 { title += " version \(usage.version)" }
      if usage.isClass { title += " (class)" }
      rows.append(
        [title] + [usage.count, usage.byteCount, usage.ownByteCount].map { $0.grouped })
    }
    return TextTable(rows: rows)
  }

  /// Hands the lines to `write`.
  func print(_ write: (String) -> Void) {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + padding : padding + cell.0
      }
      write(cells.joined(separator: "  "))
    }
  }
}
