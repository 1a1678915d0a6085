import ArchiveInspection
import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Graphs with edges of all forms, made up at random: what comes back, and what is written.
@Suite(.serialized) struct RandomReferenceGraphTests {
  typealias Graph = RandomReferenceGraph
  typealias G = RandomReferenceGraph.G

  @Test(.long, arguments: 0..<60) func `random graphs of all forms`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 1000)
    let all = Graph.graph(Int.random(in: 2...25, using: &generator), &generator)
    let roots = all.filter { _ in Bool.random(using: &generator) }
    let expected = Graph.text(roots)
    var bytes: [[UInt8]] = []
    bytes.append(try KeyedArchiver().encode(roots))
    bytes.append(try KeyedArchiver(framing: .multiPart).encode(roots))
    let dictionary = ShapeDictionary()
    let encoding = try KeyedArchiver().encode(roots, against: dictionary)
    let grown = try dictionary.adding(encoding.additions)
    bytes.append(try grown.selfContained(encoding.bytes))
    let read = try KeyedUnarchiver().decode([G].self, from: encoding.bytes, dictionary: grown)
    #expect(Graph.text(read) == expected)
    Graph.clear(read)
    for bytes in bytes {
      #expect(ArchiveVerification(of: bytes).findings.isEmpty)
      for usesCells in [false, true] {
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        let back = try unarchiver.decode([G].self, from: bytes)
        #expect(Graph.text(back) == expected)
        Graph.clear(back)
      }
      // Every value as an archive of its own.
      let inspector = try ArchiveInspector(bytes)
      var values: [ArchivedValue] = inspector.roots.map(\.value)
      var count = 0
      while let value = values.popLast(), count < 300 {
        if value.kind == .absent { continue }
        count += 1
        let alone = try value.archived()
        let findings = ArchiveVerification(of: alone).findings
        #expect(findings.isEmpty)
        let again = try ArchiveInspector(alone).roots[0].value.archived()
        #expect(again == alone)
        if let body = value.body { values.append(body) }
        switch value.kind {
        case .array, .set: values += (0..<value.count).compactMap { value[$0] }
        case .record: values += value.fields.map(\.value)
        case .map: values += value.entries.flatMap { [$0.key, $0.value] }
        default: break
        }
      }
    }
    let streamed = try stream(roots, batchCount: 3)
    #expect(ArchiveVerification(of: streamed).findings.isEmpty)
    let parts = try elements(G.self, of: streamed)
    #expect(parts.map(\.id) == roots.map(\.id))
    Graph.clear(parts)
    Graph.clear(all)
  }

  @Test(arguments: 0..<30) func `graphs without sets and maps are canonical`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 5000)
    let all = Graph.graph(Int.random(in: 2...25, using: &generator), &generator)
    for g in all { (g.map, g.named) = ([:], [:]) }
    let roots = all.filter { _ in Bool.random(using: &generator) }
    for framing in [KeyedArchiver(framing: .singlePart), KeyedArchiver(framing: .multiPart)] {
      let bytes: [UInt8] = try framing.encode(roots)
      #expect(ArchiveVerification(of: bytes, requiresCanonicalForm: true).findings.isEmpty)
    }
    Graph.clear(all)
  }
}
