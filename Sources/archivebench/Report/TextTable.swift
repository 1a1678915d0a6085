/// A table in Markdown that can be read as plain text too: columns are aligned, numbers to the
/// right.
struct TextTable {
  var head: [String]
  var rows: [[String]]

  var text: String {
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - cells[column].count)
        return column == 0 ? cells[column] + space : space + cells[column]
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = widths.indices.map { column in
      String(repeating: "-", count: widths[column] + (column == 0 ? 2 : 1))
        + (column == 0 ? "" : ":")
    }
    return ([line(head), "|" + rule.joined(separator: "|") + "|"] + rows.map(line))
      .joined(separator: "\n")
  }
}
