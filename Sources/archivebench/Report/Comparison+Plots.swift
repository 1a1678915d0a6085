extension Comparison {
  /// How many times faster the coders are than the first, on a logarithmic scale.
  func ratioPlot(_ title: String, _ figure: KeyPath<ContestResult.Row, Double>) -> BarPlot {
    BarPlot(
      title: title,
      scale: .logarithmic(holding: results.flatMap(\.rows).map { $0[keyPath: figure] }),
      names: coders,
      groups: results.map { result in
        BarPlot.Group(
          name: "\(result.name): \(result.subject)",
          bars: result.rows.dropFirst().map { row in
            let value = row[keyPath: figure]
            return BarPlot.Bar(name: row.coder, value: value, label: "\(NumberText.ratio(value))×")
          })
      })
  }

  /// The bytes as shares of those of the first coder, and darker what is left of them after zlib.
  func bytePlot(_ title: String) -> BarPlot {
    BarPlot(
      title: title, scale: .share(upTo: results.flatMap(\.rows).map(\.byteRatio).max() ?? 1),
      names: coders,
      groups: results.map { result in
        let whole = Double(result.rows.first?.byteCount ?? 1)
        return BarPlot.Group(
          name: "\(result.name): \(result.subject)",
          bars: result.rows.map { row in
            BarPlot.Bar(
              name: row.coder, value: row.byteRatio,
              label: NumberText.count(row.byteCount),
              innerValue: row.deflatedByteCount.map { Double($0) / whole })
          })
      })
  }
}
