import ArchiveCompression
import ArchiveFormat
import Foundation
import Synchronization
import TestTraits
import Testing

@testable import KeyedArchives

/// Instances of classes with superclasses, written and read by straight-line code.
extension GeneratedObjectsTests {
  typealias Node = HandWrittenSubclasses.Node
  typealias Branch = HandWrittenSubclasses.Branch
  typealias Twig = HandWrittenSubclasses.Twig
  typealias Leaf = HandWrittenSubclasses.Leaf

  private static var branches: [Branch] {
    let root = Branch("root")
    root.children = (0..<5).map {
      let branch = Branch("a name of more than fifteen bytes \($0 as Int)", [Node("\($0 as Int)")])
      branch.length = $0
      branch.isDry = $0 % 3 == 0 ? nil : $0 % 3 == 1
      branch.weight = $0 % 2 == 0 ? Double($0) : nil
      branch.place = $0 == 3 ? Locale(identifier: "en_GB") : nil
      return branch
    }
    root.next = root.children[2]
    let other = Branch("other", [root, root.children[0], Branch("inner", [Branch("last")])])
    other.next = root
    return [root, other, root]
  }

  /// What is a root here is none in the other tests: after a value that took two passes, one of its type is
  /// not tried in one for a while.
  @Test(arguments: Layout.all) func `subclasses`(_ layout: Layout) throws {
    let branches = Self.branches
    branches[0].children.forEach { $0.children = [] }
    try check([[branches[0], branches[1]], [branches[0]]], layout)
    try check(["a": branches[1], "b": branches[0]], layout)
    try check([[Node("n"), Branch("a"), Node("m"), Branch("b")]], layout)
    // Instances of several classes in one place, inside one of them.
    try check(Self.branches, layout, isDirect: nil)
    try check(Self.branches[0], layout, isDirect: nil)
  }

  @Test(arguments: Layout.all) func `subclasses without fields`(_ layout: Layout) throws {
    try check([Twig("a"), Twig("b", [Twig("c"), Twig("d")])], layout)
    try check([Leaf("a"), Leaf("b", [Leaf("c", [Leaf("d"), Leaf("e")])])], layout)
    try check([["a": Branch("a")], ["b": Twig("b")], ["c": Branch("c")]], layout)
    // The fields of one superclass have other shapes below a class with fields and below one without.
    try check([Twig("a"), Leaf("b"), Node("n", [Twig("c")])], layout, isDirect: nil)
    try check([Leaf("a"), Twig("b"), Branch("c")], layout, isDirect: nil)
    try check(Branch("a", [Leaf("b", [Twig("c")])]), layout, isDirect: nil)
  }

