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
  /// Bytes that decoding may hold for each object, beside the content: 16, and 16 for a reference that waits until all objects are there. Nil for values
  /// without objects.
  let bytesPerObject: Int?

  static var all: [MemoryWorkload] {
    [
      made("log", WebLog.self), made("mesh", TriangleMesh.self),
      made("minecraft", PlayerSaves.self), made("mk48", GameUpdates.self),
      document("twitter", TwitterSearch.self) { $0.statuses = repeated($0.statuses, $1) },
      document("citm", TicketCatalog.self) { $0.performances = repeated($0.performances, $1) },
      document("canada", CanadaMap.self) { $0.features = repeated($0.features, $1) },
      MemoryWorkload("tiny", [Tiny].self) { repeated([Tiny.sample], 10_000 * $0) },
      MemoryWorkload(
        "graph", PartGraph.self, allowedTypes: [Gear.self, Assembly.self], bytesPerObject: 16,
        objectCount: { 2_048 * $0 }
      ) { PartGraph.sample(scale: $0) },
      MemoryWorkload(
        "parents", Member.self, bytesPerObject: 32, objectCount: { 2_000 * $0 }
      ) { Member.tree(objectCount: 2_000 * $0) },
    ]
  }

  /// - Parameters:
  ///   - value: Makes a value so many times as large as a small one.
  ///   - objectCount: The number of objects in that.
  private init<Value: Codable>(
    _ name: String, _ type: Value.Type, allowedTypes: TypeAllowList = [],
    bytesPerObject: Int? = nil, objectCount: @escaping (_ times: Int) -> Int = { _ in 0 },
    _ value: @escaping (_ times: Int) throws -> Value?
  ) {
    self.name = name
    self.bytesPerObject = bytesPerObject
    encoding = MemoryMeasurement(encoding: value, objectCount)
    decoding = MemoryMeasurement(decoding: type, allowedTypes)
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
