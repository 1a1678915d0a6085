#if Macros
  import KeyedArchives

  // Pairs of types whose coding, or that of a field, comes from elsewhere: from an extension, from a protocol, or from an overload.

  struct Price: Codable, Hashable { var cents: Int }

  extension KeyedEncodingContainer {
    /// As a number, where the compiler's coding has a record.
    mutating func encode(_ price: Price, forKey key: Key) throws {
      try encode(price.cents, forKey: key)
    }

    mutating func encodeIfPresent(_ price: Price?, forKey key: Key) throws {
      if let price { try encode(-price.cents, forKey: key) }
    }

    /// The same type, with another value.
    mutating func encode(_ weight: Float, forKey key: Key) throws {
      try encodeAnything(weight * 2, key)
    }

    private mutating func encodeAnything(_ value: some Encodable, _ key: Key) throws {
      try encode(value, forKey: key)
    }
  }

  extension KeyedDecodingContainer {
    func decode(_ type: Price.Type, forKey key: Key) throws -> Price {
      Price(cents: try decode(Int.self, forKey: key))
    }

    func decodeIfPresent(_ type: Price.Type, forKey key: Key) throws -> Price? {
      try decodeIfPresent(Int.self, forKey: key).map { Price(cents: -$0) }
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
      try decodeAnything(type, key) / 2
    }

    private func decodeAnything<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
      try decode(type, forKey: key)
    }
  }

  /// Uses the keys of the type, and other values.
  protocol Shifted: Codable, Hashable {
    associatedtype CodingKeys: CodingKey, CaseIterable
    var number: Int { get }
    init(number: Int)
  }

  extension Shifted {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      for key in CodingKeys.allCases { try container.encode(number + 100, forKey: key) }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var number = 0
      for key in CodingKeys.allCases { number = try container.decode(Int.self, forKey: key) }
      self.init(number: number - 100)
    }
  }

  /// Codes raw values as other text.
  protocol Marked: RawRepresentable, Codable {}

  extension Marked where RawValue == Int {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("no. \(rawValue)")
    }

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let value = Int(text.dropFirst(4)).flatMap(Self.init(rawValue:)) else {
        throw DecodingError.valueNotFound(
          Self.self, .init(codingPath: decoder.codingPath, debugDescription: text))
      }
      self = value
    }
  }

  extension Macro {
    @Archivable enum Sign: String, Hashable { case plus, minus }
    @Archivable enum Grade: Int, Hashable { case low = 1, high }
    @Archivable struct Apart: Hashable {
      var number: Int
      init(number: Int) { self.number = number }
    }
    @Archivable struct ApartWithDefault: Hashable {
      var number = 4
      init(number: Int) { self.number = number }
    }
    @Archivable struct Brought: SingleNumber {
      var number = 4
      init(number: Int) { self.number = number }
    }
    @Archivable struct SameKeys: Shifted {
      enum CodingKeys: CodingKey, CaseIterable { case number }
      var number: Int
      init(number: Int) { self.number = number }
    }
    @Archivable struct SameKeysApart: Hashable {
      enum CodingKeys: CodingKey, CaseIterable { case number }
      var number = 2
      init(number: Int) { self.number = number }
    }
    @Archivable struct Priced: Hashable {
      var price: Price
      var discount: Price?
      var weight: Float
    }
    @Archivable enum Offer: Hashable { case none, free(Int), paid(Price), weighed(by: Float) }
    @Archivable struct Basket<Item: Codable & Hashable>: Hashable { var item: Item, price: Price }
    @Archivable struct Graded: Hashable {
      var grades: [Grade], named: [String: Sign], first: Grade?
    }
    @Archivable struct KeysElsewhere: Hashable {
      typealias CodingKeys = ForeignKeys
      var first = 1
      var second = "b"
    }
    @Archivable struct Versioned: Hashable {
      let version = 3
      let flag: Bool? = true
      var name: String
    }
    @Archivable struct OwnDefault: Hashable {
      static let limit = 9
      var count = Self.limit
    }
    @Archivable indirect enum Nested: Hashable { case leaf(Sign), pair(Nested, Nested) }
  }

  extension Plain {
    enum Sign: String, Codable, Hashable { case plus, minus }
    enum Grade: Int, Codable, Hashable { case low = 1, high }
    struct Apart: Codable, Hashable {
      var number: Int
      init(number: Int) { self.number = number }
    }
    struct ApartWithDefault: Codable, Hashable {
      var number = 4
      init(number: Int) { self.number = number }
    }
    struct Brought: SingleNumber {
      var number = 4
      init(number: Int) { self.number = number }
    }
    struct SameKeys: Shifted {
      enum CodingKeys: CodingKey, CaseIterable { case number }
      var number: Int
      init(number: Int) { self.number = number }
    }
    struct SameKeysApart: Codable, Hashable {
      enum CodingKeys: CodingKey, CaseIterable { case number }
      var number = 2
      init(number: Int) { self.number = number }
    }
    struct Priced: Codable, Hashable {
      var price: Price
      var discount: Price?
      var weight: Float
    }
    enum Offer: Codable, Hashable { case none, free(Int), paid(Price), weighed(by: Float) }
    struct Basket<Item: Codable & Hashable>: Codable, Hashable { var item: Item, price: Price }
    struct Graded: Codable, Hashable { var grades: [Grade], named: [String: Sign], first: Grade? }
    struct KeysElsewhere: Codable, Hashable {
      typealias CodingKeys = ForeignKeys
      var first = 1
      var second = "b"
    }
    struct Versioned: Codable, Hashable {
      let version = 3
      let flag: Bool? = true
      var name: String
    }
    struct OwnDefault: Codable, Hashable {
      static let limit = 9
      var count = Self.limit
    }
    indirect enum Nested: Codable, Hashable { case leaf(Sign), pair(Nested, Nested) }
  }

  extension Macro.Sign {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(self == .plus ? rawValue : "-")
    }

    init(from decoder: any Decoder) throws {
      self = try decoder.singleValueContainer().decode(String.self) == "-" ? .minus : .plus
    }
  }

  extension Macro.Grade: Marked {}
  extension Macro.Apart: SingleNumber {}
  extension Macro.ApartWithDefault: SingleNumber {}
  extension Macro.SameKeysApart: Shifted {}

  extension Plain.Sign {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(self == .plus ? rawValue : "-")
    }

    init(from decoder: any Decoder) throws {
      self = try decoder.singleValueContainer().decode(String.self) == "-" ? .minus : .plus
    }
  }

  extension Plain.Grade: Marked {}
  extension Plain.Apart: SingleNumber {}
  extension Plain.ApartWithDefault: SingleNumber {}
  extension Plain.SameKeysApart: Shifted {}
#endif
