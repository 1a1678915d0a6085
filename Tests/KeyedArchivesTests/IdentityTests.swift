import KeyedArchives
import Testing

@Suite struct IdentityTests {
  @Test func `an instance reached twice comes back as one`() throws {
    let shared = Counter(7)
    for layout in Layout.all {
      let back = try roundTrip([shared, Counter(7), shared], layout)
      #expect(back[0] === back[2])
      #expect(back[0] !== back[1])
      #expect(back.map(\.value) == [7, 7, 7])
    }
  }

  @Test func `identity holds across arrays, dictionaries, optionals and enums`() throws {
    struct Holder: Codable {
      var list: [Counter?]
      var map: [String: Counter]
      var optional: Counter?
      var boxed: Box
      enum Box: Codable { case one(Counter), two(Counter, Counter) }
    }
    let one = Counter(1)
    let two = Counter(2)
    let holder = Holder(
      list: [nil, one, two], map: ["k": one], optional: two, boxed: .two(one, two))
    for layout in Layout.all {
      let back = try roundTrip(holder, layout)
      #expect(back.list[1] === back.map["k"])
      #expect(back.list[2] === back.optional)
      guard case .two(let first, let second) = back.boxed else {
        Issue.record("another case")
        continue
      }
      #expect(first === back.list[1] && second === back.list[2])
    }
  }

  @Test func `a reader may reach the reference before the object`() throws {
    struct Ordered: Encodable {
      var first: Counter
      var second: Counter
    }
    struct Reversed: Decodable {
      var first: Counter
      var second: Counter
      enum CodingKeys: CodingKey { case first, second }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        second = try container.decode(Counter.self, forKey: .second)
        first = try container.decode(Counter.self, forKey: .first)
      }
    }
    let counter = Counter(5)
    let bytes: [UInt8] = try KeyedArchiver().encode(Ordered(first: counter, second: counter))
    let back = try KeyedUnarchiver().decode(Reversed.self, from: bytes)
    #expect(back.first === back.second && back.first.value == 5)
  }

  @Test func `a container filled late may hold the object whose reference stands earlier`() throws {
    struct Late: Codable {
      var early: Counter
      var late: Counter
      enum Keys: CodingKey { case nested, plain, inner }
      init(_ counter: Counter) { (early, late) = (counter, counter) }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        early = try container.nestedContainer(keyedBy: Keys.self, forKey: .nested)
          .decode(Counter.self, forKey: .inner)
        late = try container.decode(Counter.self, forKey: .plain)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .nested)
        try container.encode(late, forKey: .plain)
        try nested.encode(early, forKey: .inner)
      }
    }
    for layout in Layout.all {
      let back = try roundTrip(Late(Counter(3)), layout)
      #expect(back.early === back.late && back.early.value == 3)
    }
  }

  @Test func `a class may be encoded as a single value or as an array`() throws {
    let holder = [Odd(text: "a", list: [1, 2]), Odd(text: "b", list: [])]
    for layout in Layout.all {
      let back = try roundTrip([holder[0], holder[1], holder[0]], layout)
      #expect(back[0] === back[2] && back[0].inner.text == "a" && back[1].inner.text == "b")
      #expect(back[0].inner.list.items == [1, 2])
    }
  }

  @Test func `a subclass comes back as itself when it is listed`() throws {
    let drawing: [Figure] = [
      Disc(name: "d", radius: 2), Figure(name: "f"), Brick(name: "b", side: 3),
    ]
    for layout in Layout.all {
      let back = try roundTrip(drawing, layout, allowing: [Disc.self, Brick.self])
      #expect(back.map { "\(type(of: $0))" } == ["Disc", "Figure", "Brick"])
      #expect((back[0] as? Disc)?.radius == 2 && (back[2] as? Brick)?.side == 3)
      #expect(back.map(\.name) == ["d", "f", "b"])
    }
  }

  @Test func `a subclass comes back under an old name that is listed`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode([Disc(name: "d", radius: 2)] as [Figure])
    var unarchiver = KeyedUnarchiver()
    unarchiver.allowedTypes.allow(Brick.self, names: ["Disc"])
    let error = #expect(throws: ArchiveError.self) {
      try unarchiver.decode([Figure].self, from: bytes)
    }
    #expect(error?.code == .keyNotFound)
    unarchiver.allowedTypes = []
    unarchiver.allowedTypes.allow(Disc.self, names: ["Circle"])
    #expect(try unarchiver.decode([Figure].self, from: bytes)[0] is Disc)
  }

  @Test func `one name for two classes is an error of the list`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Figure(name: "f"))
    var unarchiver = KeyedUnarchiver(allowedTypes: [Disc.self])
    unarchiver.allowedTypes.allow(Brick.self, names: ["Disc"])
    let error = #expect(throws: ArchiveError.self) {
      try unarchiver.decode(Figure.self, from: bytes)
    }
    #expect(error?.code == .ambiguousTypeName)
  }

  @Test func `a cycle is an error that names both ends`() throws {
    let root = Link()
    root.next = Link()
    root.next?.next = Link()
    root.next?.next?.next = root.next
    let error = #expect(throws: ArchiveError.self) {
      let _: [UInt8] = try KeyedArchiver().encode(["a": root])
    }
    #expect(error?.code == .undeclaredCycle)
    #expect(error?.path.description == "$.a.next.next.next")
    #expect(error?.message.contains("$.a.next.next.next → $.a.next") == true)
  }

  @Test func `two types with one name in one archive are an error`() throws {
    struct Holder: Encodable {
      var first: Namespace1.Item
      var second: Namespace2.Item
    }
    // The names differ by their outer types, so this is none.
    let _: [UInt8] = try KeyedArchiver().encode(Holder(first: .init(), second: .init()))
    func local1() -> any Encodable {
      struct Same: Encodable { var a = 1 }
      return Same()
    }
    func local2() -> any Encodable {
      struct Same: Encodable { var b = 1 }
      return Same()
    }
    struct Both: Encodable {
      let values: [any Encodable]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for value in values { try container.encode(value) }
      }
    }
    let error = #expect(throws: ArchiveError.self) {
      let _: [UInt8] = try KeyedArchiver().encode(Both(values: [local1(), local2()]))
    }
    #expect(error?.code == .ambiguousTypeName)
  }
}

