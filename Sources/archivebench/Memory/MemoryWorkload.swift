import Foundation
import KeyedArchives
import Workloads

/// A workload that is made as large as asked for, so that its memory can be told from that of the
/// process.
struct MemoryWorkload {
  let name: String
  /// Encodes the value of `count` records, whose size is that of the standard value or smaller for 1.
  let encoding: MemoryMeasurement
  let decoding: MemoryMeasurement

  static var all: [MemoryWorkload] {
    [
      made("log", WebLog.self), made("mesh", TriangleMesh.self),
      made("minecraft", PlayerSaves.self), made("mk48", GameUpdates.self),
      document("twitter", TwitterSearch.self) { $0.statuses = repeated($0.statuses, $1) },
      document("citm", TicketCatalog.self) { $0.performances = repeated($0.performances, $1) },
      document("canada", CanadaMap.self) { $0.features = repeated($0.features, $1) },
      MemoryWorkload("tiny", [Tiny].self) { repeated([Tiny.sample], 10_000 * $0) },
    ]
  }

  /// - Parameter value: Makes a value so many times as large as a small one.
  private init<Value: Codable>(
    _ name: String, _ type: Value.Type, _ value: @escaping (_ times: Int) throws -> Value?
  ) {
    self.name = name
    encoding = MemoryMeasurement(encoding: value)
    decoding = MemoryMeasurement(decoding: type)
  }

  private static func made<Value: GeneratedWorkload>(
    _ name: String, _ type: Value.Type
  ) -> MemoryWorkload {
    MemoryWorkload(name, type) { type.generated(count: type.standardCount * $0) }
  }

  private static func document<Document: CorpusDocument>(
    _ name: String, _ type: Document.Type, enlarge: @escaping (inout Document, Int) -> Void
  ) -> MemoryWorkload {
    MemoryWorkload(name, type) { times in
      guard var document = try Corpus.load(type) else { return nil }
      enlarge(&document, times)
      return document
    }
  }

  private static func repeated<Element>(_ elements: [Element], _ times: Int) -> [Element] {
    Array((0..<times).map { _ in elements }.joined())
  }
}
