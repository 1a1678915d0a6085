public import ArchiveCompression

/// Rows of cells, aligned: the first column to the left, the others, numbers, to the right unless they are words.
public struct TextTable {
  var rows: [[String]]
  /// Whether all columns are words.
  var isWords = false

  /// The types of an archive.
  public static func types(_ usages: [TypeUsage]) -> TextTable {
    var rows = [["type", "count", "bytes", "own bytes", "among others"]]
    for usage in usages {
      var title = usage.name.map { TerminalText.escaped($0) } ?? "(no type)"
      if usage.version > 0 { title += " version \(usage.version)" }
      let superclass = usage.superclass.map { ", superclass \(TerminalText.escaped($0))" } ?? ""
      if usage.isClass { title += " (class\(superclass))" }
      rows.append(
        [title] + [usage.count, usage.byteCount, usage.ownByteCount].map { $0.grouped }
          + [usage.isAmongOthers ? "yes" : ""])
    }
    return TextTable(rows: rows)
  }

  /// Hands the lines to `write`.
  public func print(_ write: (String) -> Void) {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 || isWords ? cell.0 + padding : padding + cell.0
      }
      let line = cells.joined(separator: "  ")
      write(String(line.dropLast(line.reversed().prefix { $0 == " " }.count)))
    }
  }
}