enum Namespace1 { struct Item: Codable { var a = 1 } }
enum Namespace2 { struct Item: Codable { var b = "b" } }

final class Link: Codable {
  var next: Link?
}

/// A class whose body is another class's instance, whose body is an array.
final class Odd: Codable {
  final class List: Codable {
    let items: [Int]
    init(_ items: [Int]) { self.items = items }
    init(from decoder: any Decoder) throws {
      items = try decoder.singleValueContainer().decode([Int].self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(items)
    }
  }
  final class Inner: Codable {
    let text: String
    let list: List
    init(_ text: String, _ list: [Int]) { (self.text, self.list) = (text, List(list)) }
  }
  let inner: Inner
  init(text: String, list: [Int]) { inner = Inner(text, list) }
  init(from decoder: any Decoder) throws {
    inner = try decoder.singleValueContainer().decode(Inner.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(inner)
  }
}

/// A base class that shares its container with its subclasses.
class Figure: Codable {
  var name: String
  init(name: String) { self.name = name }
}

final class Disc: Figure {
  var radius: Double
  enum CodingKeys: CodingKey { case radius }
  init(name: String, radius: Double) {
    self.radius = radius
    super.init(name: name)
  }
  required init(from decoder: any Decoder) throws {
    radius = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .radius)
    try super.init(from: decoder)
  }
  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(radius, forKey: .radius)
  }
}

/// A subclass that gives its base class a container of its own.
final class Brick: Figure {
  var side: Int
  enum CodingKeys: CodingKey { case side }
  init(name: String, side: Int) {
    self.side = side
    super.init(name: name)
  }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    side = try container.decode(Int.self, forKey: .side)
    try super.init(from: container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(side, forKey: .side)
    try super.encode(to: container.superEncoder())
  }
}
