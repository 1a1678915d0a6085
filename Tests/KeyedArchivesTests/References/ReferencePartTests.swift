import ArchiveInspection
import Foundation
import KeyedArchives
import TestTraits
import Testing

/// Parts of archives with edges, by their paths, and values as archives of their own.
@Suite struct ReferencePartTests: ReferenceProbe {
  typealias Node = ReferenceSamples.Node
  typealias Link = ReferenceSamples.Link

  @Test func `a root by its path`() throws {
    let data: Data = try KeyedArchiver().encode(Link(1, next: Link(2)))
    let failure = error {
      let link = try KeyedUnarchiver().decode(Link.self, at: ArchivePath([]), from: data)
      #expect(link.next?.number == 2)
    }
    #expect(failure == nil)
  }

  @Test func `a path through an edge says where it leads`() throws {
    let root = Node("root", [Node("a")])
    let data: Data = try KeyedArchiver().encode(root)
    let path = ArchivePath([.key("children"), .index(0), .key("parent"), .key("name")])
    let failure = error {
      _ = try KeyedUnarchiver().decode(String.self, at: path, from: data)
    }
    #expect(failure?.code == .objectElsewhere)
  }

  final class Brick: Codable {
    var number: Int
    var text: String
    @ConditionalReference var next: Brick?
    @WeakReference var previous: Brick?
    init(_ number: Int) {
      self.number = number
      text = String(repeating: "\(number % 7)", count: 400)
    }
  }
  struct Wall: Codable {
    var name = "wall"
    var bricks: [Brick]
    var rows: [[Brick]]
  }

  @Test(.long) func `parts of an array of objects that were mentioned before`() throws {
    let bricks = (0..<2_500).map { Brick($0) }
    for (a, b) in zip(bricks, bricks[1...]) {
      a.next = b
      b.previous = a
    }
    let rows = (0..<300).map { row in (0..<4).map { Brick(10_000 + row * 4 + $0) } }
    for row in rows { for (a, b) in zip(row, row[1...]) { a.next = b } }
    let wall = Wall(bricks: bricks, rows: rows)
    for layout in Layout.all {
      let bytes = try layout.bytes(wall)
      #expect(ArchiveVerification(of: bytes).findings.isEmpty)
      for index in stride(from: 0, to: 2_500, by: 71) + [2_499] {
        let brick = try KeyedUnarchiver().decode(
          Brick.self, at: ArchivePath([.key("bricks"), .index(index)]), from: Data(bytes))
        #expect(brick.number == index && brick.next == nil && brick.previous == nil)
        let number = try KeyedUnarchiver().decode(
          Int.self, at: ArchivePath([.key("bricks"), .index(index), .key("number")]),
          from: Data(bytes))
        #expect(number == index)
      }
      for index in stride(from: 0, to: 300, by: 23) {
        let row = try KeyedUnarchiver().decode(
          [Brick].self, at: ArchivePath([.key("rows"), .index(index)]), from: Data(bytes))
        #expect(row.map(\.number) == rows[index].map(\.number))
        #expect(row[0].next === row[1] && row[2].next === row[3] && row[3].next == nil)
        row[0].next = nil
      }
    }
    for brick in bricks { brick.next = nil }
  }

  @Test func `an absent value as an archive of its own`() throws {
    struct Sparse: Codable { var a: Int?; var b = 1 }
    let bytes: [UInt8] = try KeyedArchiver().encode([Sparse(a: nil), Sparse(a: 1)])
    let record = try ArchiveInspector(bytes).roots[0].value[0]
    let absent = record.flatMap { record in record.fields.first { $0.value.kind == .absent } }
    let alone = try absent?.value.archived()
    #expect(alone != nil)
    if let alone { #expect(ArchiveVerification(of: alone).findings.isEmpty) }
  }
}
