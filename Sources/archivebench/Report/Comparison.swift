import Foundation

/// Results that are compared with the same coder.
struct Comparison {
  var baseline: String
  var results: [ContestResult]

  /// All coders, in the order in which the workloads name them.
  var coders: [String] {
    results.flatMap(\.rows).map(\.coder).reduce(into: []) { coders, coder in
      if !coders.contains(coder) { coders.append(coder) }
    }
  }

  /// The same without the coders whose bytes are those of another one.
  var withBytesOfTheirOwn: Comparison {
    var comparison = self
    for index in results.indices {
      comparison.results[index].rows.removeAll { $0.output == .asAnother }
    }
    return comparison
  }

  /// The geometric mean and the least of a figure over all workloads; nil if one of them lacks it.
  func summary(
    of coder: String, _ figure: KeyPath<ContestResult.Row, Double>
  ) -> (mean: Double, worst: Double)? {
    let rows = results.compactMap { $0.row(of: coder) }
    guard rows.count == results.count, let worst = rows.map({ $0[keyPath: figure] }).min() else {
      return nil
    }
    let logarithms = rows.map { log($0[keyPath: figure]) }
    return (exp(logarithms.reduce(0, +) / Double(rows.count)), worst)
  }
}
