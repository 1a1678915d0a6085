import ArchiveInspection
import Foundation
import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Archives with edges whose bytes were changed: reading them ends, in both ways alike.
@Suite(.serialized) struct ChangedReferenceTests: ReferenceProbe {
  typealias Node = ReferenceSamples.Node
  typealias Link = ReferenceSamples.Link
  typealias Mixed = ReferenceSamples.Mixed
  typealias Graph = RandomReferenceGraph
  typealias G = RandomReferenceGraph.G

  struct Whole: Codable {
    var first = 1
    var mixed: [Mixed] = []
    var map: [String: Mixed] = [:]
    var last = "x"
  }
  struct Some: Codable {
    var first: Int
    var last: String
  }
  struct SomeMixed: Codable {
    var first: Int
    var mixed: [Mixed]
    var last: String
  }

  @Test(.long, .differential, arguments: [false, true])
  func `changed archives are read alike in both ways`(
    hasNodes: Bool
  ) throws {
    let node = Node("n", [Node("m")])
    var whole = Whole()
    whole.mixed = [
      .number(1), .weak(WeakReference(wrappedValue: node)), .text("a"),
      .weak(WeakReference(wrappedValue: node)),
    ]
    whole.map = ["k": .weak(WeakReference(wrappedValue: node)), "l": .number(2)]
    if hasNodes {
      whole.mixed.append(.back(BackReference(wrappedValue: node)))
      whole.mixed.append(.node(node.children[0]))
    }
    let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(whole)
    var unarchiver = KeyedUnarchiver()
    unarchiver.verifiesChecksums = false
    var throughCells = unarchiver
    throughCells.usesCells = true
    var mutation = ArchiveMutation(seed: 17)
    var accepted = 0
    var differences: [String] = []
    for _ in 0..<6_000 {
      let changed = mutation.changed(bytes)
      let a = error { _ = try unarchiver.decode(Some.self, from: changed) }
      let b = error { _ = try throughCells.decode(Some.self, from: changed) }
      if (a == nil) != (b == nil) {
        differences.append(
          "Some \(a.map { "\($0)" } ?? "-") | \(b.map { "\($0)" } ?? "-") | \(changed)")
      }
      let c = error { _ = try unarchiver.decode(SomeMixed.self, from: changed) }
      let d = error { _ = try throughCells.decode(SomeMixed.self, from: changed) }
      if (c == nil) != (d == nil) {
        differences.append(
          "Mixed \(c.map { "\($0)" } ?? "-") | \(d.map { "\($0)" } ?? "-") | \(changed)")
      }
      accepted += b == nil ? 1 : 0
    }
    #expect(accepted > 100)
    #expect(differences.isEmpty)
  }

  /// The archive with the checksum that its bytes have.
  static func checked(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes.dropLast(4) {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    crc = ~crc
    return bytes.dropLast(4) + (0..<4).map { UInt8(truncatingIfNeeded: crc >> (8 * $0)) }
  }

  @Test func `changed archives end`() throws {
    let (bytesOfGraphs, bytesOfLinks) = try {
      var generator = SeededGenerator(seed: 77)
      let all = Graph.graph(12, &generator)
      let first: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(all)
      Graph.clear(all)
      let links = (0..<4).map { Link($0) }
      for (link, next) in zip(links, links[1...] + [links[0]]) { link.next = next }
      let second: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(["a": links[0]])
      links[0].next = nil
      return (first, second)
    }()
    let isEnded = ends(300) {
      var unarchiver = KeyedUnarchiver()
      unarchiver.verifiesChecksums = false
      var throughCells = unarchiver
      throughCells.usesCells = true
      var mutation = ArchiveMutation(seed: 5)
      var differences = 0
      var refused = 0
      for round in 0..<Rounds.of(2_500) {
        let changed = mutation.changed(round % 2 == 0 ? bytesOfGraphs : bytesOfLinks)
        if round % 2 == 0 {
          let a = self.error { Graph.clear(try unarchiver.decode([G].self, from: changed)) }
          let b = self.error { Graph.clear(try throughCells.decode([G].self, from: changed)) }
          if a?.code != b?.code {
            differences += 1; print("P4", a.map { "\($0)" } ?? "-", "|", b.map { "\($0)" } ?? "-")
          }
          _ = try? unarchiver.decode(G.self, at: ArchivePath([.index(3)]), from: Data(changed))
        } else {
          let a = self.error {
            (try unarchiver.decode([String: Link].self, from: changed))["a"]?.next = nil
          }
          let b = self.error {
            (try throughCells.decode([String: Link].self, from: changed))["a"]?.next = nil
          }
          if a?.code != b?.code {
            differences += 1; print("P4", a.map { "\($0)" } ?? "-", "|", b.map { "\($0)" } ?? "-")
          }
          _ = try? unarchiver.decode(Link.self, at: ArchivePath([.key("a")]), from: Data(changed))
        }
        // Whatever is read can be written again, and is then well-formed.
        if let inspector = try? ArchiveInspector(Self.checked(changed)) {
          _ = try? inspector.dump()
          try? inspector.printTree { _ in }
          for root in inspector.roots {
            if let alone = try? root.value.archived() {
              let verification = ArchiveVerification(of: alone)
              if !verification.findings.isEmpty {
                refused += 1
              }
            }
          }
        }
      }
      #expect(refused == 0)
      if Differential.isWantedHere() { #expect(differences == 0) }
    }
    #expect(isEnded)
  }
}
