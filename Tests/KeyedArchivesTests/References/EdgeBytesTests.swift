import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// Graphs with edges are read from bytes as from cells.
@Suite struct EdgeBytesTests {
  final class Member: Codable {
    var name: String
    var members: [Member] = []
    @WeakReference var leader: Member?
    @ConditionalReference var friend: Member?
    @BackReference var origin: Member?
    @WeakReferences var rivals: [Member]
    /// The coder that made it.
    var coder = ""

    enum CodingKeys: CodingKey { case name, members, leader, friend, origin, rivals }

    init(_ name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
      coder = "\(type(of: decoder))"
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let isReversed = decoder.userInfo[EdgeBytesTests.order] as? Bool ?? false
      if isReversed {
        _rivals = try container.decode(WeakReferences<Member>.self, forKey: .rivals)
        _origin = try container.decode(BackReference<Member>.self, forKey: .origin)
        _friend = try container.decode(ConditionalReference<Member>.self, forKey: .friend)
        _leader = try container.decode(WeakReference<Member>.self, forKey: .leader)
      }
      name = try container.decode(String.self, forKey: .name)
      members = try container.decode([Member].self, forKey: .members)
      if !isReversed {
        _leader = try container.decode(WeakReference<Member>.self, forKey: .leader)
        _friend = try container.decode(ConditionalReference<Member>.self, forKey: .friend)
        _origin = try container.decode(BackReference<Member>.self, forKey: .origin)
        _rivals = try container.decode(WeakReferences<Member>.self, forKey: .rivals)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(members, forKey: .members)
      try container.encode(_leader, forKey: .leader)
      try container.encode(_friend, forKey: .friend)
      try container.encode(_origin, forKey: .origin)
      try container.encode(_rivals, forKey: .rivals)
    }

    var text: String {
      let others = [leader, friend, origin].map { $0?.name ?? "-" } + rivals.map(\.name)
      return
        "\(name)(\(others.joined(separator: " "))\(members.map(\.text).joined(separator: ",")))"
    }

    /// All members below, this one first.
    var all: [Member] { [self] + members.flatMap(\.all) }
  }

  static let order = CodingUserInfoKey(rawValue: "reversed").unsafelyUnwrapped

  /// A tree in which edges lead up, down, to the side and forward; each object stands in it once.
  private static func tree(_ random: inout SeededGenerator, _ depth: Int = 3) -> Member {
    func make(_ name: String, _ depth: Int) -> Member {
      let member = Member(name)
      if depth > 0 {
        member.members = (0..<Int.random(in: 0...3, using: &random)).map {
          make("\(name)\($0)", depth - 1)
        }
        for child in member.members { child.leader = member }
      }
      return member
    }
    let root = make("m", depth)
    let all = root.all
    for member in all {
      if Bool.random(using: &random) { member.friend = all.randomElement(using: &random) }
      if Bool.random(using: &random) { member.origin = all.randomElement(using: &random) }
      member.rivals = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in
        all.randomElement(using: &random)
      }
    }
    return root
  }

  private static func clear(_ root: Member) {
    for member in root.all { member.origin = nil }
  }

