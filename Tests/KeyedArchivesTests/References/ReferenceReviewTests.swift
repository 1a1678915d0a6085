import ArchiveInspection
import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

@_silgen_name("malloc_trim") private func trimMemory(_: Int) -> Int32

/// Back and conditional edges where they are hardest: in bodies, kept containers, streams, callbacks, limits.
@Suite(.serialized) struct ReferenceReviewTests {
  typealias Node = ReferenceSamples.Node
  typealias Link = ReferenceSamples.Link

  /// Whether a body comes to an end in some seconds, on a thread that is given up else.
  private func ends(_ seconds: Double = 60, _ body: @escaping @Sendable () -> Void) -> Bool {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    return done.wait(timeout: .now() + seconds) == .success
  }

  private func error(_ body: () throws -> Void) -> ArchiveError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ArchiveError ?? ArchiveError(.malformed, "another error: \(error)")
    }
  }

  /// An object whose body is one edge.
  final class Single: Codable {
    var next = BackReference<Single>()
    init() {}
    init(from decoder: any Decoder) throws {
      next = try decoder.singleValueContainer().decode(BackReference<Single>.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(next)
    }
  }

  private func ring(_ count: Int) -> [Single] {
    let all = (0..<count).map { _ in Single() }
    for index in all.indices {
      all[index].next = BackReference(wrappedValue: all[(index + 1) % count])
    }
    return all
  }

  // MARK: bodies that are edges

  @Test(arguments: [1, 2]) func `a ring of bodies that are edges ends`(count: Int) throws {
    let all = ring(count)
    let bytes: [UInt8] = try KeyedArchiver().encode(all[0])
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
    #expect(ends { _ = try? KeyedUnarchiver().decode(Single.self, from: bytes) })
    for single in all { single.next = BackReference() }
  }

  @Test func `a leaf asked for where a ring stands ends`() throws {
    let all = ring(1)
    let bytes: [UInt8] = try KeyedArchiver().encode(["a": all[0]])
    #expect(ends { _ = try? KeyedUnarchiver().decode([String: Int].self, from: bytes) })
    all[0].next = BackReference()
  }

  @Test func `a path through a ring ends`() throws {
    let all = ring(1)
    let bytes: [UInt8] = try KeyedArchiver().encode(["a": all[0]])
    #expect(
      ends {
        _ = try? ArchiveInspector(bytes).value(
          at: ArchivePath([.key("a"), .key("b")]))
      })
    all[0].next = BackReference()
  }

  @Test(arguments: [2_000, 12_000]) func `a chain of bodies that are edges is read`(count: Int)
    throws
  {
    let all = ring(count)
    all[count - 1].next = BackReference()
    let bytes: [UInt8] = try KeyedArchiver().encode(all[0])
    #expect(error { _ = try KeyedUnarchiver().decode(Single.self, from: bytes) } == nil)
    for single in all { single.next = BackReference() }
  }

  // MARK: leaks

  final class Tracked: Codable {
    var number = 1
    @BackReference var other: Tracked?
    init() {}
  }

  final class Probe: @unchecked Sendable {
    weak var seen: Tracked?
  }
  // swift-format-ignore: NeverForceUnwrap
  static let probeKey = CodingUserInfoKey(rawValue: "probe")!

  struct Failing: Codable {
    var tracked: Tracked
    init(_ tracked: Tracked) { self.tracked = tracked }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tracked = try container.decode(Tracked.self, forKey: .tracked)
      (decoder.userInfo[ReferenceReviewTests.probeKey] as? Probe)?.seen = tracked
      throw CocoaError(.coderInvalidValue)
    }
  }

  @Test(arguments: [true, false]) func `nothing is left of a decode that failed`(usesCells: Bool)
    throws
  {
    let tracked = Tracked()
    tracked.other = Tracked()
    let bytes: [UInt8] = try KeyedArchiver().encode(Failing(tracked))
    let probe = Probe()
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.userInfo[Self.probeKey] = probe
    #expect(throws: CocoaError.self) { try unarchiver.decode(Failing.self, from: bytes) }
    #expect(probe.seen == nil)
  }

  // MARK: containers that are kept

  final class Kept: @unchecked Sendable {
    var container: KeyedDecodingContainer<Keys>?
    var late: BackReference<Link>?
    var lateTarget: Link?
    var lateError: (any Error)?
  }
  enum Keys: CodingKey { case first, link }
  // swift-format-ignore: NeverForceUnwrap
  static let keptKey = CodingUserInfoKey(rawValue: "kept")!

  struct Keeper: Codable {
    var first: BackReference<Link>
    var link: Link
    var isInCallback = false
    init(_ link: Link) {
      self.link = link
      first = BackReference(wrappedValue: link)
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      first = try container.decode(BackReference<Link>.self, forKey: .first)
      link = try container.decode(Link.self, forKey: .link)
      guard let kept = decoder.userInfo[ReferenceReviewTests.keptKey] as? Kept else { return }
      kept.container = container
      try first.whenComplete { _ in
        do {
          kept.late = try container.decode(BackReference<Link>.self, forKey: .first)
        } catch { kept.lateError = error }
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(first, forKey: .first)
      try container.encode(link, forKey: .link)
    }
  }

  @Test func `a reference that is decoded in a callback is there, or an error`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Keeper(Link(4)))
    let kept = Kept()
    var unarchiver = KeyedUnarchiver()
    unarchiver.userInfo[Self.keptKey] = kept
    let failure = error { _ = try unarchiver.decode(Keeper.self, from: bytes) }
    #expect(failure != nil || kept.lateError != nil || kept.late?.wrappedValue?.number == 4)
  }

  @Test func `a reference that is decoded after decode is there, or an error`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Keeper(Link(4)))
    let kept = Kept()
    var unarchiver = KeyedUnarchiver()
    unarchiver.userInfo[Self.keptKey] = kept
    _ = try? unarchiver.decode(Keeper.self, from: bytes)
    var late: BackReference<Link>?
    let failure = error {
      late = try kept.container?.decode(BackReference<Link>.self, forKey: .first)
    }
    #expect(failure != nil || late?.wrappedValue?.number == 4)
    // In the other way it is refused.
  }

  // MARK: streams

  struct Item: Codable {
    var blob: BackReference<Blob>
    init(_ blob: Blob) { self.blob = BackReference(wrappedValue: blob) }
  }
  final class Blob: Codable {
    var data: Data
    init(_ data: Data) { self.data = data }
    func encode(to encoder: any Encoder) throws {
      if data.isEmpty { throw CocoaError(.coderInvalidValue) }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(data, forKey: .data)
    }
  }

  @Test func `batches count what stands in their tails`() throws {
    let items = (0..<80).map { Item(Blob(Data(repeating: UInt8($0), count: 1 << 20))) }
    let bytes = try stream(items)
    let back = error { _ = try elements(Item.self, of: bytes) }
    #expect(back == nil)
    #expect(try ArchiveInspector(bytes).summary.partCount > 80)
  }

  @Test func `a value whose tail cannot be archived leaves the stream as it was`() throws {
    var bytes: [UInt8] = []
    let writer = ArchiveStreamWriter<Item>(to: ArchiveOutput { bytes += $0 })
    try writer.append(Item(Blob(Data([1]))))
    let first = error { try writer.append(Item(Blob(Data()))) }
    let second = error { try writer.append(Item(Blob(Data([3])))) }
    let end = error { try writer.finish() }
    #expect(first != nil)
    #expect(second == nil)
    #expect(end == nil)
    #expect((try? elements(Item.self, of: bytes).count) == 2)
  }

  // MARK: what is thrown and caught while encoding

  struct Throwing: Encodable {
    let body: () throws -> Void
    func encode(to encoder: any Encoder) throws {
      _ = encoder.container(keyedBy: Keys.self)
      try body()
      throw CocoaError(.coderInvalidValue)
    }
  }

  /// Fills kept containers from inside of a value that then throws.
  struct Late: Codable {
    enum Fields: CodingKey { case one, two, bad, after }
    var one: [Link] = []
    var edges: [BackReference<Link>] = []
    var after: [Link] = []
    var mode = 0
    var links: [Link] = []

    init(_ mode: Int, _ links: [Link]) { (self.mode, self.links) = (mode, links) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Fields.self)
      if let read = try? container.decode([Link].self, forKey: .one) { one = read }
      if let read = try? container.decode([BackReference<Link>].self, forKey: .two) { edges = read }
      after = try container.decode([Link].self, forKey: .after)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Fields.self)
      var one = container.nestedUnkeyedContainer(forKey: .one)
      var two = container.nestedUnkeyedContainer(forKey: .two)
      let link = links[0]
      switch mode {
      case 0:
        // The edge stays, its number is given up.
        try? container.encode(
          Throwing { try two.encode(BackReference(wrappedValue: link)) }, forKey: .bad)
      case 1:
        // The object stays in the second, a reference to it in the first.
        var second = container.nestedUnkeyedContainer(forKey: .bad)
        try? container.encode(
          Throwing {
            try second.encode(link)
            try one.encode(link)
          }, forKey: .after)
        return try container.encode([Link](), forKey: .after)
      case 2:
        try? container.encode(Throwing { try one.encode(link) }, forKey: .bad)
      default: break
      }
      try container.encode([link], forKey: .after)
    }
  }

  @Test func `an edge in a kept container, whose value around it throws`() throws {
    let link = Link(7)
    let bytes: [UInt8] = try KeyedArchiver().encode(Late(0, [link]))
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
    let back = try KeyedUnarchiver().decode(Late.self, from: bytes)
    #expect(back.edges.count == 1 && back.edges.first?.wrappedValue === back.after.first)
  }

  @Test func `a reference in a kept container, whose value around it throws`() throws {
    let link = Link(7)
    let bytes: [UInt8] = try KeyedArchiver().encode(Late(1, [link]))
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
    let back = try KeyedUnarchiver().decode(Late.self, from: bytes)
    #expect(back.one.map(\.number) == [7])
  }

  @Test func `an object in a kept container, whose value around it throws`() throws {
    let link = Link(7)
    let bytes: [UInt8] = try KeyedArchiver().encode(Late(2, [link]))
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
    let back = try KeyedUnarchiver().decode(Late.self, from: bytes)
    #expect(back.one.count == 1 && back.one.first === back.after.first)
  }

  // MARK: null

  struct WasWeak: Codable {
    var name = "x"
    @WeakReference var node: Node?
    var optional: WeakReference<Node>?
    init(_ node: Node) {
      self.node = node
      optional = WeakReference(wrappedValue: node)
    }
  }
  struct NowPlain: Codable {
    var name: String
    var node: Node?
  }
  struct NowUnkeyed: Decodable {
    var nils: [Bool] = []
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      nils.append(try container.decodeNil())
    }
  }
  struct NowNil: Decodable {
    var isNil: Bool
    init(from decoder: any Decoder) throws {
      isNil = try decoder.container(keyedBy: WasKeys.self).decodeNil(forKey: .node)
    }
    enum WasKeys: CodingKey { case node }
  }

  @Test func `a conditional edge to nobody reads as null`() throws {
    let node = Node("n")
    let bytes: [UInt8] = try KeyedArchiver().encode(WasWeak(node))
    let list: [UInt8] = try KeyedArchiver().encode([WeakReference(wrappedValue: node)])
    #expect(error { _ = try KeyedUnarchiver().decode(NowPlain.self, from: bytes) } == nil)
    #expect(try KeyedUnarchiver().decode(NowNil.self, from: bytes).isNil)
    #expect(try KeyedUnarchiver().decode(NowUnkeyed.self, from: list).nils == [true])
    #expect(try KeyedUnarchiver().decode([Node?].self, from: list).count == 1)
  }

  // MARK: early reads

  final class Eager: Codable {
    @BackReference var link: Link?
    init(_ link: Link) { self.link = link }
    init(from decoder: any Decoder) throws {
      _link = try decoder.container(keyedBy: Keys.self).decode(
        BackReference<Link>.self, forKey: .link)
      _ = try $link.get()
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(_link, forKey: .link)
    }
  }

  @Test func `get before the graph is complete tells so`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Eager(Link(1)))
    let failure = error { _ = try KeyedUnarchiver().decode(Eager.self, from: bytes) }
    #expect(failure?.code == .pendingReference)
  }

  // MARK: what was given up

  struct Discarding: Codable {
    var owner: WeakOwner?
    init(_ owner: WeakOwner) { self.owner = owner }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      owner = try? container.decode(WeakOwner.self, forKey: .owner)
    }
  }
  final class WeakOwner: Codable {
    @RequiredWeakReference var node: Node?
    var number = 1
    init(_ node: Node) { self.node = node }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _node = try container.decode(RequiredWeakReference<Node>.self, forKey: .node)
      throw CocoaError(.coderInvalidValue)
    }
  }

  @Test func `references of values that were given up are not waited for`() throws {
    let node = Node("n")
    let bytes: [UInt8] = try KeyedArchiver().encode(Discarding(WeakOwner(node)))
    let failure = error { _ = try KeyedUnarchiver().decode(Discarding.self, from: bytes) }
    #expect(failure == nil)
  }

  // MARK: parts

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

  // MARK: depth

  struct Deep: Codable {
    var level: Int
    init(_ level: Int) { self.level = level }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if level > 0 { try container.encode(Deep(level - 1)) }
    }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      level = container.isAtEnd ? 0 : try container.decode(Deep.self).level + 1
    }
  }
  final class DeepObject: Codable {
    var deep: Deep
    init(_ level: Int) { deep = Deep(level) }
  }
  struct DeepRoot: Codable {
    var back: BackReference<DeepObject>
  }

  @Test func `the tail at the limit of depth`() throws {
    var refused = 0
    for level in 8..<16 {
      var archiver = KeyedArchiver()
      archiver.maximumDepth = 12
      var unarchiver = KeyedUnarchiver()
      unarchiver.limits.maximumDepth = 12
      let root = DeepRoot(back: BackReference(wrappedValue: DeepObject(level)))
      var bytes: [UInt8]?
      let failure = error { bytes = try archiver.encode(root) }
      if let bytes {
        let read = error { _ = try unarchiver.decode(DeepRoot.self, from: bytes) }
        #expect(read == nil, "\(level)")
      } else {
        refused += 1
        #expect(failure?.code == .limitExceeded)
      }
    }
    #expect(refused > 2 && refused < 8)
  }

  // MARK: super encoders

  final class Upper: Codable {
    var link = BackReference<Link>()
    init(_ link: Link) { self.link = BackReference(wrappedValue: link) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      link = try BackReference(from: container.superDecoder(forKey: .link))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try link.encode(to: container.superEncoder(forKey: .link))
    }
  }
  struct UpperValue: Codable {
    var link = BackReference<Link>()
    init(_ link: Link) { self.link = BackReference(wrappedValue: link) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      link = try BackReference(from: container.superDecoder(forKey: .link))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try link.encode(to: container.superEncoder(forKey: .link))
    }
  }

  @Test func `an edge as the value of a super encoder`() throws {
    let failure = error {
      let bytes: [UInt8] = try KeyedArchiver().encode(Upper(Link(5)))
      let back = try KeyedUnarchiver().decode(Upper.self, from: bytes)
      #expect(back.link.wrappedValue?.number == 5)
    }
    #expect(failure == nil)
    let second = error {
      let bytes: [UInt8] = try KeyedArchiver().encode([UpperValue(Link(5))])
      let back = try KeyedUnarchiver().decode([UpperValue].self, from: bytes)
      #expect(back[0].link.wrappedValue?.number == 5)
    }
    #expect(second == nil)
  }

  // MARK: both ways to read

  enum Mixed: Codable {
    case number(Int), text(String), weak(WeakReference<Node>), back(BackReference<Node>), node(Node)
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .weak(let value): try container.encode(value)
      case .back(let value): try container.encode(value)
      case .node(let value): try container.encode(value)
      }
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Int.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else {
        self = .weak(try container.decode(WeakReference<Node>.self))
      }
    }
  }
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

  @Test(arguments: [false, true]) func `changed archives are read alike in both ways`(
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
    #expect(differences.isEmpty)
  }

  // MARK: time

  final class Soft: Codable {
    var number: Int
    var extra: String?
    init(_ number: Int) { self.number = number }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(Int.self, forKey: .number)
      extra = try? container.decode(String.self, forKey: .extra)
    }
  }
  struct Shown: Codable {
    var edges: [BackReference<Soft>]
    var hidden: [Soft]
  }
  struct ShownOnly: Codable {
    var edges: [BackReference<Soft>]
  }

  @Test func `the time that decoding takes is linear`() throws {
    func time(_ count: Int) throws -> Double {
      let all = (0..<count).map { Soft($0) }
      let bytes: [UInt8] = try KeyedArchiver().encode(
        Shown(edges: all.map { BackReference(wrappedValue: $0) }, hidden: all))
      // The best of some, since other tests take their turns.
      return try (0..<5).map { _ in
        let start = Date()
        let back = try KeyedUnarchiver().decode(ShownOnly.self, from: bytes)
        #expect(back.edges.last?.wrappedValue?.number == count - 1)
        return Date().timeIntervalSince(start)
      }.min() ?? 0
    }
    let (small, large) = (try time(1_500), try time(6_000))
    #expect(large < 10 * small)
  }

  // MARK: parts of graphs

  final class G: Codable, Hashable {
    var id: Int
    var list: [G] = []
    var nodes: [G?] = []
    var map: [G: BackReference<G>] = [:]
    var named: [String: WeakReference<G>] = [:]
    @BackReferences var strong: [G]
    var mixed: [Piece] = []
    var single: BackReference<G>?
    init(_ id: Int) { self.id = id }
    static func == (left: G, right: G) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
    func clear() {
      list = []; nodes = []; map = [:]; named = [:]; strong = []; mixed = []; single = nil
    }
  }
  enum Piece: Codable {
    case number(Int), back(BackReference<G>), conditional(ConditionalReference<G>), object(G)
    case pair(first: BackReference<G>, second: G)
  }

  private func graph(_ count: Int, _ generator: inout SeededGenerator) -> [G] {
    let all = (0..<count).map { G($0) }
    func any() -> G { all[Int.random(in: 0..<count, using: &generator)] }
    for vertex in all where vertex.id > 0 {
      func small() -> G { all[Int.random(in: 0..<vertex.id, using: &generator)] }
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: vertex.list.append(small())
        case 1: vertex.nodes += [nil, small()]
        case 2: vertex.map[small()] = BackReference(wrappedValue: any())
        case 3: vertex.named["\(any().id)"] = WeakReference(wrappedValue: any())
        case 4: vertex.strong.append(any())
        case 5:
          vertex.mixed += [.number(1), .back(BackReference(wrappedValue: any())), .object(small())]
        case 6: vertex.mixed.append(.conditional(ConditionalReference(wrappedValue: any())))
        case 7:
          vertex.mixed.append(.pair(first: BackReference(wrappedValue: any()), second: small()))
        default: vertex.single = BackReference(wrappedValue: any())
        }
      }
    }
    return all
  }

  private func text(_ roots: [G]) -> [String] {
    var seen: [ObjectIdentifier: G] = [:]
    var queue = roots
    var lines: [String] = []
    while let g = queue.popLast() {
      guard seen.updateValue(g, forKey: ObjectIdentifier(g)) == nil else { continue }
      var line = "\(g.id): "
      queue += g.list + g.nodes.compactMap { $0 } + g.strong
      line += "\(g.list.map(\.id)) \(g.nodes.map { $0?.id ?? -1 }) \(g.strong.map(\.id)) "
      for (key, value) in g.map.sorted(by: { $0.key.id < $1.key.id }) {
        queue += [key] + [value.wrappedValue].compactMap { $0 }
        line += "\(key.id)=\(value.wrappedValue?.id ?? -1) "
      }
      line += g.named.keys.sorted().joined(separator: ",")
      for piece in g.mixed {
        switch piece {
        case .number(let n): line += " n\(n)"
        case .back(let b):
          queue += [b.wrappedValue].compactMap { $0 }; line += " b\(b.wrappedValue?.id ?? -1)"
        case .conditional: line += " c"
        case .object(let o): queue.append(o); line += " o\(o.id)"
        case .pair(let f, let s):
          queue += [f.wrappedValue].compactMap { $0 } + [s];
          line += " p\(f.wrappedValue?.id ?? -1),\(s.id)"
        }
      }
      if let single = g.single {
        queue += [single.wrappedValue].compactMap { $0 };
        line += " s\(single.wrappedValue?.id ?? -1)"
      }
      lines.append(line)
    }
    return lines.sorted()
  }

  private func clear(_ roots: [G]) {
    var seen: Set<ObjectIdentifier> = []
    var queue = roots
    while let g = queue.popLast() {
      guard seen.insert(ObjectIdentifier(g)).inserted else { continue }
      queue += g.list + g.nodes.compactMap { $0 } + g.strong + g.map.keys
      queue += g.map.values.compactMap(\.wrappedValue)
      for piece in g.mixed {
        switch piece {
        case .back(let b): queue += [b.wrappedValue].compactMap { $0 }
        case .object(let o): queue.append(o)
        case .pair(let f, let s): queue += [f.wrappedValue].compactMap { $0 } + [s]
        default: break
        }
      }
      queue += [g.single?.wrappedValue].compactMap { $0 }
      g.clear()
    }
  }

  @Test(arguments: 0..<60) func `random graphs of all forms`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 1000)
    let all = graph(Int.random(in: 2...25, using: &generator), &generator)
    let roots = all.filter { _ in Bool.random(using: &generator) }
    let expected = text(roots)
    var bytes: [[UInt8]] = []
    bytes.append(try KeyedArchiver().encode(roots))
    bytes.append(try KeyedArchiver(framing: .multiPart).encode(roots))
    let dictionary = ShapeDictionary()
    let encoding = try KeyedArchiver().encode(roots, against: dictionary)
    let grown = try dictionary.adding(encoding.additions)
    bytes.append(try grown.selfContained(encoding.bytes))
    let read = try KeyedUnarchiver().decode([G].self, from: encoding.bytes, dictionary: grown)
    #expect(text(read) == expected)
    clear(read)
    for bytes in bytes {
      #expect(ArchiveVerification(of: bytes).findings.isEmpty)
      for usesCells in [false, true] {
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        let back = try unarchiver.decode([G].self, from: bytes)
        #expect(text(back) == expected)
        clear(back)
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
    clear(parts)
    clear(all)
  }

  // MARK: round three

  @Test(arguments: 0..<30) func `graphs without sets and maps are canonical`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 5000)
    let all = graph(Int.random(in: 2...25, using: &generator), &generator)
    for g in all { (g.map, g.named) = ([:], [:]) }
    let roots = all.filter { _ in Bool.random(using: &generator) }
    for framing in [KeyedArchiver(framing: .singlePart), KeyedArchiver(framing: .multiPart)] {
      let bytes: [UInt8] = try framing.encode(roots)
      #expect(ArchiveVerification(of: bytes, requiresCanonicalForm: true).findings.isEmpty)
    }
    clear(all)
  }

  struct EdgeKey: Codable, Hashable {
    var link: BackReference<Link>
    static func == (left: Self, right: Self) -> Bool {
      left.link.wrappedValue === right.link.wrappedValue
    }
    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }

  @Test func `members that are edges only are not the same`() throws {
    let (a, b) = (Link(1), Link(2))
    let set: Set = [
      EdgeKey(link: BackReference(wrappedValue: a)), EdgeKey(link: BackReference(wrappedValue: b)),
    ]
    let bytes: [UInt8] = try KeyedArchiver().encode(set)
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
  }

  struct PlainKeeper: Codable {
    var first: Link
    var link: Link
  }

  @Test(arguments: [false, true]) func `a reference from an ordinary edge that is decoded late`(
    usesCells: Bool
  ) throws {
    let link = Link(4)
    let bytes: [UInt8] = try KeyedArchiver().encode(PlainKeeper(first: link, link: link))
    let kept = Kept()
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.userInfo[Self.keptKey] = kept
    let failure = error {
      let back = try unarchiver.decode(Keeper.self, from: bytes)
      #expect(back.first.wrappedValue === back.link)
    }
    #expect(failure != nil || kept.lateError != nil || kept.late?.wrappedValue?.number == 4)
    var late: BackReference<Link>?
    let second = error {
      late = try kept.container?.decode(BackReference<Link>.self, forKey: .first)
    }
    #expect(second != nil || late?.wrappedValue?.number == 4)
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

  @Test func `parts of an array of objects that were mentioned before`() throws {
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

  @Test(arguments: [true, false]) func `nothing is left of a decode that succeeded`(usesCells: Bool)
    throws
  {
    let tracked = Tracked()
    tracked.other = Tracked()
    let bytes: [UInt8] = try KeyedArchiver().encode([tracked])
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    weak var first: Tracked?
    weak var second: Tracked?
    do {
      let back = try unarchiver.decode([Tracked].self, from: bytes)
      withExtendedLifetime(back) {
        (first, second) = (back[0], back[0].other)
        #expect(second != nil)
      }
    }
    #expect(first == nil && second == nil)
  }

  @Test func `an edge as a root and as elements of a stream`() throws {
    let link = Link(3, next: Link(4))
    for layout in Layout.all {
      let bytes = try layout.bytes(BackReference(wrappedValue: link))
      #expect(ArchiveVerification(of: bytes, requiresCanonicalForm: true).findings.isEmpty)
      let back = try KeyedUnarchiver().decode(BackReference<Link>.self, from: bytes)
      #expect(back.wrappedValue?.next?.number == 4)
      let plain = try KeyedUnarchiver().decode(Link.self, from: bytes)
      #expect(plain.next?.number == 4)
      let nobody = try layout.bytes(WeakReference(wrappedValue: link))
      #expect(
        try KeyedUnarchiver().decode(WeakReference<Link>.self, from: nobody).wrappedValue == nil)
    }
    let streamed = try stream([
      BackReference(wrappedValue: link), BackReference(wrappedValue: link),
    ])
    let back = try elements(BackReference<Link>.self, of: streamed)
    #expect(back[0].wrappedValue === back[1].wrappedValue && back[0].wrappedValue?.number == 3)
  }

  struct Mirror: Decodable {
    var name: String
    var children: [Mirror]
    var parent: [Mirror]
    enum K: CodingKey { case name, children, parent }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: K.self)
      name = try container.decode(String.self, forKey: .name)
      children = try container.decode([Mirror].self, forKey: .children)
      parent = try container.decodeIfPresent(Mirror.self, forKey: .parent).map { [$0] } ?? []
    }
  }

  @Test func `values that read through a cycle are bounded`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Node("root", [Node("a"), Node("b")]))
    let isEnded = ends(300) {
      let failure = self.error { _ = try KeyedUnarchiver().decode(Mirror.self, from: bytes) }
      #expect(failure?.code == .limitExceeded || failure?.code == .stackExhausted)
    }
    #expect(isEnded)
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
      let all = graph(12, &generator)
      let first: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(all)
      clear(all)
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
      for round in 0..<2_500 {
        let changed = mutation.changed(round % 2 == 0 ? bytesOfGraphs : bytesOfLinks)
        if round % 2 == 0 {
          let a = self.error { self.clear(try unarchiver.decode([G].self, from: changed)) }
          let b = self.error { self.clear(try throughCells.decode([G].self, from: changed)) }
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
          _ = inspector.dump()
          inspector.printTree { _ in }
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
      #expect(differences == 0 && refused == 0)
    }
    #expect(isEnded)
  }

  // MARK: round four

  final class Holder: Encodable {
    let name: String
    var body: (Holder, any Encoder) throws -> Void
    init(_ name: String, _ body: @escaping (Holder, any Encoder) throws -> Void) {
      (self.name, self.body) = (name, body)
    }
    func encode(to encoder: any Encoder) throws { try body(self, encoder) }
  }
  struct Lists: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      var kept: (any UnkeyedEncodingContainer)?
      let y = Holder("y") { _, encoder in
        var container = encoder.container(keyedBy: Keys.self)
        kept = container.nestedUnkeyedContainer(forKey: .link)
      }
      let x = Holder("x") { _, encoder in
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(y, forKey: .first)
      }
      try container.encode(y)
      try container.encode(x)
      try kept?.encode(x)
    }
  }

  @Test func `a cycle that a container closes late is refused`() throws {
    var bytes: [UInt8]?
    let failure = error { bytes = try KeyedArchiver().encode(Lists()) }
    #expect(failure?.code == .undeclaredCycle)
    if let bytes { #expect(ArchiveVerification(of: bytes).findings.isEmpty) }
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

  @Test func `the limit of objects`() throws {
    let links = (0..<5).map { Link($0) }
    for (link, next) in zip(links, links[1...]) { link.next = next }
    links[4].weak = Link(9)
    let nobody = Link(10)
    links[4].other = nobody
    let bytes: [UInt8] = try KeyedArchiver().encode(links[0])
    for (limit, isRead) in [(5, false), (6, false), (7, true)] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.limits.maximumObjectCount = limit
      let failure = error { _ = try unarchiver.decode(Link.self, from: bytes) }
      // The weak one was gone already.
      #expect((failure == nil) == (isRead || limit == 6), "\(limit)")
    }
  }

  @Test func `a required reference without an object is not encoded by others`() throws {
    struct Row: Codable { @RequiredReference var link: Link? }
    #expect(throws: (any Error).self) { try JSONEncoder().encode(Row()) }
  }

  @Test func `a long chain of back references is let go`() async throws {
    await #expect(processExitsWith: .success) {
      final class Chain: Codable {
        var number = 0
        @BackReference var next: Chain?
        init() {}
      }
      let all = (0..<60_000).map { _ in Chain() }
      for (link, next) in zip(all, all[1...]) { link.next = next }
      let bytes: [UInt8] = try KeyedArchiver().encode(all[0])
      for link in all { link.next = nil }
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        _ = try? KeyedUnarchiver().decode(Chain.self, from: bytes)
        done.signal()
      }
      thread.stackSize = 8 << 20
      thread.start()
      done.wait()
    }
  }

  /// What the process has in memory, at most, since the last call with true.
  private func peakByteCount(resetting: Bool = false) -> Int {
    if resetting {
      _ = trimMemory(0)
      try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    }
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) << 10
  }

  @Test func `references are counted as bytes that are built`() throws {
    let link = Link(1)
    let count = 1_000_000
    let bytes: [UInt8] = try KeyedArchiver().encode(
      Array(repeating: BackReference(wrappedValue: link), count: count))
    var unarchiver = KeyedUnarchiver()
    unarchiver.limits.maximumMaterializedByteCount = 72 << 20
    let before = peakByteCount(resetting: true)
    var back: [BackReference<Link>] = []
    let failure = error { back = try unarchiver.decode([BackReference<Link>].self, from: bytes) }
    let grown = peakByteCount() - before
    #expect(failure != nil || grown < 144 << 20)
    #expect(failure == nil || back.isEmpty)
  }

  struct Evolved: Codable {
    var tracked: BackReference<Tracked>
    var mixed: [Mixed]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tracked = try container.decode(BackReference<Tracked>.self, forKey: .tracked)
      (decoder.userInfo[ReferenceReviewTests.countKey] as? Count)?.boxes.append(
        WeakBox(tracked.box))
      mixed = try container.decode([Mixed].self, forKey: .mixed)
    }
  }
  struct Older: Codable {
    var tracked: Tracked
    var mixed: [Mixed]
  }
  struct WeakBox {
    weak var box: AnyObject?
    init(_ box: AnyObject) { self.box = box }
  }
  final class Count: @unchecked Sendable { var boxes: [WeakBox] = [] }
  // swift-format-ignore: NeverForceUnwrap
  static let countKey = CodingUserInfoKey(rawValue: "count")!

  @Test func `nothing is left of the way that was given up`() throws {
    let node = Node("n")
    let bytes: [UInt8] = try KeyedArchiver().encode(
      Older(
        tracked: Tracked(),
        mixed: [.number(1), .weak(WeakReference(wrappedValue: node)), .text("a")]))
    let count = Count()
    var unarchiver = KeyedUnarchiver()
    unarchiver.userInfo[Self.countKey] = count
    do { #expect(try unarchiver.decode(Evolved.self, from: bytes).tracked.wrappedValue != nil) }
    #expect(count.boxes.allSatisfy { $0.box == nil })
  }

  @Test func `a long chain is let go that was taken apart`() async throws {
    await #expect(processExitsWith: .success) {
      final class Chain: Codable {
        var number = 0
        @BackReference var next: Chain?
        init() {}
      }
      let all = (0..<60_000).map { _ in Chain() }
      for (link, next) in zip(all, all[1...]) { link.next = next }
      let bytes: [UInt8] = try KeyedArchiver().encode(all[0])
      for link in all { link.next = nil }
      var link = try? KeyedUnarchiver().decode(Chain.self, from: bytes)
      while let here = link {
        link = here.next
        here.next = nil
      }
    }
  }
}
