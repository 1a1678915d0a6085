import ArchiveInspection
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// References that cannot be had: every one is an error with a place, and none is swallowed.
@Suite struct ReferenceErrorTests {
  typealias Node = ReferenceSamples.Node
  typealias Link = ReferenceSamples.Link

  private func error(_ body: () throws -> Void) -> ArchiveError? {
    do {
      try body()
      return nil
    } catch { return error as? ArchiveError }
  }

  /// Reads its reference while the graph is being decoded.
  final class Hasty: Codable, Hashable {
    let name: String
    @BackReference var link: Link?

    init(_ name: String, _ link: Link?) {
      self.name = name
      self.link = link
    }

    static func == (left: Hasty, right: Hasty) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(link?.number) }
  }

  @Test(arguments: [true, false]) func `a reference that is read too early`(usesCells: Bool) throws
  {
    let bytes: [UInt8] = try KeyedArchiver().encode(["a": Set([Hasty("x", Link(1))])])
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    let failure = error { _ = try unarchiver.decode([String: Set<Hasty>].self, from: bytes) }
    #expect(failure?.code == .pendingReference)
    #expect(failure?.byteOffset != nil)
    #expect(failure.map { "\($0.path)" } == "$.a[0].link")
  }

  /// One that user code catches.
  struct Careless: Codable {
    var name = ""
    var hasty: Hasty?

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      hasty = try? container.decode(Hasty.self, forKey: .hasty)
      name = "\(hasty?.link?.number ?? -1)"
    }
  }

  @Test func `reading too early is not swallowed`() throws {
    var careless = Careless()
    careless.hasty = Hasty("x", Link(3))
    let bytes: [UInt8] = try KeyedArchiver().encode([careless])
    let failure = error { _ = try KeyedUnarchiver().decode([Careless].self, from: bytes) }
    #expect(failure?.code == .pendingReference)
  }

  @Test func `an undeclared cycle names its path`() throws {
    final class Plain: Codable {
      var children: [Plain] = []
      var parent: Plain?
    }
    let root = Plain()
    root.children = (0..<4).map { _ in Plain() }
    root.children[3].parent = root
    let failure = error { _ = try KeyedArchiver().encode(["root": root]) as [UInt8] }
    #expect(failure?.code == .undeclaredCycle)
    #expect(failure?.message.contains("$.root.children[3].parent → $.root") == true)
    root.children = []
  }

  class Animal: Codable {
    var name = "animal"
    init() {}
  }

  final class Dog: Animal {}

  final class Owner: Codable {
    @BackReference var pet: Animal?
    @WeakReference var other: Animal?
  }

  @Test func `classes are checked at every reference`() throws {
    let owner = Owner()
    let dog = Dog()
    owner.pet = dog
    let bytes: [UInt8] = try KeyedArchiver().encode([owner])
    let failure = error { _ = try KeyedUnarchiver().decode([Owner].self, from: bytes) }
    #expect(failure?.code == .typeNotAllowed)
    #expect(failure.map { "\($0.path)" } == "$[0].pet")
    let back = try KeyedUnarchiver(allowedTypes: [Dog.self]).decode([Owner].self, from: bytes)
    #expect(back[0].pet is Dog)
    // An object that is allowed in one place is not by that in another.
    struct Both: Codable {
      var dog: Dog
      var owner: Owner
    }
    let both: [UInt8] = try KeyedArchiver().encode(Both(dog: dog, owner: owner))
    let second = error { _ = try KeyedUnarchiver().decode(Both.self, from: both) }
    #expect(second?.code == .typeNotAllowed)
    #expect(second.map { "\($0.path)" } == "$.owner.pet")
    let allowed = KeyedUnarchiver(allowedTypes: [Dog.self])
    let read = try allowed.decode(Both.self, from: both)
    #expect(read.owner.pet === read.dog)
  }

  @Test func `required references without an object`() throws {
    struct Table: Codable {
      var rows: [Row] = []
      var kept: [Node] = []
    }
    final class Row: Codable {
      @RequiredWeakReference var node: Node?
    }
    let node = Node("n")
    let row = Row()
    row.node = node
    let good: [UInt8] = try KeyedArchiver().encode(Table(rows: [row], kept: [node]))
    let table = try KeyedUnarchiver().decode(Table.self, from: good)
    #expect(try table.rows[0].$node.get() === table.kept[0])
    let bad: [UInt8] = try KeyedArchiver().encode(Table(rows: [row]))
    let failure = error { _ = try KeyedUnarchiver().decode(Table.self, from: bad) }
    #expect(failure?.code == .valueNotFound)
    #expect(failure.map { "\($0.path)" } == "$.rows[0].node")
    struct Other: Codable { var rows: [[String: Int]] = [[:]] }
    let missing: [UInt8] = try KeyedArchiver().encode(Other())
    #expect(
      error { _ = try KeyedUnarchiver().decode(Table.self, from: missing) }?.code == .keyNotFound)
  }

  @Test func `who waits for the graph is called back in order, with all there`() throws {
    final class Waiter: Codable {
      var name: String
      var link: Link?
      private(set) var seen: [String] = []

      private enum Keys: CodingKey { case name, link }

      init(_ name: String, _ link: Link?) { (self.name, self.link) = (name, link) }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        name = try container.decode(String.self, forKey: .name)
        let reference = try container.decode(BackReference<Link>.self, forKey: .link)
        try reference.whenComplete { [weak self] link in
          self?.link = link
          self?.seen.append("\(link?.next?.number ?? -1)")
          if link?.number == 13 { throw CocoaError(.coderInvalidValue) }
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(name, forKey: .name)
        try container.encode(BackReference(wrappedValue: link), forKey: .link)
      }
    }
    let link = Link(1, next: Link(2))
    let bytes: [UInt8] = try KeyedArchiver().encode([Waiter("a", link), Waiter("b", nil)])
    let back = try KeyedUnarchiver().decode([Waiter].self, from: bytes)
    #expect(back[0].link?.number == 1 && back[0].seen == ["2"] && back[1].link == nil)
    let bad: [UInt8] = try KeyedArchiver().encode([Waiter("a", Link(13))])
    #expect(throws: CocoaError.self) { try KeyedUnarchiver().decode([Waiter].self, from: bad) }
  }

  @Test func `what is thrown and caught while encoding leaves nothing`() throws {
    struct Failing: Codable {
      var link: Link?
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(link, forKey: .link)
        throw CocoaError(.coderInvalidValue)
      }
      init(_ link: Link) { self.link = link }
    }
    struct Catching: Codable {
      var before: BackReference<Link>
      var failing: Failing?
      var after: [Link]

      init(_ link: Link) {
        before = BackReference(wrappedValue: link)
        failing = Failing(link)
        after = [link]
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(before, forKey: .before)
        try? container.encode(failing, forKey: .failing)
        try container.encode(after, forKey: .after)
      }
    }
    let bytes: [UInt8] = try KeyedArchiver().encode(Catching(Link(9, next: Link(10))))
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
    let back = try KeyedUnarchiver().decode(Catching.self, from: bytes)
    #expect(back.before.wrappedValue === back.after[0] && back.failing == nil)
    #expect(back.after[0].number == 9 && back.after[0].next?.number == 10)
  }

  @Test func `other coders take references without an object only`() throws {
    let link = Link(1)
    let text = String(decoding: try JSONEncoder().encode(link), as: UTF8.self)
    #expect(text.contains("\"number\":1"))
    #expect(try JSONDecoder().decode(Link.self, from: Data(text.utf8)).next == nil)
    link.next = Link(2)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(link) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Link.self, from: Data("{\"number\":1,\"next\":{\"number\":2}}".utf8))
    }
  }

  @Test func `a required reference without an object is not encoded by others`() throws {
    struct Row: Codable { @RequiredReference var link: Link? }
    #expect(throws: (any Error).self) { try JSONEncoder().encode(Row()) }
  }

  @Test func `changed archives never crash, and are read alike in both ways`() throws {
    let root = Node("root", [Node("a", [Node("b")]), Node("c")])
    let links = (0..<4).map { Link($0) }
    for (link, next) in zip(links, links[1...] + [links[0]]) { link.next = next }
    (links[2].other, links[3].weak) = (links[0], links[1])
    let archiver = KeyedArchiver(framing: .singlePart)
    let archives: [[UInt8]] = try [archiver.encode([root]), archiver.encode(links[0])]
    links[0].next = nil
    var unarchiver = KeyedUnarchiver()
    unarchiver.verifiesChecksums = false
    var throughCells = unarchiver
    throughCells.usesCells = true
    var mutation = ArchiveMutation(seed: 91)
    var accepted = 0
    for _ in 0..<Rounds.of(3_000) {
      let first = mutation.changed(archives[0])
      let direct = error { _ = try unarchiver.decode([Node].self, from: first) }
      let cells = error { _ = try throughCells.decode([Node].self, from: first) }
      if Differential.isWantedHere() { #expect(direct?.code == cells?.code) }
      accepted += cells == nil ? 1 : 0
      let second = mutation.changed(archives[1])
      let link = try? unarchiver.decode(Link.self, from: second)
      accepted += link == nil ? 0 : 1
      link?.next = nil
      if let inspector = try? ArchiveInspector(second) {
        _ = try inspector.dump()
        try inspector.printTree { _ in }
        for root in inspector.roots { _ = try? root.value.archived() }
      }
    }
    #expect(accepted > Rounds.of(200))
  }

  /// An array that leaves out what cannot be read.
  struct Lossy: Codable {
    struct Item: Codable {
      var link: Link
      var kind: Int
    }
    var items: [Item] = []
    var links: [Link]

    private enum Keys: CodingKey { case items, links }

    init(_ items: [Item], _ links: [Link]) { (self.items, self.links) = (items, links) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      var elements = try container.nestedUnkeyedContainer(forKey: .items)
      if let item = try? elements.decode(Item.self) { items.append(item) }
      links = try container.decode([Link].self, forKey: .links)
    }
  }

  @Test(arguments: [true, false]) func `what a value that failed had read is complete elsewhere`(
    usesCells: Bool
  ) throws {
    struct Written: Codable {
      struct Item: Codable {
        var link: Link
        var kind = "no number"
      }
      var items: [Item]
      var links: [Link]
    }
    let link = Link(1, next: Link(2))
    let bytes: [UInt8] = try KeyedArchiver().encode(
      Written(items: [Written.Item(link: link)], links: [link, link]))
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    let back = try unarchiver.decode(Lossy.self, from: bytes)
    #expect(back.items.isEmpty && back.links[0] === back.links[1])
    #expect(back.links[0].next?.number == 2)
  }

  @Test func `objects that only values led to which were given up are not encoded`() throws {
    final class Refusing: Codable {
      func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
    }
    struct Failing: Encodable {
      var reference: BackReference<Refusing>
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(reference)
        throw CocoaError(.coderInvalidValue)
      }
    }
    struct Catching: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try? container.encode(Failing(reference: BackReference(wrappedValue: Refusing())))
        try container.encode(5)
      }
    }
    let bytes: [UInt8] = try KeyedArchiver().encode(Catching())
    #expect(try KeyedUnarchiver().decode([Int].self, from: bytes) == [5])
    #expect(try KeyedUnarchiver().requirements(of: Data(bytes)).types.isEmpty)
  }

  /// Waits for its other half, keeps count of those alive, and refuses when it gets it.
  final class Refuser: Codable {
    nonisolated(unsafe) static var aliveCount = 0
    @BackReference var other: Refuser?

    init() { Self.aliveCount += 1 }

    private enum Keys: CodingKey { case other }

    init(from decoder: any Decoder) throws {
      _other = try decoder.container(keyedBy: Keys.self)
        .decode(BackReference<Refuser>.self, forKey: .other)
      Self.aliveCount += 1
      try _other.whenComplete { _ in throw CocoaError(.coderInvalidValue) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(_other, forKey: .other)
    }

    deinit { Self.aliveCount -= 1 }
  }

  @Test func `a graph that is refused when it is complete leaves no cycle`() throws {
    let first = Refuser()
    let second = Refuser()
    (first.other, second.other) = (second, first)
    let bytes: [UInt8] = try KeyedArchiver().encode(first)
    first.other = nil
    #expect(Refuser.aliveCount == 2)
    #expect(throws: CocoaError.self) { try KeyedUnarchiver().decode(Refuser.self, from: bytes) }
    #expect(Refuser.aliveCount == 2)
    withExtendedLifetime((first, second)) {}
  }
}
