import ArchiveCompression
import Foundation
import KeyedArchives
import Workloads

/// A workload: a value and the coders that are measured on it.
struct Contest {
  let name: String
  let subject: String
  /// Makes the coders ready.
  private let contestants: () throws -> Entrants

  /// The coders that are ready, in the order of the table, and why others are not.
  struct Entrants {
    var ready: [Contestant] = []
    var failures: [ContestResult.Failure] = []
    /// Why there is nothing to measure at all.
    var absence: String?

    mutating func enter<Value>(
      _ coder: ValueCoder<Value>, _ value: Value, isSame: (Value, Value) -> Bool
    ) {
      do {
        ready.append(try Contestant(coder, value, isSame: isSame))
      } catch {
        failures.append(ContestResult.Failure(coder: coder.name, reason: "\(error)"))
      }
    }

    mutating func enter<Value: Equatable>(_ coder: ValueCoder<Value>, _ value: Value) {
      enter(coder, value, isSame: ==)
    }
  }

  static var all: [Contest] {
    [
      made("log", "web log entries", WebLog.self),
      made("mesh", "triangles", TriangleMesh.self),
      made("minecraft", "saved players", PlayerSaves.self),
      made("mk48", "updates of a game", GameUpdates.self),
      document("twitter", TwitterSearch.self),
      document("citm", TicketCatalog.self),
      document("canada", CanadaMap.self),
      Contest(name: "tiny", subject: "one record of 8 fields, alone") {
        entrants(for: Tiny.sample)
      },
      graph,
    ]
  }

  private static func made<Value: GeneratedWorkload & MeasuredValue>(
    _ name: String, _ records: String, _ type: Value.Type
  ) -> Contest {
    Contest(name: name, subject: "\(NumberText.count(type.standardCount)) \(records)") {
      entrants(for: type.standard())
    }
  }

  private static func document<Document: CorpusDocument & MeasuredValue>(
    _ name: String, _ type: Document.Type
  ) -> Contest {
    Contest(name: name, subject: "\(type.fileName) as typed structures") {
      guard let document = try Corpus.load(type) else {
        return Entrants(absence: Corpus.absence(of: type))
      }
      return entrants(for: document)
    }
  }

  private static func entrants<Value: MeasuredValue>(for value: Value) -> Entrants {
    var entrants = Entrants()
    for coder in ValueCoder<Value>.foundation { entrants.enter(coder, value) }
    #if Benchmarks
      entrants.enter(.protobuf, value.message)
    #endif
    for coder in ValueCoder<Value>.archives + ValueCoder<Value>.limits {
      entrants.enter(coder, value)
    }
    for peer in Peers.all { entrants.enter(peer, value) }
    entrants.enter(.copy, value.encoded(checksum: nil))
    return entrants
  }

  /// JSON and property lists keep neither the identity nor the class of an object; so the coder to
  /// compare with is Foundation's archiver.
  private static var graph: Contest {
    let graph = PartGraph.sample()
    return Contest(
      name: "graph",
      subject: "\(NumberText.count(graph.objectCount)) objects of 4 classes, many of them shared"
    ) {
      var entrants = Entrants()
      entrants.enter(FoundationGraph.coder, FoundationGraph(graph)) {
        $0.origin.lines == $1.origin.lines
      }
      let archive = ValueCoder<PartGraph>.archive(
        "KeyedArchives, Codable", .none, allowing: [Gear.self, Assembly.self])
      entrants.enter(archive, graph) { $0.lines == $1.lines }
      return entrants
    }
  }

  /// Measures the coders in turn, round by round; only those whose names contain a text, if given.
  func run(rounds: Int, coder: String?) -> ContestResult {
    var result = ContestResult(name: name, subject: subject)
    do {
      var entrants = try contestants()
      entrants.ready.removeAll { entrant in coder.map { !entrant.name.contains($0) } ?? false }
      result.failures = entrants.failures
      result.absence = entrants.absence
      var encoding = try entrants.ready.map { try Stopwatch(warmingUp: $0.encode) }
      var decoding = try entrants.ready.map { try Stopwatch(warmingUp: $0.decode) }
      for _ in 0..<rounds {
        for index in entrants.ready.indices {
          try encoding[index].measure()
          try decoding[index].measure()
        }
      }
      for (index, entrant) in entrants.ready.enumerated() {
        result.add(
          ContestResult.Row(
            coder: entrant.name, output: entrant.output, encodeNanoseconds: encoding[index].median,
            decodeNanoseconds: decoding[index].median, byteCount: entrant.data.count,
            deflatedByteCount: try entrant.deflatedByteCount()))
      }
    } catch {
      result.failures.append(ContestResult.Failure(coder: "all", reason: "\(error)"))
    }
    return result
  }
}
