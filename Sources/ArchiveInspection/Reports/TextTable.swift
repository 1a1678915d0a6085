/// Rows of cells, aligned: words to the left, numbers to the right. One long cell does not make all others as long.
package struct TextTable {
  package var rows: [[String]]
  /// The columns that are words.
  package var wordColumns: Set<Int>

  package init(rows: [[String]], wordColumns: Set<Int> = [0]) {
    self.rows = rows
    self.wordColumns = wordColumns
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
        return wordColumns.contains(column) ? cell.0 + padding : padding + cell.0
      }
      let line = cells.joined(separator: "  ")
      write(String(line.dropLast(line.reversed().prefix { $0 == " " }.count)))
    }
  }
}
