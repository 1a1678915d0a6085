/// Rows of text in columns: the first flush left, the others flush right.
struct SizeTable {
  private var rows: [[String]]

  init(columns: [String]) { rows = [columns] }

  mutating func add(_ cells: String...) { rows.append(cells) }

  var text: String {
    let widths = rows[0].indices.map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + padding : padding + cell
      }
      let line = "  " + cells.joined(separator: "   ")
      return line[...(line.lastIndex { $0 != " " } ?? line.startIndex)]
    }.joined(separator: "\n")
  }
}

extension Int {
  /// The number with a comma between its thousands.
  var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return self < 0 ? "-" + text : text
  }

  /// The number with its noun: `1 file`, `2 files`.
  func of(_ singular: String, _ plural: String? = nil) -> String {
    "\(grouped) \(self == 1 ? singular : plural ?? singular + "s")"
  }
}
