import Foundation
import KeyedArchives
import RecordTestSupport
import TestSupport
import TestTraits
import Testing
import Workloads

/// The reference coder and that of this package: what they write and read of values.
@Suite(.differential) struct WitnessValueTests {
  private let coders = TwoCoders(types: [
    Disc.self, Brick.self, Branch.self, Holder.self, Top.self, ReferenceSamples.Derived.self,
  ])

  @Test func `workloads are written and read alike`() {
    coders.expectSame(WebLog.generated(count: 40), "log")
    coders.expectSame(TriangleMesh.generated(count: 40), "mesh")
    coders.expectSame(PlayerSaves.generated(count: 2), "saves")
    coders.expectSame(GameUpdates.generated(count: 20), "updates")
  }

  @Test func `objects in all places are written and read alike`() {
    for sample in ObjectSamples.all {
      func check(_ value: some Codable) { coders.expectSame(value, sample.name) }
      check(sample.value)
    }
  }

  @Test func `texts, numbers, records and classes are written and read alike`() throws {
    for sample in try DamageTests.samples() {
      func check(_ value: some Codable) { coders.expectSame(value, sample.name) }
      check(sample.value)
    }
  }

  @Test func `graphs with references of all kinds are written and read alike`() {
    var generator = SeededGenerator(seed: 6)
    for number in 0..<Rounds.of(160) {
      let count = Int.random(in: 1...12, using: &generator)
      let graph = RandomReferenceGraph.graph(count, &generator)
      defer { RandomReferenceGraph.clear(graph) }
      let roots = graph.filter { _ in Bool.random(using: &generator) }
      guard let bytes = coders.expectSameBytes(roots, .automatic, "graph \(number)") else {
        continue
      }
      coders.expectSameValue([RandomReferenceGraph.G].self, bytes, "graph \(number)") { read in
        defer { RandomReferenceGraph.clear(read) }
        return RandomReferenceGraph.text(read).joined(separator: "\n")
      }
    }
  }

  @Test func `values of types put together at random are written and read alike`() {
    check(typeCount: Rounds.of(160), seed: 7)
  }

  @Test(.long) func `many values of types put together at random are written and read alike`() {
    check(typeCount: 4_000, seed: .random(in: 0 ... .max))
  }

  private func check(typeCount: Int, seed: UInt64) {
    print("composer: \(typeCount) types, seed \(seed)")
    var composer = Composer(random: SeededGenerator(seed: seed))
    for number in 0..<typeCount {
      let type = composer.type(depth: 4)
      func check<Value: Composed>(_ type: Value.Type, _ random: inout SeededGenerator) {
        let values = (0..<4).map { _ in Value.make(&random) }
        for framing in [.singlePart, .multiPart] as [ArchiveLayout.Framing] {
          let name = "seed \(seed), type \(number), \(type)"
          guard let bytes = coders.expectSameBytes(values, framing, name) else { continue }
          coders.expectSameValue([Value].self, bytes, name) { Self.text($0.form) }
        }
      }
      check(type, &composer.random)
    }
  }

  /// A form in words, which do not depend on the order of members.
  private static func text(_ form: ComposedForm) -> String {
    switch form {
    case .null: "null"
    case .leaf(let text): text
    case .list(let elements): "[\(elements.map(text).joined(separator: ","))]"
    case .members(let members): "{\(members.map(text).sorted().joined(separator: ","))}"
    case .entries(let entries):
      "{\(entries.map { "\(text($0)):\(text($1))" }.sorted().joined(separator: ","))}"
    }
  }
}