  @Test func `straight-line code reads subclasses, once for each instance`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Self.branches)
    HandWrittenObjects.reads.store(0, ordering: .relaxed)
    let read = try Self.unarchiver.decode([Branch].self, from: bytes)
    #expect(HandWrittenObjects.reads.load(ordering: .relaxed) == 14)
    #expect(read[0] === read[2] && read[1].next === read[0])
    #expect(read[0].children[1].name == "a name of more than fifteen bytes 1")
  }

  @Test func `a subclass that overrides nothing goes through containers`() throws {
    final class Fruit: Branch, @unchecked Sendable {}
    var unarchiver = Self.unarchiver
    unarchiver.allowedTypes = [Branch.self, Fruit.self]
    let fruits = [Fruit("a", [Branch("b"), Fruit("c")]), Fruit("d")]
    var containers = KeyedArchiver()
    containers.usesGeneratedCode = false
    let bytes: [UInt8] = try containers.encode(fruits)
    if Differential.isWantedHere() {
      #expect(try KeyedArchiver().encode(fruits) == bytes)
      #expect(try KeyedArchiver().encodeThroughTape(fruits) == bytes)
    }
    let ways = TwoWays([Fruit].self, bytes, unarchiver).expectSame()
    #expect(ways.direct == ObjectText.of(fruits))
  }

  /// Spec, section 13, matching: the first call of a record is compared with that of records of the same type alone.
  @Test func `fields of a superclass that come first have a shape of their own`() throws {
    var containers = KeyedArchiver()
    containers.usesGeneratedCode = false
    for archiver in [KeyedArchiver(), containers] {
      func superclassShapes(_ nodes: [Node]) throws -> Int {
        let bytes: [UInt8] = try archiver.encode(nodes)
        var opener = ArchiveOpener(bytes, limits: .untrusted)
        let scope = try #require(try opener.open().scopes.last)
        return scope.definitions.shapes.count { $0.type == nil }
      }
      for _ in 0..<2 {
        #expect(try superclassShapes([Branch("a"), Branch("b")]) == 1)
        // The fields of a node, and those of a branch with them, which come first in a twig.
        #expect(try superclassShapes([Twig("a"), Twig("b")]) == 2)
        #expect(try superclassShapes([Branch("a"), Twig("b")]) == 2)
        // The fields of a twig come first in a leaf, and those of a branch come first in a twig.
        #expect(try superclassShapes([Leaf("a"), Leaf("b")]) == 3)
        #expect(try superclassShapes([Twig("a"), Leaf("b")]) == 3)
        #expect(try superclassShapes([Leaf("a"), Twig("b")]) == 4)
      }
    }
  }

  @Test(.long) func `deep chains of subclasses, and what limits they need`() throws {
    var chain: Node = Branch("end")
    for number in 0..<60 { chain = Branch("link \(number)", [chain]) }
    try check(chain)
    let bytes: [UInt8] = try KeyedArchiver().encode(chain)
    for depth in 60..<320 { expectSame(Node.self, bytes, \.maximumDepth, depth) }
    let few: [UInt8] = try KeyedArchiver().encode([Branch("a", [Branch("b")]), Branch("c")])
    let limits: [any WritableKeyPath<ArchiveLimits, Int> & Sendable] = [
      \.maximumValueCount, \.maximumVisitCount, \.maximumZeroWidthCount,
      \.maximumMaterializedByteCount, \.maximumObjectCount,
    ]
    for limit in limits { for most in 0..<400 { expectSame([Branch].self, few, limit, most) } }
  }

  /// With a limit, an archive is read or refused as it is without generated code.
  private func expectSame<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8],
    _ limit: any WritableKeyPath<ArchiveLimits, Int> & Sendable, _ most: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var general = KeyedUnarchiver(usesGeneratedCode: false)
    general.allowedTypes = Self.unarchiver.allowedTypes
    var generated = Self.unarchiver
    general.limits[keyPath: limit] = most
    generated.limits[keyPath: limit] = most
    let expected = TwoWays(type, bytes, general).direct
    let found = TwoWays(type, bytes, generated).direct
    if Differential.isWantedHere() {
      #expect(found == expected, "\(limit) \(most)", sourceLocation: sourceLocation)
    }
  }

  @Test(.differential)
  func `changed archives of subclasses are read as without generated code`() throws {
    let archiver = KeyedArchiver(framing: .singlePart)
    let branches: [UInt8] = try archiver.encode(Self.branches)
    let leaves: [UInt8] = try archiver.encode([Leaf("a"), Leaf("b", [Leaf("c"), Node("n")])])
    var unarchiver = Self.unarchiver
    unarchiver.verifiesChecksums = false
    var mutation = ArchiveMutation(seed: 79)
    var accepted = 0
    for number in 0..<Rounds.of(800) {
      let first = TwoWays([Branch].self, mutation.changed(branches), unarchiver)
      first.expectSame("branches \(number)")
      let second = TwoWays([Leaf].self, mutation.changed(leaves), unarchiver)
      second.expectSame("leaves \(number)")
      accepted += (first.isAccepted ? 1 : 0) + (second.isAccepted ? 1 : 0)
    }
    #expect(accepted > Rounds.of(800) / 12)
  }
}
