import Foundation
import KeyedArchives
import Synchronization
import Testing

/// A class that is not on the list runs none of its code, wherever it stands.
///
/// In every cell of the matrix an archive holds a ``Canary`` where its base class is asked for. Its
/// `init(from:)`, `deinit`, `hash(into:)`, `==` and the observer of a property raise a flag.
@Suite(.serialized) struct CanaryTests {
  @Test(arguments: Layout.all) func `the canary stays silent in every position`(
    _ layout: Layout
  ) throws {
    var cellCount = 0
    for position in Position.all {
      for policy in Policy.all {
        let bytes = try position.archive(layout)
        Canary.sang.withLock { $0 = false }
        let unarchiver = KeyedUnarchiver(allowedTypes: policy.list)
        let error = #expect(
          throws: ArchiveError.self, "\(position.name), \(policy.name)"
        ) { try position.decode(unarchiver, bytes) }
        #expect(error?.code == .typeNotAllowed, "\(position.name), \(policy.name)")
        #expect(error?.message.contains("Canary") == true)
        #expect(error?.byteOffset != nil)
        #expect(error?.path.description == position.path, "\(position.name)")
        #expect(!Canary.sang.withLock { $0 }, "\(position.name), \(policy.name)")
        cellCount += 1
      }
      let bytes = try position.archive(layout)
      Canary.sang.withLock { $0 = false }
      try position.decode(KeyedUnarchiver(allowedTypes: [Canary.self]), bytes)
      #expect(Canary.sang.withLock { $0 }, "the canary can sing in \(position.name)")
    }
    print("canary matrix, \(layout): \(cellCount) cells, the flag never raised")
  }

  @Test func `an error that user code swallows is thrown all the same`() throws {
    struct Swallowing: Codable {
      var perches: [Perch] = []
      init(_ perches: [Perch]) { self.perches = perches }
      enum CodingKeys: CodingKey { case perches, after }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        perches = (try? container.decode([Perch].self, forKey: .perches)) ?? []
        _ = try? container.decode(Perch.self, forKey: .after)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(perches, forKey: .perches)
        try container.encode(Perch(), forKey: .after)
      }
    }
    let bytes: [UInt8] = try KeyedArchiver().encode(Swallowing([Canary()]))
    Canary.sang.withLock { $0 = false }
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Swallowing.self, from: bytes)
    }
    #expect(error?.code == .typeNotAllowed)
    #expect(!Canary.sang.withLock { $0 })
  }

  /// What is allowed in one place is asked about again in each other.
  @Test(arguments: Layout.all) func `a canary that may sit elsewhere`(_ layout: Layout) throws {
    final class Weak: Codable { @WeakReference var perch: Perch? }
    final class Conditional: Codable { @ConditionalReference var perch: Perch? }
    final class Strong: Codable { @BackReference var perch: Perch? }
    struct Ordinary: Codable { var perch: Perch? }
    struct Place<Holder: Codable>: Codable {
      var canary: Canary
      var holder: Holder
    }
    let canary = Canary()
    let (weak, conditional, strong) = (Weak(), Conditional(), Strong())
    (weak.perch, conditional.perch, strong.perch) = (canary, canary, canary)
    func check<Holder: Codable>(_ holder: Holder) throws {
      let bytes = try layout.bytes(Place(canary: canary, holder: holder))
      for policy in Policy.all {
        let error = #expect(throws: ArchiveError.self, "\(Holder.self), \(policy.name)") {
          try KeyedUnarchiver(allowedTypes: policy.list).decode(Place<Holder>.self, from: bytes)
        }
        #expect(error?.code == .typeNotAllowed && error?.path.description == "$.holder.perch")
      }
      var list = TypeAllowList()
      list.allow(Canary.self, under: ArchivePath([.key("holder")]))
      _ = try KeyedUnarchiver(allowedTypes: list).decode(Place<Holder>.self, from: bytes)
    }
    try check(weak)
    try check(conditional)
    try check(strong)
    try check(Ordinary(perch: canary))
  }

  /// Inside of what is kept as it is no code runs, when it is decoded, looked at, written again and let go.
  @Test(arguments: Layout.all) func `a canary in a placeholder`(_ layout: Layout) throws {
    struct Place: Codable {
      var birds: [Perch]
      var more: [String: Perch]
    }
    struct Kept: Codable {
      var birds: [ArchivedPlaceholder]
      var more: ArchivedValue
    }
    let canary = Canary()
    let bytes = try layout.bytes(Place(birds: [canary, Canary()], more: ["k": canary]))
    Canary.sang.withLock { $0 = false }
    for policy in Policy.all {
      var kept: Kept? = try KeyedUnarchiver(allowedTypes: policy.list).decode(
        Kept.self, from: bytes)
      let bird = try #require(kept?.birds[1])
      let again = try layout.bytes(kept)
      let error = #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver(allowedTypes: policy.list).decode(Perch.self, from: bird.value)
      }
      #expect(error?.code == .typeNotAllowed)
      #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver(allowedTypes: policy.list).decode(Place.self, from: again)
      }
      kept = nil
      #expect(!Canary.sang.withLock { $0 }, "\(policy.name)")
    }
    let back = try KeyedUnarchiver(allowedTypes: [Canary.self]).decode(
      Place.self, from: layout.bytes(KeyedUnarchiver().decode(Kept.self, from: bytes)))
    #expect(back.birds[0] === back.more["k"])
  }

  @Test func `one object asked for as two classes is an error`() throws {
    struct Both: Encodable {
      var first: Perch
      var second: Perch
    }
    struct Other: Decodable {
      var first: Perch
      var second: Sparrow
    }
    let sparrow = Perch()
    let bytes: [UInt8] = try KeyedArchiver().encode(Both(first: sparrow, second: sparrow))
    var unarchiver = KeyedUnarchiver()
    unarchiver.allowedTypes.allow(Sparrow.self, names: ["Perch"])
    let error = #expect(throws: ArchiveError.self) {
      try unarchiver.decode(Other.self, from: bytes)
    }
    #expect(error?.code == .typeMismatch)
  }
}

