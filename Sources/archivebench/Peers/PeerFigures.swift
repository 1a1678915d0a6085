import Foundation

/// What was measured of peers, in the same run of this package's coders and of the one that all are
/// compared with.
///
/// It is kept in a file, since `make bench` cannot measure it again.
struct PeerFigures {
  static let title = "## Coders measured beside the project"

  /// Where the file is, seen from the checkout.
  static let path = ".ci/peer-figures.tsv"

  /// A peer, as it was measured.
  struct Coder {
    var name: String
    var version: String
    var commit: String
    var remark: String
  }

  /// The day of the run, in UTC.
  var date: String
  var rounds: Int
  /// A line for each fact of the machine.
  var machine: [String]
  var coders: [Coder]
  /// One for each workload; the first row is the coder that all are compared with.
  var results: [ContestResult]

  init(date: String, rounds: Int, machine: [String]) {
    self.date = date
    self.rounds = rounds
    self.machine = machine
    coders = []
    results = []
  }

  /// What a run of today tells of the peers.
  init(of report: BenchReport, peers: [any Peer]) {
    self.init(
      date: Date.now.formatted(.iso8601.year().month().day()), rounds: report.rounds,
      machine: report.machine.lines)
    coders = peers.map {
      Coder(name: $0.name, version: $0.version, commit: $0.commit, remark: $0.remark)
    }
    let names = Set(peers.map(\.name))
    results = (report.comparisons.first?.results ?? []).map { result in
      var result = result
      let baseline = result.rows.first?.coder
      result.rows.removeAll { row in
        let isOurs = row.output != .compressed && row.coder.hasPrefix("KeyedArchives")
        return row.coder != baseline && !isOurs && !names.contains(row.coder)
      }
      result.failures.removeAll { !names.contains($0.coder) }
      return result
    }
  }

  /// All of it, as the page shows it.
  func sections() -> [String] {
    guard let baseline = results.first?.rows.first?.coder else { return [] }
    let comparison = Comparison(baseline: baseline, results: results)
    let gaps = results.flatMap { result in
      result.failures.map { "- \(result.name), \($0.coder): \($0.reason)" }
    }
    return [
      Self.title,
      """
      The project does not depend on these coders, so `make bench` does not measure them. They were built beside it, and
      measured in one process with it, on the same values and in the same rounds, as is told above: on \(date), in
      \(rounds) rounds. The figures, those of KeyedArchives too, are of that run (`\(Self.path)`).
      """,
      machine.map { "- \($0)" }.joined(separator: "\n"),
      coders.map { "- \($0.name) \($0.version) (`\($0.commit)`): \($0.remark)" }
        .joined(separator: "\n"),
      "Times faster than \(baseline) in that run, encode / decode:", comparison.ratioTable().text,
      "Bytes, and bytes after zlib at level 6:", comparison.byteTable().text,
    ]
      + (gaps.isEmpty ? [] : ["What a coder could not carry:", gaps.joined(separator: "\n")])
  }
}
