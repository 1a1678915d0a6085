import ArchiveCompression
import Foundation
import KeyedArchives
import TestTraits
import Testing

/// A type that does not ask for a field is given what stands behind it, though objects in the field are referred to there.
@Suite struct SkippedObjectTests {
  private final class Leaf: Codable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  /// A value of every kind that may stand beside an object.
  private final class Shelf: Codable {
    var leaf: Leaf
    var flag = true
    var flags = [true, false, true, true, false, true, true, true, false]
    var someFlags: [Bool?] = [true, nil, false]
    var noFlag: Bool?
    var number = -5
    var numbers = [1, 2, 300]
    var smallNumbers: [UInt8] = [1, 2, 3]
    var someNumbers: [Int?] = [1, nil, 3]
    var real = 0.5
    var reals = [0.5, 0.25]
    var wide = UInt128.max
    var text = "text"
    var texts: [String?] = ["a", nil]
    var data = Data([1, 2, 3])
    var date = Date(timeIntervalSinceReferenceDate: 1)
    var identifier = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var address = URL(string: "https://example.org/a?b#c")
    var relative = URL(string: "c", relativeTo: URL(string: "https://example.org/a/"))
    var table = ["a": 1, "b": 2]
    var leavesByName: [String: Leaf]
    var leavesByNumber: [Int: [Leaf?]]
    var members: Set<Int> = [1, 2]
    var empty: [Int] = []
    var rows = [[1, 2], [], [3]]
    var noLeaf: Leaf?
    var note: String?? = .some(nil)

    init(_ leaf: Leaf) {
      self.leaf = leaf
      leavesByName = ["one": leaf, "other": Leaf("other")]
      leavesByNumber = [1: [leaf, nil], 2: []]
    }
  }

  private struct Written: Encodable {
    var shelf: Shelf
    var shelves: [Shelf]
    var optional: Shelf?
    var leaf: Leaf
    var last: [Leaf]
  }

  private struct Read: Decodable {
    var leaf: Leaf
    var last: [Leaf]
  }

  @Test(arguments: Layout.all) func `what is passed over may hold what is asked for`(
    _ layout: Layout
  ) throws {
    let (one, other) = (Leaf("one"), Leaf("another"))
    let (shelf, second) = (Shelf(one), Shelf(other))
    let written = Written(
      shelf: shelf, shelves: [shelf, second], optional: second, leaf: one,
      last: [other, one, Leaf("last")])
    let bytes = try layout.bytes(written)
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      // The second time it is known which fields nobody asks for.
      for _ in 0..<3 {
        let read = try unarchiver.decode(Read.self, from: bytes)
        #expect(read.leaf.name == "one" && read.leaf === read.last[1])
        #expect(read.last.map(\.name) == ["another", "one", "last"])
      }
    }
  }

  private struct Row: Codable {
    var passed: [Leaf]
    var leaf: Leaf
    var other: Leaf
  }
  private struct End: Decodable {
    var leaf: Leaf
    var other: Leaf
  }

  @Test(arguments: Layout.all)
  func `of several objects of one class that are passed over the right one is read`(
    _ layout: Layout
  ) throws {
    let leaves = (0..<4).map { Leaf("leaf \($0)") }
    let bytes = try layout.bytes(Row(passed: leaves, leaf: leaves[2], other: leaves[1]))
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      for _ in 0..<2 {
        let end = try unarchiver.decode(End.self, from: bytes)
        #expect(end.leaf.name == "leaf 2" && end.other.name == "leaf 1")
      }
    }
  }

  @Test(.differential)
  func `a changed byte in what is passed over is the same error both ways`() throws {
    let leaf = Leaf("one")
    let bytes = try Layout.all[0].bytes(
      Written(shelf: Shelf(leaf), shelves: [], optional: nil, leaf: leaf, last: [leaf]))
    for index in bytes.indices.dropFirst().dropLast(4) {
      for bit in [UInt8(1), 4, 128] {
        var changed = bytes
        changed[index] ^= bit
        let checksum = SinglePart.checksum(of: changed.dropLast(4))
        withUnsafeBytes(of: checksum.littleEndian) {
          changed.replaceSubrange((changed.count - 4)..., with: $0)
        }
        TwoWays(Read.self, changed).expectSame("byte \(index)")
      }
    }
  }
}
