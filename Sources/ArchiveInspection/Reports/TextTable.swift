/// Rows of cells, aligned: the first column to the left, the others, numbers, to the right unless they are words. One long cell does not make all others
/// as long.
package struct TextTable {
  package var rows: [[String]]
  /// Whether all columns are words.
  package var isWords = false

  package init(rows: [[String]], isWords: Bool = false) {
    self.rows = rows
    self.isWords = isWords
  }

  private static var maximumWidth: Int { 40 }

  /// Hands the lines to `write`.
  package func print(_ write: (String) -> Void) {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in
      min(rows.map { $0[column].count }.max() ?? 0, Self.maximumWidth)
    }
    for row in rows {
      let cells = zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
        return column == 0 || isWords ? cell.0 + padding : padding + cell.0
      }
      let line = cells.joined(separator: "  ")
      write(String(line.dropLast(line.reversed().prefix { $0 == " " }.count)))
    }
  }
}
