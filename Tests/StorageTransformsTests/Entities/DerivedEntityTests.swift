import Foundation
import StorageTransforms
import Testing

/// Entities of Codable types, whose fields are found out: shapes of types that they can be found out of.
@Suite struct DerivedEntityTests {
  /// Derives the entity of a value's type, compares its columns, and stores and restores values.
  private func check<Value: Codable & Equatable & SendableMetatype>(
    _ values: Value..., columns: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let entity = try Entity(of: Value.self)
    let found = entity.schema.attributes.map {
      "\($0.name) \($0.type)\($0.isRequired ? "" : "?")"
        + ($0.form.description == "native" ? "" : " \($0.form)")
    }
    #expect(found.joined(separator: ", ") == columns, sourceLocation: sourceLocation)
    for value in values {
      let stored = try entity.store(value)
      #expect(stored.count == found.count, sourceLocation: sourceLocation)
      #expect(try entity.restore(stored) == value, sourceLocation: sourceLocation)
    }
  }

  // 1 to 5: numbers, text and dates, there or not.
  struct Scalars: Codable, Equatable {
    var flag: Bool
    var tiny: Int8
    var short: Int16
    var medium: UInt32
    var long: Int
    var single: Float
    var double: Double
    var text: String
    var data: Data
    var date: Date
    var id: UUID
  }

  @Test func `numbers, text, bytes, dates and UUIDs`() throws {
    try check(
      Scalars(
        flag: true, tiny: -1, short: 300, medium: 70_000, long: .min, single: 0.5, double: -0.0,
        text: "é", data: Data([0]), date: Date(timeIntervalSinceReferenceDate: 1.5), id: UUID()),
      columns:
        "flag boolean, tiny int8, short int16, medium uint32, long int64, single float, double double, "
        + "text text, data blob, date date, id uuid")
  }

  struct Optionals: Codable, Equatable {
    var number: Int?
    var text: String?
    var list: [Int]?
    var date: Date?
  }

  @Test func `optional properties`() throws {
    try check(
      Optionals(), Optionals(number: 1, text: "", list: [], date: Date(timeIntervalSince1970: 0)),
      columns: "number int64?, text text?, list blob? archive, date date?")
  }

  struct Constants: Codable, Equatable {
    let name: String
    var count = 3
    var computed: Int { count * 2 }
    static let limit = 9
  }

  @Test func `constants, initial values and computed properties`() throws {
    try check(Constants(name: "a", count: 7), columns: "name text, count int64")
  }

  struct Nothing: Codable, Equatable {}

  @Test func `no properties`() throws { try check(Nothing(), columns: "") }

  // 6 to 10: collections and records.
  struct Collections: Codable, Equatable {
    var list: [String]
    var set: Set<Int>
    var byName: [String: Double]
    var byNumber: [Int: [Bool]]
    var nested: [[UInt8]]
  }

  @Test func `collections`() throws {
    try check(
      Collections(
        list: ["a"], set: [1, 2], byName: ["x": 1], byNumber: [3: [true]], nested: [[1]]),
      columns:
        "list blob archive, set blob archive, byName blob archive, byNumber blob archive, nested blob archive"
    )
  }

  struct Point: Codable, Equatable {
    var x: Double
    var y: Double?
  }

  struct Shape: Codable, Equatable {
    var origin: Point
    var corners: [Point]
    var centre: Point?
  }

  @Test func `records in records`() throws {
    try check(
      Shape(origin: Point(x: 1), corners: [Point(x: 2, y: 3)]),
      columns: "origin blob archive, corners blob archive, centre blob? archive")
  }

  struct Tree: Codable, Equatable {
    var name: String
    var children: [Tree]
  }

  @Test func `records that hold their own type`() throws {
    try check(
      Tree(name: "a", children: [Tree(name: "b", children: [])]),
      columns: "name text, children blob archive")
  }

  struct Page<Content: Codable & Equatable>: Codable, Equatable {
    var content: Content
    var next: Content?
  }

  @Test func `generic types`() throws {
    try check(Page(content: "a", next: "b"), columns: "content text, next text?")
    try check(Page(content: [1]), columns: "content blob archive, next blob? archive")
  }

  struct Web: Codable, Equatable {
    var link: URL
    var price: Decimal
  }

