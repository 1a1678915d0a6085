import Foundation
import Synchronization
import TestSupport
import Testing

@testable import KeyedArchives

/// Archives of objects with edges are read from bytes, whatever the call asks for and whatever the objects do: each object is made once.
@Suite struct EdgeReadingTests {
  private typealias Oddity = ScriptedNode.Oddity

  /// 0 holds 1 and 2; 1 holds 2; 3 stands behind the root, since only 2 names it; nobody stores 4.
  private func family() throws -> (archive: Data, root: ScriptedNode) {
    let nodes = (0..<4).map { $0 == 2 ? ScriptedLeafNode($0) : ScriptedNode($0) }
    (nodes[0].kids, nodes[1].kids) = ([nodes[1], nodes[2]], [nodes[2]])
    nodes[1].weak = WeakReference(wrappedValue: nodes[0])
    nodes[1].row = [WeakReference(wrappedValue: nodes[2]), WeakReference(wrappedValue: nodes[0])]
    nodes[2].back = BackReference(wrappedValue: nodes[3])
    nodes[3].weak = WeakReference(wrappedValue: nodes[1])
    nodes[0].conditional = ConditionalReference(wrappedValue: ScriptedNode(4))
    return (try KeyedArchiver().encode(nodes[0]), nodes[0])
  }

  private func unarchiver(
    _ script: DecodingScript, _ change: (inout KeyedUnarchiver) throws -> Void = { _ in }
  ) throws -> KeyedUnarchiver {
    var unarchiver = KeyedUnarchiver(allowedTypes: [ScriptedLeafNode.self])
    let key = try #require(DecodingScript.key)
    unarchiver.userInfo[key] = script
    try change(&unarchiver)
    return unarchiver
  }

  private func begun(_ script: DecodingScript) -> [String] {
    script.log.filter { $0.hasPrefix("begin") }.sorted()
  }

  private static let all = ["begin 0", "begin 1", "begin 2", "begin 3"]

  // MARK: Each object once

  @Test(arguments: [false, true])
  func `objects are made once, whatever is asked for`(readsBackwards: Bool) throws {
    let (archive, _) = try family()
    let changes: [@Sendable (inout KeyedUnarchiver) throws -> Void] = [
      { _ in },
      { $0.typeObserver = { _ in } },
      {
        $0.allowedTypes = []
        $0.allowedTypes.allow(ScriptedLeafNode.self, under: try ArchivePath(parsing: "kids"))
      },
      {
        $0.allowedTypes = []
        $0.unknownTypeHandler = { _ in ScriptedLeafNode.self }
      },
      { $0.newerVersionHandler = { _ in } },
      { $0.hooks.replace(ScriptedNode.self) { $0 } },
      { $0.hooks.validate(ScriptedNode.self) { _ in } },
    ]
    for change in changes {
      let script = DecodingScript { _ in readsBackwards ? .readsBackwards : .nothing }
      let root = try unarchiver(script, change).decode(ScriptedNode.self, from: archive)
      #expect(begun(script) == Self.all)
      #expect(root.kids[0].weak.wrappedValue === root)
      #expect(root.kids[0].kids[0] === root.kids[1])
      #expect(root.kids[0].row[0].wrappedValue === root.kids[1])
      #expect(root.kids[1].back.wrappedValue?.id == 3)
      #expect(root.kids[1].back.wrappedValue?.weak.wrappedValue === root.kids[0])
      #expect(root.conditional.wrappedValue == nil)
      root.clear()
    }
  }