class Perch: Codable, Hashable {
  init() {}
  func encode(to encoder: any Encoder) throws {}
  required init(from decoder: any Decoder) throws {}
  func hash(into hasher: inout Hasher) {}
  /// Called by `==`, on both sides.
  func compare() {}
  static func == (left: Perch, right: Perch) -> Bool {
    left.compare()
    right.compare()
    return left === right
  }
}

final class Canary: Perch {
  static let sang = Mutex(false)
  private var song = 0 {
    didSet { sing() }
  }
  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    Self.sang.withLock { $0 = true }
    try super.init(from: decoder)
    song = 1
  }
  deinit { sing() }
  override func hash(into hasher: inout Hasher) { sing() }
  override func compare() { sing() }
  private func sing() { Self.sang.withLock { $0 = true } }
}

final class Sparrow: Perch {}

/// Who is on the list.
private struct Policy {
  var name: String
  var list: TypeAllowList

  static var all: [Policy] {
    var alias = TypeAllowList()
    alias.allow(Perch.self, names: ["Bird"])
    var elsewhere: TypeAllowList = [Sparrow.self]
    elsewhere.allow(Canary.self, under: ArchivePath([.key("elsewhere")]))
    elsewhere.allow(Canary.self, under: ArchivePath([.key("perch"), .key("elsewhere")]))
    return [
      Policy(name: "nobody", list: []), Policy(name: "the base", list: [Perch.self]),
      Policy(name: "a sibling", list: [Sparrow.self]),
      Policy(name: "an unrelated class", list: [Counter.self]),
      Policy(name: "the base under an alias", list: alias),
      Policy(name: "the canary, for other paths", list: elsewhere),
    ]
  }
}

/// Where the canary stands.
private struct Position {
  var name: String
  var path: String
  var archive: (Layout) throws -> [UInt8]
  var decode: (KeyedUnarchiver, [UInt8]) throws -> Void

  /// The canary as a named root beside another one.
  private init(namedRoot name: String) {
    self.name = "a named root"
    path = "$" + name
    archive = { layout in
      [UInt8](
        try layout.archiver.encodeRoots { roots in
          try roots.encode(1)
          try roots.encode(Canary() as Perch, named: name)
        })
    }
    decode = { unarchiver, bytes in
      let roots = try unarchiver.roots(of: Data(bytes))
      _ = try roots.decode(Int.self)
      _ = try roots.decode(Perch.self, named: name)
    }
  }

  private init<Value: Codable>(_ name: String, _ path: String, _ make: @escaping () -> Value) {
    self.init(name, path, Value.self, make)
  }

  /// One that is decoded as another type.
  private init<Value: Encodable, Read: Decodable>(
    _ name: String, _ path: String, _ type: Read.Type, _ make: @escaping () -> Value
  ) {
    self.name = name
    self.path = path
    archive = { try $0.bytes(make()) }
    decode = { unarchiver, bytes in _ = try unarchiver.decode(type, from: bytes) }
  }

