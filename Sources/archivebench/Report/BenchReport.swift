import Foundation

/// What was measured.
struct BenchReport: Encodable {
  var rounds: Int
  var machine: Machine
  var results: [ContestResult]

  /// Whether every coder was measured on every value that is there.
  var isComplete: Bool { results.allSatisfy { $0.failures.isEmpty } }

  /// Workloads that are compared with the same coder, those with the most coders first.
  var comparisons: [Comparison] {
    var comparisons: [Comparison] = []
    for result in results {
      let baseline = result.rows.first?.coder
      if let baseline, let index = comparisons.firstIndex(where: { $0.baseline == baseline }) {
        comparisons[index].results.append(result)
      } else if let baseline {
        comparisons.append(Comparison(baseline: baseline, results: [result]))
      }
    }
    return comparisons
  }

  /// For machines. `encodeTimesFaster` and the like compare with the first coder of the workload.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// For people: the tables, and a line for what could not be measured.
  func text() -> String {
    (["\(machine.lines.joined(separator: "\n"))\nMedians of \(rounds) rounds."]
      + comparisons.map { $0.tables() } + gaps).joined(separator: "\n\n")
  }

  /// A line for each workload and coder that could not be measured.
  private var gaps: [String] {
    results.flatMap { result in
      (result.absence.map { ["\(result.name) was not measured, \($0)"] } ?? [])
        + result.failures.map { "\(result.name): \($0.coder) failed: \($0.reason)" }
    }
  }
}