  @Test func `objects in places of any kind are made once, and hooked once`() throws {
    let nodes = (0..<3).map { ScriptedNode($0) }
    (nodes[0].mixed, nodes[0].either) = ([nodes[1], nodes[2]], nodes[1])
    let archive = try KeyedArchiver().encode([nodes[0], nodes[2]])
    let script = DecodingScript { $0 == 0 ? .asksForNull : .nothing }
    let back = try unarchiver(script) {
      $0.hooks.replace(ScriptedNode.self) {
        script.note("replace \($0.id)")
        return $0
      }
    }.decode([ScriptedNode].self, from: archive)
    #expect(begun(script) == ["begin 0", "begin 1", "begin 2"])
    #expect(
      script.log.filter { $0.hasPrefix("replace") }.sorted() == [
        "replace 0", "replace 1", "replace 2",
      ])
    #expect(back[0].mixed[0] === back[0].either)
    #expect(back[0].mixed[1] === back[1])
    #expect(back[0].row.first?.wrappedValue === back[0].either)
  }

  @Test func `the unnamed root in front of others is made once`() throws {
    let (archive, root) = try family()
    var bytes: [Data] = []
    bytes.append(
      try KeyedArchiver().encodeRoots { roots in
        try roots.encode(root)
        try roots.encode([1, 2], named: "other")
      })
    bytes.append(archive)
    for bytes in bytes {
      let script = DecodingScript()
      let back = try unarchiver(script).decode(ScriptedNode.self, from: bytes)
      #expect(begun(script) == Self.all)
      #expect(back.kids[1].back.wrappedValue?.id == 3)
      back.clear()
    }
  }

  @Test func `damage behind the root is found`() throws {
    let (archive, _) = try family()
    // The last bytes before the checksum are those of the object behind the root.
    for place in 1..<12 {
      var bytes = archive
      bytes[bytes.count - 4 - place] ^= 0xFF
      var unarchiver = try unarchiver(DecodingScript())
      unarchiver.verifiesChecksums = false
      let back = try? unarchiver.decode(ScriptedNode.self, from: bytes)
      var throughCells = unarchiver
      throughCells.usesCells = true
      let expected = try? throughCells.decode(ScriptedNode.self, from: bytes)
      #expect(back?.description == expected?.description)
    }
    var bytes = archive
    bytes.insert(0, at: bytes.count - 4)
    var unarchiver = try unarchiver(DecodingScript())
    unarchiver.verifiesChecksums = false
    #expect {
      try unarchiver.decode(ScriptedNode.self, from: bytes)
    } throws: {
      ($0 as? ArchiveError)?.code == .malformed
    }
  }

  // MARK: What is allowed

  @Test func `an observer is told of what edges name, and where`() throws {
    let (archive, _) = try family()
    let script = DecodingScript()
    let back = try unarchiver(script) {
      $0.typeObserver = {
        script.note("\($0.path) \($0.name) \($0.isAllowed)")
        script.note("\($0)")
      }
    }.decode(ScriptedNode.self, from: archive)
    let heard = script.log.filter { $0.hasPrefix("$") }
    #expect(heard.contains("$.kids[0].weak ScriptedNode true"))
    #expect(script.log.contains { $0.hasSuffix("path: $.kids[0].weak, isAllowed: true)") })
    #expect(heard.contains("$.kids[0].row[0] ScriptedLeafNode true"))
    #expect(heard.contains("$.kids[0].kids[0].back ScriptedNode true"))
    #expect(heard.count == 9)
    back.clear()
  }

  @Test func `the way to an edge decides what is allowed there`() throws {
    let nodes = (0..<3).map { $0 == 1 ? ScriptedLeafNode($0) : ScriptedNode($0) }
    nodes[0].kids = [nodes[1], nodes[2]]
    nodes[2].weak = WeakReference(wrappedValue: nodes[1])
    let archive = try KeyedArchiver().encode(nodes[0])
    func decode(_ path: String) throws -> ScriptedNode {
      try unarchiver(DecodingScript()) {
        $0.allowedTypes = []
        $0.allowedTypes.allow(ScriptedLeafNode.self, under: try ArchivePath(parsing: path))
      }.decode(ScriptedNode.self, from: archive)
    }
    let back = try decode("kids")
    #expect(back.kids[1].weak.wrappedValue === back.kids[0])
    #expect {
      try decode("kids[0]")
    } throws: {
      let error = $0 as? ArchiveError
      return error?.code == .typeNotAllowed && error?.path.description == "$.kids[1].weak"
    }
  }

  // MARK: What is given up

  @Test func `what user code gave up is made again, and waits for nothing`() throws {
    let (archive, _) = try family()
    let script = DecodingScript { $0 == 0 ? .triesKids : .nothing }
    let back = try unarchiver(script) {
      $0.hooks.validate(ScriptedNode.self) { script.note("valid \($0.id)") }
    }.decode(ScriptedNode.self, from: archive)
    #expect(script.log.contains("kids true"))
    #expect(begun(script) == ["begin 0", "begin 1", "begin 1", "begin 2", "begin 2", "begin 3"])
    #expect(
      script.log.filter { $0.hasPrefix("valid") }.sorted() == [
        "valid 0", "valid 1", "valid 2", "valid 3",
      ])
    #expect(back.kids[1].back.wrappedValue?.weak.wrappedValue === back.kids[0])
    back.clear()
  }

  @Test func `a reference to nobody may be read early, and one to an object may not`() throws {
    let (archive, _) = try family()
    for (id, isEarly) in [(1, true), (2, false)] {
      let unarchiver = try unarchiver(DecodingScript { $0 == id ? .readsEarly : .nothing })
      if isEarly {
        #expect {
          try unarchiver.decode(ScriptedNode.self, from: archive)
        } throws: {
          let error = $0 as? ArchiveError
          return error?.code == .pendingReference && error?.path.description == "$.kids[0].weak"
        }
      } else {
        try unarchiver.decode(ScriptedNode.self, from: archive).clear()
      }
    }
  }

  /// Lets go of the object that it decodes, and asks for fields by text.
  private final class Forgetful: Codable {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    var kid: Forgetful?
    var weak = WeakReference<Forgetful>()

    init(_ kid: Forgetful?) {
      self.kid = kid
      weak = WeakReference(wrappedValue: kid)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      _ = try container.decodeIfPresent(Forgetful.self, forKey: Key(stringValue: "kid"))
      weak = try container.decode(
        WeakReference<Forgetful>.self, forKey: Key(stringValue: "weak"))
    }
  }

  @Test func `no object outlives the call if nobody holds it`() throws {
    let archive = try KeyedArchiver().encode(Forgetful(Forgetful(nil)))
    let back = try KeyedUnarchiver().decode(Forgetful.self, from: archive)
    #expect(back.weak.wrappedValue == nil)
  }

  // MARK: Hooks

  @Test func `hooks of classes see the objects of a graph`() throws {
    let (archive, root) = try family()
    let script = DecodingScript()
    let replaced = try unarchiver(script) {
      $0.hooks.replace(ScriptedLeafNode.self) { _ in ScriptedLeafNode(20) }
    }.decode(ScriptedNode.self, from: archive)
    #expect(replaced.kids[1].id == 20)
    #expect(replaced.kids[0].kids[0] === replaced.kids[1])
    #expect(replaced.kids[0].row[0].wrappedValue === replaced.kids[1])
    replaced.clear()

    var archiver = KeyedArchiver()
    archiver.hooks.store(ScriptedLeafNode.self) {
      ScriptedStandIn(id: $0.id, weak: $0.weak, kid: nil)
    }
    let stored = try archiver.encode(root)
    let restored = try unarchiver(DecodingScript()) {
      $0.hooks.restore(ScriptedLeafNode.self, from: ScriptedStandIn.self) {
        ScriptedLeafNode($0.id + 1_000)
      }
    }.decode(ScriptedNode.self, from: stored)
    #expect(restored.kids[1].id == 1_002)
    #expect(restored.kids[0].kids[0] === restored.kids[1])
    restored.clear()
  }

  @Test func `a hook that puts something else in the place of an object is told where`() throws {
    let (archive, _) = try family()
    #expect {
      try unarchiver(DecodingScript()) {
        $0.hooks.replace(ScriptedLeafNode.self) { _ in throw ScriptError() }
      }.decode(ScriptedNode.self, from: archive)
    } throws: {
      $0 is ScriptError
    }
  }

  // MARK: By chance

  @Test(arguments: 0..<120)
  func `graphs by chance are read from bytes as from cells`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let nodes = ScriptedNode.graph(&generator)
    defer { nodes.forEach { $0.clear() } }
    let hasHooks = seed % 2 == 1
    var archiver = KeyedArchiver()
    if hasHooks, seed % 4 == 1 {
      archiver.hooks.store(ScriptedNode.self) {
        ScriptedStandIn(id: $0.id, weak: $0.weak, kid: $0.kids.first)
      }
    }
    let root = nodes[
      Int.random(in: 0..<nodes.count, using: &generator) * Int.random(in: 0...1, using: &generator)]
    let archive = try archiver.encode(root)
    for rate: UInt64 in [0, 12, 4] {
      let variant = Int.random(in: 0..<10_000, using: &generator)
      let direct = try run(archive, variant, rate, hasHooks, usesCells: false)
      let cells = try run(archive, variant, rate, hasHooks, usesCells: true)
      #expect(direct == cells, "variant \(variant) rate \(rate)")
    }
  }

  /// The graph as text, or the error, and what observers, handlers and hooks were told.
  private func run(
    _ archive: Data, _ variant: Int, _ rate: UInt64, _ hasHooks: Bool, usesCells: Bool
  ) throws -> [String] {
    let script = DecodingScript(seed: UInt64(variant), rate: rate)
    let told = DecodingScript()
    var unarchiver = try unarchiver(script) { unarchiver in
      let both: TypeAllowList = [ScriptedLeafNode.self, ScriptedOtherNode.self]
      unarchiver.allowedTypes = both
      switch variant % 6 {
      case 1: unarchiver.allowedTypes = [ScriptedLeafNode.self]
      case 2: unarchiver.typeObserver = { told.note("\($0)") }
      case 3:
        unarchiver.allowedTypes = [ScriptedOtherNode.self]
        unarchiver.allowedTypes.allow(
          ScriptedLeafNode.self, under: try ArchivePath(parsing: "kids"))
      case 4:
        unarchiver.allowedTypes = []
        unarchiver.unknownTypeHandler = {
          told.note("\($0)")
          return $0.name.contains("Leaf") ? ScriptedLeafNode.self : ScriptedOtherNode.self
        }
      case 5:
        unarchiver.allowedTypes = []
        unarchiver.typeObserver = { told.note("\($0)") }
        unarchiver.unknownTypeHandler = {
          told.note("\($0)")
          if $0.path.steps.count % 2 == 0 { throw ScriptError() }
          return nil
        }
      default: break
      }
    }
    if hasHooks {
      unarchiver.hooks.validate(ScriptedNode.self) {
        told.note("validate \($0.id)")
        if variant % 7 == 0, $0.id % 5 == 4 { throw ScriptError() }
      }
      if variant % 3 > 0 {
        unarchiver.hooks.replace(ScriptedNode.self) {
          told.note("replace \($0.id)")
          return variant % 5 == 0 && $0.id % 3 == 0 ? ScriptedNode($0.id + 100) : $0
        }
      }
      unarchiver.hooks.restore(ScriptedNode.self, from: ScriptedStandIn.self) {
        told.note("restore \($0.id)")
        return ScriptedNode($0.id + 1_000)
      }
    }
    unarchiver.usesCells = usesCells
    do {
      let root = try unarchiver.decode(ScriptedNode.self, from: archive)
      defer { root.clear() }
      return [root.description] + told.log
    } catch {
      return [ScriptedNode.text(error)] + told.log
    }
  }
}
