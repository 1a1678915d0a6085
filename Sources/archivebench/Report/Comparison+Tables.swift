extension Comparison {
  /// The three tables, each under a line that says what it shows.
  func tables() -> String {
    [
      "Times faster than \(baseline), encode / decode:", ratioTable().text,
      "Bytes, and bytes after zlib at level 6:", withBytesOfTheirOwn.byteTable().text,
      "Time for one value, encode / decode:", timeTable().text,
    ].joined(separator: "\n\n")
  }

  /// How many times faster each coder is than the first; over several workloads also the geometric
  /// mean and the worst.
  func ratioTable() -> TextTable {
    var table = table {
      "\(NumberText.ratio($0.encodeTimesFaster)) / \(NumberText.ratio($0.decodeTimesFaster))"
    }
    guard results.count > 1 else { return table }
    table.head += ["geometric mean", "worst"]
    for (index, coder) in coders.enumerated() {
      guard let encode = summary(of: coder, \.encodeTimesFaster),
        let decode = summary(of: coder, \.decodeTimesFaster)
      else {
        table.rows[index] += ["–", "–"]
        continue
      }
      table.rows[index] += [
        "\(NumberText.ratio(encode.mean)) / \(NumberText.ratio(decode.mean))",
        "\(NumberText.ratio(encode.worst)) / \(NumberText.ratio(decode.worst))",
      ]
    }
    return table
  }

  /// How many bytes there are, as they are and deflated.
  func byteTable() -> TextTable {
    table { row in
      let deflated = row.deflatedByteCount.map { " · \(NumberText.count($0))" } ?? ""
      return NumberText.count(row.byteCount) + deflated
    }
  }

  /// How long encoding and decoding take.
  func timeTable() -> TextTable {
    table { "\(NumberText.time($0.encodeNanoseconds)) / \(NumberText.time($0.decodeNanoseconds))" }
  }

  /// A row for each coder, a column for each workload.
  private func table(_ cell: (ContestResult.Row) -> String) -> TextTable {
    TextTable(
      head: [""] + results.map(\.name),
      rows: coders.map { coder in
        [coder] + results.map { $0.row(of: coder).map(cell) ?? "–" }
      })
  }
}