  @Test func `URLs and decimals`() throws {
    try check(
      Web(link: try #require(URL(string: "https://example.org/a?b")), price: Decimal(12)),
      columns: "link blob archive, price blob archive")
  }

  // 11 to 16: enumerations.
  enum Suit: String, Codable, CaseIterable { case hearts, spades }
  enum Level: Int, Codable { case low = 5, high = 9 }
  enum Far: Int16, Codable { case below = -3 }
  enum Plain: Codable, CaseIterable { case one, two }
  struct Flags: OptionSet, Codable { let rawValue: UInt8 }
  struct Code: RawRepresentable, Codable, Equatable { let rawValue: String }

  struct Enumerations: Codable, Equatable {
    var suit: Suit
    var level: Level
    var far: Far
    var plain: Plain
    var flags: Flags
    var code: Code
    var maybe: Level?
  }

  @Test func `enumerations and other raw values`() throws {
    try check(
      Enumerations(
        suit: .spades, level: .high, far: .below, plain: .two, flags: Flags(rawValue: 6),
        code: Code(rawValue: "x"), maybe: .low),
      columns:
        "suit text raw, level int64 raw, far int16 raw, plain blob archive, flags uint8 raw, code text raw, "
        + "maybe int64? raw")
  }

  enum Event: Codable, Equatable {
    case start
    case end(code: Int, note: String?)
  }

  struct Log: Codable, Equatable {
    var events: [Event]
    var last: [Event?]
  }

  @Test func `enumerations with payloads in collections`() throws {
    try check(
      Log(events: [.start, .end(code: 1, note: nil)], last: [nil, .start]),
      columns: "events blob archive, last blob archive")
  }

  // 17 to 19: classes.
  final class Account: Codable, Equatable {
    var name: String
    var manager: Account?
    init(name: String, manager: Account? = nil) {
      self.name = name
      self.manager = manager
    }
    static func == (left: Account, right: Account) -> Bool {
      left.name == right.name && left.manager == right.manager
    }
  }

  @Test func `a class`() throws {
    try check(
      Account(name: "a"), Account(name: "a", manager: Account(name: "b")),
      columns: "name text, manager blob? archive")
  }

  struct Holder: Codable, Equatable {
    var account: Account
    var others: [Account]
  }

  @Test func `classes in a record`() throws {
    try check(
      Holder(account: Account(name: "a"), others: [Account(name: "b")]),
      columns: "account blob archive, others blob archive")
  }

  // 20 to 22: keys.
  struct Renamed: Codable, Equatable {
    var dateTaken: Date
    var cached = 5
    enum CodingKeys: String, CodingKey { case dateTaken = "date_taken" }
  }

  @Test func `coding keys name the attributes, and leave properties out`() throws {
    try check(
      Renamed(dateTaken: Date(timeIntervalSinceReferenceDate: 9)), columns: "date_taken date")
  }

  struct Written: Codable, Equatable {
    var name: String
    var count: Int
    enum CodingKeys: CodingKey { case name, count }
    init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 1
    }
  }

  @Test func `a decoding of its own, with a default`() throws {
    try check(Written(name: "a", count: 2), columns: "name text, count int64?")
    #expect(try Entity(of: Written.self).restore([.text("a"), .null]).count == 1)
  }

  struct Asking: Codable, Equatable {
    var name: String
    var size: Int
    enum CodingKeys: CodingKey { case name, size }
    init(name: String, size: Int) {
      self.name = name
      self.size = size
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      size = container.contains(.size) ? try container.decode(Int.self, forKey: .size) : 0
      name =
        try container.decodeNil(forKey: .name) ? "-" : container.decode(String.self, forKey: .name)
    }
  }

  @Test func `a decoding that asks what is there`() throws {
    try check(Asking(name: "a", size: 2), columns: "size int64?, name text?")
    #expect(try Entity(of: Asking.self).restore([.null, .null]) == Asking(name: "-", size: 0))
  }

  struct Legacy: Codable, Equatable {
    var title: String
    enum CodingKeys: CodingKey { case title, oldTitle }
    init(title: String) { self.title = title }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title =
        try container.decodeIfPresent(String.self, forKey: .title)
        ?? container.decodeIfPresent(String.self, forKey: .oldTitle) ?? ""
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(title, forKey: .title)
    }
  }

  @Test func `what is read where another is missing, and never written, is no attribute`() throws {
    try check(Legacy(title: "a"), columns: "title text?")
    #expect(try Entity(of: Legacy.self).restore([.null]) == Legacy(title: ""))
  }

  // 23 to 26: properties that are stored by transforms.
  struct Tint: Equatable {
    var red: UInt8
  }

  struct TintTransform: AttributeTransform, ContextFreeTransform {
    func store(_ tint: Tint) -> Int { Int(tint.red) }
    func restore(_ stored: Int) throws -> Tint {
      guard let red = UInt8(exactly: stored) else {
        throw TransformError(.unreadable, "\(stored) is no tint")
      }
      return Tint(red: red)
    }
  }

  struct Styled: Codable, Equatable {
    @Stored<ISO8601Transform> var day: Date
    @Stored<OptionalTransform<TintTransform>> var tint: Tint?
    @Stored<JSONTransform<[Int]>> var scores: [Int]
  }

  @Test func `stored properties are attributes by their transforms`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    try check(
      Styled(day: date, tint: nil, scores: [1]), Styled(day: date, tint: Tint(red: 7), scores: []),
      columns: "day text iso8601, tint int64? DerivedEntityTests.TintTransform, scores blob json")
    let entity = try Entity(of: Styled.self)
    #expect(
      try entity.store(Styled(day: date, tint: nil, scores: []))[0] == .text("2001-01-01T00:00:00Z")
    )
    #expect(throws: TransformError.self) {
      try entity.restore([.text("2001-01-01T00:00:00Z"), .integer(256), .null])
    }
  }

  struct Measured: Codable, Equatable {
    var length: Measurement
    struct Measurement: Codable, Equatable {
      var value: Double
      init(_ value: Double) { self.value = value }
      init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Double.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
  }

  @Test func `records of single values and arrays of fixed length`() throws {
    try check(Measured(length: .init(2)), columns: "length blob archive")
    try check(Boxed(corner: .init(x: 1, y: 2)), columns: "corner blob archive")
  }

  struct Boxed: Codable, Equatable {
    var corner: Corner
    struct Corner: Codable, Equatable {
      var x: Int
      var y: Int
      init(x: Int, y: Int) {
        self.x = x
        self.y = y
      }
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        x = try container.decode(Int.self)
        y = try container.decode(Int.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(x)
        try container.encode(y)
      }
    }
  }

  struct Wide: Codable, Equatable {
    var signed: Int128
    var unsigned: UInt128
  }

  @Test func `integers of 128 bits`() throws {
    try check(
      Wide(signed: .min, unsigned: .max), columns: "signed blob archive, unsigned blob archive")
  }

  struct Nested: Codable, Equatable {
    var value: Int??
    var words: [String?]
  }

  @Test func `optionals in optionals`() throws {
    try check(
      Nested(value: .some(.some(1)), words: [nil, "a"]),
      columns: "value int64?, words blob archive")
  }
}