  struct Field: Codable { var perch: Perch }
  struct Optionals: Codable {
    var before = 1
    var perch: Perch?
  }
  enum Payload: Codable { case perch(Perch) }
  struct Nested: Codable {
    var a: [String: [Field?]]
  }
  struct Twice: Codable {
    var plain: Perch
    var list: [Perch]
  }
  struct Single: Codable {
    var perch: Perch
    init(_ perch: Perch) { self.perch = perch }
    init(from decoder: any Decoder) throws {
      perch = try decoder.singleValueContainer().decode(Perch.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(perch)
    }
  }
  final class Owner: Codable {
    var perch: Perch
    init(_ perch: Perch) { self.perch = perch }
  }
  final class Behind: Codable {
    @BackReference var perch: Perch?
    init(_ perch: Perch) { self.perch = perch }
  }
  final class Chained: Codable {
    @BackReference var next: Behind?
    init(_ perch: Perch) { next = Behind(perch) }
  }
  final class Several: Codable {
    @BackReferences var perches: [Perch]
    init(_ perches: [Perch]) { self.perches = perches }
  }
  struct Some: Codable { @Existential var perch: Perch }
  struct Somes: Codable { @ExistentialArray var perches: [Perch] }
  /// One whose older form is looked into by a step.
  struct Evolved: Codable, ArchiveEvolving {
    var perch: Perch
    static let archiveEvolution = ArchiveEvolution(of: Evolved.self, version: 1)
      .default(1, for: "unused")
  }
  struct Evolving: Codable, ArchiveNamed, ArchiveEvolving {
    static let archiveName = "Field"
    static let archiveEvolution = ArchiveEvolution(of: Evolving.self, version: 2)
      .step(from: 0) { fields in
        fields.encode(try fields.decode(Perch.self, forKey: "perch"), forKey: "other")
      }
    var other: Perch?
  }
  struct Older: Codable, ArchiveNamed {
    static let archiveName = "Field"
    var perch: Perch
  }
  class Base: Codable {
    var perch: Perch
    init(_ perch: Perch) { self.perch = perch }
  }
  final class Derived: Base {
    private enum Keys: CodingKey {}
    override init(_ perch: Perch) { super.init(perch) }
    required init(from decoder: any Decoder) throws {
      try super.init(from: decoder.container(keyedBy: Keys.self).superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try super.encode(to: container.superEncoder())
    }
  }

  static var all: [Position] {
    [
      Position("the root", "$") { Canary() as Perch },
      Position("a field", "$.perch") { Field(perch: Canary()) },
      Position("an optional field", "$.perch") { Optionals(perch: Canary()) },
      Position("an element", "$[1]") { [Perch(), Canary()] },
      Position("an optional element", "$[1]") { [nil, Canary()] as [Perch?] },
      Position("a set element", "$[0]") { Set([Canary() as Perch]) },
      Position("a dictionary value", "$.k") { ["k": Canary() as Perch] },
      Position("a dictionary key", "$[0]") { [Canary() as Perch: 1] },
      Position("a value of other keys", "$[1]") { [1.5: Canary() as Perch] },
      Position("an enum's payload", "$.perch._0") { Payload.perch(Canary()) },
      Position("nested three deep", "$.a.k[0].perch") {
        Nested(a: ["k": [Field(perch: Canary())]])
      },
      Position("a single value", "$") { Single(Canary()) },
      Position("inside another object", "$.perch") { Owner(Canary()) },
      Position("a superclass's field", "$.super.perch") { Derived(Canary()) },
      Position("an existential", "$.perch") { Some(perch: Canary()) },
      Position("one of several existentials", "$.perches[0]") {
        Somes(perches: [Canary()])
      },
      Position("a record with defaults", "$.perch") { Evolved(perch: Canary()) },
      Position("a step to a newer form", "$.perch", Evolving.self) { Older(perch: Canary()) },
      Position(namedRoot: "birds"),
      Position("a back reference", "$.perch") { Behind(Canary()) },
      Position("a back reference behind another", "$.next.perch") { Chained(Canary()) },
      Position("one of several back references", "$.perches[1]") {
        Several([Perch(), Canary()])
      },
      Position("reached twice", "$.plain") {
        let canary = Canary()
        return Twice(plain: canary, list: [canary])
      },
    ]
  }
}