  @Test(arguments: 0..<24) func trees(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 77)
    let root = Self.tree(&random)
    let expected = root.text
    for isMultiPart in [false, true] {
      let archiver = KeyedArchiver(framing: isMultiPart ? .multiPart : .singlePart)
      let archive: Data = try archiver.encode([root])
      for (usesCells, isReversed) in [(false, false), (false, true), (true, false), (true, true)] {
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        unarchiver.userInfo[Self.order] = isReversed
        let read = try #require(try unarchiver.decode([Member].self, from: archive).first)
        #expect(read.text == expected)
        // Objects that were passed over are read from cells, and so are some of the multi-part archives that come after.
        let coders = Set(read.all.map(\.coder))
        if !isReversed, !isMultiPart {
          #expect(coders == [usesCells ? "ValueDecoder" : "DirectDecoder"])
        }
        Self.clear(read)
      }
    }
    Self.clear(root)
  }

  /// What stands behind all roots, and what nobody stored, is found out with cells, and other archives with the same definitions are read from bytes again.
  @Test func leftToCells() throws {
    let (parent, child) = (Member("parent"), Member("child"))
    child.origin = parent
    child.leader = parent
    let alone: Data = try KeyedArchiver().encode([child])
    let stray = Member("stray")
    stray.friend = parent
    let unstored: Data = try KeyedArchiver().encode([stray])
    let pair = Member("pair")
    pair.members = [Member("inner")]
    pair.members[0].leader = pair
    pair.members[0].origin = pair
    pair.members[0].friend = pair
    let whole: Data = try KeyedArchiver().encode([pair])
    let unarchiver = KeyedUnarchiver()
    var coders: [String] = []
    for round in 0..<60 {
      if round % 20 == 10 {
        let read = try unarchiver.decode([Member].self, from: alone)
        #expect(read[0].text == "child(parent - parent)")
        #expect(read[0].origin?.text == "parent(- - -)")
        let other = try unarchiver.decode([Member].self, from: unstored)
        #expect(other[0].text == "stray(- - -)")
      }
      let read = try unarchiver.decode([Member].self, from: whole)
      #expect(read[0].members[0].text == "inner(pair pair pair)")
      coders.append(read[0].members[0].coder)
      Self.clear(read[0])
    }
    #expect(coders.last == "DirectDecoder")
    Self.clear(pair)
  }

  /// What an archive mentions is forgotten before the next one, though that has no classes or is read where the bytes of this one stood.
  @Test func oneAfterAnother() throws {
    final class Chip: Codable {
      var number: Int
      init(_ number: Int) { self.number = number }
    }
    struct Plain: Codable, Equatable {
      var (number, text) = (1, "text")
    }
    struct Coder: Decodable {
      var name: String
      init(from decoder: any Decoder) { name = "\(type(of: decoder))" }
    }
    let gone = (0..<3).map { _ in WeakReference(wrappedValue: Chip(1)) }
    let (a, b) = (Chip(1), Chip(2))
    let strays = [ConditionalReference(wrappedValue: a), ConditionalReference(wrappedValue: b)]
    let archives: [Data] = [try KeyedArchiver().encode(gone), try KeyedArchiver().encode(strays)]
    let chips: Data = try KeyedArchiver().encode([a, b, b, a])
    let child = Member("child")
    child.origin = Member("parent")
    let tail: Data = try KeyedArchiver().encode([child])
    let plain: Data = try KeyedArchiver().encode([Plain()])
    let unarchiver = KeyedUnarchiver()
    for round in 0..<40 {
      // In memory of another place each time.
      let padding = Data(repeating: 0, count: round * 64)
      _ = try unarchiver.decode([Member].self, from: tail)
      for archive in archives {
        let read = try unarchiver.decode([WeakReference<Chip>].self, from: archive)
        #expect(read.allSatisfy { $0.wrappedValue == nil })
        let copy = (padding + chips).dropFirst(padding.count)
        let found = try unarchiver.decode([Chip].self, from: copy)
        #expect(found.map(\.number) == [1, 2, 2, 1])
        #expect(found[1] === found[2] && found[0] === found[3])
      }
      #expect(try unarchiver.decode([Coder].self, from: plain).map(\.name) == ["DirectDecoder"])
    }
  }

  /// A container of a value that is over is used by callbacks and after the call, as from cells; while the graph is made, all of it is left to cells.
  @Test func keptContainers() throws {
    final class Keeper: Codable {
      enum CodingKeys: CodingKey { case number, inner, other }
      var number = 7
      var inner: Keeper?
      @WeakReference var other: Keeper?
      var container: KeyedDecodingContainer<CodingKeys>?
      var late = 0
      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        inner = try container.decodeIfPresent(Keeper.self, forKey: .inner)
        _other = try container.decode(WeakReference<Keeper>.self, forKey: .other)
        self.container = container
        if let inner = inner?.container, decoder.userInfo[EdgeBytesTests.order] as? Bool == true {
          late = try inner.decode(Int.self, forKey: .number)
        }
        try $other.whenComplete { [unowned self] _ in
          late += try container.decode(Int.self, forKey: .number)
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(number, forKey: .number)
        try container.encodeIfPresent(inner, forKey: .inner)
        try container.encode(_other, forKey: .other)
      }
    }
    let keeper = Keeper()
    keeper.inner = Keeper()
    keeper.inner?.other = keeper
    keeper.other = keeper.inner
    let archive: Data = try KeyedArchiver().encode([keeper])
    for (usesCells, isReadEarly) in [(false, false), (true, false), (false, true), (true, true)] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      unarchiver.userInfo[Self.order] = isReadEarly
      let read = try unarchiver.decode([Keeper].self, from: archive)[0]
      #expect(read.late == (isReadEarly ? 14 : 7) && read.inner?.late == 7)
      #expect(read.other === read.inner && read.inner?.other === read)
      #expect(try read.container?.decode(Int.self, forKey: .number) == 7)
      #expect(throws: (any Error).self) {
        try read.container?.decode(WeakReference<Keeper>.self, forKey: .other)
      }
    }
  }

  /// Objects and edges in fields that nobody asks for, and objects that were passed over and are named later.
  @Test func passedOver() throws {
    struct Outer: Codable {
      var first: Member
      var unread: [Member]
      var again: [Member]
    }
    struct Reading: Decodable {
      enum CodingKeys: CodingKey { case first, again }
      var first: Member
      var again: [Member]
    }
    var random = SeededGenerator(seed: 5)
    let (first, unread) = (Self.tree(&random), Self.tree(&random))
    first.friend = unread
    unread.rivals = [first]
    let outer = Outer(first: first, unread: unread.all, again: [unread, first])
    let archive: Data = try KeyedArchiver().encode([outer])
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      let read = try unarchiver.decode([Reading].self, from: archive)[0]
      #expect(read.first.text == first.text && read.again[0].text == unread.text)
      #expect(read.again[1] === read.first && read.first.friend === read.again[0])
      Self.clear(read.first)
      Self.clear(read.again[0])
    }
    Self.clear(first)
    Self.clear(unread)
  }

  /// A value with references in it that user code gives up: its objects are made again, and nothing waits for ever.
  @Test func givenUp() throws {
    struct Failing: Decodable {
      var member: Member
      init(from decoder: any Decoder) throws {
        member = try decoder.singleValueContainer().decode(Member.self)
        throw CancellationError()
      }
    }
    final class Counter: @unchecked Sendable {
      // The test decodes on one thread.
      var count = 0
      static let key = CodingUserInfoKey(rawValue: "counter").unsafelyUnwrapped
    }
    struct Link: Encodable {
      @WeakReference var to: Member?
    }
    struct Watching: Decodable {
      enum CodingKeys: CodingKey { case to }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let reference = try container.decode(WeakReference<Member>.self, forKey: .to)
        let counter = decoder.userInfo[Counter.key] as? Counter
        try reference.whenComplete { _ in counter?.count += 1 }
        throw CancellationError()
      }
    }
    struct Trying: Decodable {
      enum CodingKeys: CodingKey { case first, second, link }
      var isFailed: Bool
      var members: [Member]
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        isFailed = (try? container.decode(Failing.self, forKey: .first)) == nil
        members = [
          try container.decode(Member.self, forKey: .first),
          try container.decode(Member.self, forKey: .second),
        ]
        isFailed = isFailed && (try? container.decode(Watching.self, forKey: .link)) == nil
      }
    }
    struct Stored: Encodable {
      var first: Member
      var second: Member
      var link: Link
    }
    let (first, second) = (Member("first"), Member("second"))
    first.leader = second
    second.friend = first
    let archive: Data = try KeyedArchiver().encode([
      Stored(first: first, second: second, link: Link(to: WeakReference(wrappedValue: first)))
    ])
    for usesCells in [false, true] {
      let counter = Counter()
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      unarchiver.userInfo[Counter.key] = counter
      let read = try unarchiver.decode([Trying].self, from: archive)[0]
      #expect(read.isFailed && read.members[0].leader === read.members[1])
      #expect(read.members[1].friend === read.members[0])
      // Nobody has the value that watched.
      #expect(counter.count == 0)
    }
  }

  /// A class that is not allowed at an edge is refused there, though its object was decoded elsewhere.
  @Test func refusedClasses() throws {
    class Base: Codable {
      var number = 1
      init() {}
    }
    final class Derived: Base {}
    final class Holder: Codable {
      var derived: Derived
      @WeakReference var base: Base?
      init(_ derived: Derived) {
        self.derived = derived
        base = derived
      }
    }
    let archive: Data = try KeyedArchiver().encode([Holder(Derived())])
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode([Holder].self, from: archive)
      }
      #expect(error?.code == .typeNotAllowed && error?.path.description == "$[0].base")
      unarchiver.allowedTypes = [Derived.self]
      let holder = try unarchiver.decode([Holder].self, from: archive)[0]
      #expect(holder.base === holder.derived)
    }
  }

  /// Every byte changed: from bytes comes what comes from cells, and nothing else is read.
  @Test func changedBytes() throws {
    let root = Member("a")
    root.members = [Member("b"), Member("c")]
    root.members[0].origin = root.members[1]
    root.members[0].friend = root.members[1]
    root.members[1].leader = root
    root.members[1].rivals = [root, root.members[0]]
    let bytes: [UInt8] = try KeyedArchiver().encode([root])
    var unarchivers = [KeyedUnarchiver(), KeyedUnarchiver()]
    unarchivers[1].usesCells = true
    for index in unarchivers.indices { unarchivers[index].verifiesChecksums = false }
    for index in bytes.indices {
      for change: UInt8 in [1, 2, 4, 0x10, 0x80] {
        var changed = bytes
        changed[index] ^= change
        let outcomes = unarchivers.map { unarchiver -> String in
          do {
            let read = try unarchiver.decode([Member].self, from: changed)
            defer { for member in read { for each in member.all { each.origin = nil } } }
            // Changed bytes may make a graph in which ways down come back to where they began.
            return read.map { "\($0.name) \($0.members.map(\.name)) \($0.rivals.map(\.name))" }
              .joined()
          } catch let error as ArchiveError {
            return "\(error.code)"
          } catch {
            return "\(error)"
          }
        }
        let areRefused = outcomes.map { $0.hasPrefix("Code") }
        #expect(areRefused[0] == areRefused[1], "byte \(index) ^ \(change): \(outcomes)")
        if !areRefused[0] { #expect(outcomes[0] == outcomes[1], "byte \(index) ^ \(change)") }
      }
    }
    root.members[0].origin = nil
  }
}
