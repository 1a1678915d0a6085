#if Macros
  import KeyedArchives

  // Pairs of types: one with the macro, one that the compiler makes Codable. Both have what a macro cannot see in the declaration alone.

  @propertyWrapper struct clamped: Codable, Hashable {
    var wrappedValue: Int
  }

  /// Has a value where the key is missing, by overloads as programs write them.
  @propertyWrapper struct Lenient<Value: Codable & Hashable>: Codable, Hashable {
    var wrappedValue: [Value]
    init(wrappedValue: [Value]) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws { wrappedValue = try [Value](from: decoder) }
    func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
  }

  extension KeyedDecodingContainer {
    func decode<Value>(_ type: Lenient<Value>.Type, forKey key: Key) throws -> Lenient<Value> {
      try decodeIfPresent(type, forKey: key) ?? Lenient(wrappedValue: [])
    }

    /// A case that only newer programs know.
    func decode(_ type: Mood.Type, forKey key: Key) throws -> Mood {
      Mood(rawValue: try decode(String.self, forKey: key)) ?? .unknown
    }
  }

  extension KeyedEncodingContainer {
    mutating func encode<Value>(_ value: Lenient<Value>, forKey key: Key) throws {
      if !value.wrappedValue.isEmpty { try encodeIfPresent(value, forKey: key) }
    }
  }

  enum Mood: String, Codable, Hashable { case fine, unknown }

  typealias Text = String
  typealias MaybeNumber = Int?

  /// Refines `RawRepresentable`, and so brings its coding.
  protocol NumberBacked: RawRepresentable, Codable, Hashable where RawValue == Int {}

  protocol SingleNumber: Codable, Hashable {
    var number: Int { get }
    init(number: Int)
  }

  extension SingleNumber {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number * 2)
    }

    init(from decoder: any Decoder) throws {
      self.init(number: try decoder.singleValueContainer().decode(Int.self) / 2)
    }
  }

  /// Brings the coding of an enumeration.
  protocol Numbered: Codable, Hashable {
    var number: Int { get }
    static func numbered(_ number: Int) -> Self
  }

  extension Numbered {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }

    init(from decoder: any Decoder) throws {
      self = .numbered(try decoder.singleValueContainer().decode(Int.self))
    }
  }

  /// Brings the coding of a single bool.
  protocol Flagged: Codable, Hashable {
    var isOn: Bool { get }
    init(isOn: Bool)
  }

  extension Flagged {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(isOn)
    }

    init(from decoder: any Decoder) throws {
      self.init(isOn: try decoder.singleValueContainer().decode(Bool.self))
    }
  }

  /// Brings a coding with elements.
  protocol Listed: Codable, Hashable {
    var number: Int { get }
    init(number: Int)
  }

  extension Listed {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode([Int](repeating: number, count: 3))
    }

    init(from decoder: any Decoder) throws {
      self.init(number: try decoder.singleValueContainer().decode([Int].self).first ?? 0)
    }
  }

  /// Brings nothing.
  protocol Drawable: Codable, Hashable {}

  enum ForeignKeys: String, CodingKey { case second = "2", first = "1" }

  enum Macro {
    @Archivable struct Flag: Flagged {
      var isOn: Bool
      init(isOn: Bool) { self.isOn = isOn }
    }
    @Archivable struct Board: Hashable {
      var flag: Flag
      var flags: [Flag]
      var set: Set<Flag>
      var named: [String: Flag]
      var maybe: [Flag?]
    }
    @Archivable struct Bag: Listed {
      var number: Int
      init(number: Int) { self.number = number }
    }
    @Archivable struct Around: Hashable {
      var text: String
      var bag: Bag
      var bags: [Bag]
    }
    @Archivable enum Level: RawRepresentable, Hashable {
      case low, high
      var rawValue: String { if case .low = self { "L" } else { "H" } }
      init?(rawValue: String) {
        switch rawValue {
        case "L": self = .low
        case "H": self = .high
        default: return nil
        }
      }
    }
    @Archivable enum Late: Hashable {
      case first(Int), other
      var number: Int { if case .first(let number) = self { number } else { 0 } }
      static func numbered(_ number: Int) -> Self { number == 0 ? .other : .first(number) }
    }
    @Archivable struct OddNames: Hashable {
      struct Optional: Codable, Hashable { var x = 1 }
      var `unsafe`: Int
      var await: Int
      var Swift: Int
      var field: Optional
    }
    @Archivable struct ConstantBeside: Hashable {
      enum CodingKeys: String, CodingKey { case version, name }
      let version = 3
      var name: String = ""
    }
    @Archivable enum Step: Numbered {
      case first(Int), other
      var number: Int { if case .first(let number) = self { number } else { 0 } }
      static func numbered(_ number: Int) -> Self { number == 0 ? .other : .first(number) }
    }
    @Archivable struct Constant: Hashable {
      enum CodingKeys: String, CodingKey { case version, name }
      let version = 3
      var name: String
    }
    @Archivable struct Small: Hashable { @clamped var level: Int }
    @Archivable struct Overloaded: Hashable { @Lenient var tags: [String]; var mood: Mood }
    @Archivable enum Named: Text, Hashable { case red, blue }
    @Archivable struct Raw: NumberBacked { var rawValue: Int }
    @Archivable struct Single: SingleNumber {
      var number: Int; init(number: Int) { self.number = number }
    }
    @Archivable struct Shape: Drawable { var name: String; var size: MaybeNumber }
    @Archivable struct Aliased: Hashable {
      var number: MaybeNumber; var text: Text; var twice: Int??
    }
    @Archivable struct Foreign: Hashable {
      typealias CodingKeys = ForeignKeys
      var first: Int
      var second: String
    }
    @Archivable struct Keyed: Hashable {
      enum CodingKeys: CodingKey {
        case left, right
        var stringValue: String { self == .left ? "l" : "r" }
        init?(stringValue: String) {
          switch stringValue {
          case "l": self = .left
          case "r": self = .right
          default: return nil
          }
        }
        var intValue: Int? { nil }
        init?(intValue: Int) { nil }
      }
      var left: Int
      var right: Int?
    }
    /// Functions with the labels of coding that are none.
    @Archivable struct Labelled: Hashable {
      var text: String
      init(text: String) { self.text = text }
      init(from other: String) { text = other }
      func encode(to other: inout String) { other = text }
    }
    @Archivable enum Event: Drawable { case opened(at: Int), closed }
    @Archivable struct Nothing: Hashable {}
  }

  enum Plain {
    struct Flag: Flagged {
      var isOn: Bool
      init(isOn: Bool) { self.isOn = isOn }
    }
    struct Board: Codable, Hashable {
      var flag: Flag
      var flags: [Flag]
      var set: Set<Flag>
      var named: [String: Flag]
      var maybe: [Flag?]
    }
    struct Bag: Listed {
      var number: Int
      init(number: Int) { self.number = number }
    }
    struct Around: Codable, Hashable {
      var text: String
      var bag: Bag
      var bags: [Bag]
    }
    enum Level: RawRepresentable, Codable, Hashable {
      case low, high
      var rawValue: String { if case .low = self { "L" } else { "H" } }
      init?(rawValue: String) {
        switch rawValue {
        case "L": self = .low
        case "H": self = .high
        default: return nil
        }
      }
    }
    enum Late: Codable, Hashable {
      case first(Int), other
      var number: Int { if case .first(let number) = self { number } else { 0 } }
      static func numbered(_ number: Int) -> Self { number == 0 ? .other : .first(number) }
    }
    struct OddNames: Codable, Hashable {
      struct Optional: Codable, Hashable { var x = 1 }
      var `unsafe`: Int
      var await: Int
      var Swift: Int
      var field: Optional
    }
    struct ConstantBeside: Codable, Hashable {
      enum CodingKeys: String, CodingKey { case version, name }
      let version = 3
      var name: String = ""
    }
    enum Step: Numbered {
      case first(Int), other
      var number: Int { if case .first(let number) = self { number } else { 0 } }
      static func numbered(_ number: Int) -> Self { number == 0 ? .other : .first(number) }
    }
    struct Constant: Codable, Hashable {
      enum CodingKeys: String, CodingKey { case version, name }
      let version = 3
      var name: String
    }
    struct Small: Codable, Hashable { @clamped var level: Int }
    struct Overloaded: Codable, Hashable { @Lenient var tags: [String]; var mood: Mood }
    enum Named: Text, Codable, Hashable { case red, blue }
    struct Raw: NumberBacked { var rawValue: Int }
    struct Single: SingleNumber { var number: Int; init(number: Int) { self.number = number } }
    struct Shape: Drawable { var name: String; var size: MaybeNumber }
    struct Aliased: Codable, Hashable { var number: MaybeNumber; var text: Text; var twice: Int?? }
    struct Foreign: Codable, Hashable {
      typealias CodingKeys = ForeignKeys
      var first: Int
      var second: String
    }
    struct Keyed: Codable, Hashable {
      enum CodingKeys: CodingKey {
        case left, right
        var stringValue: String { self == .left ? "l" : "r" }
        init?(stringValue: String) {
          switch stringValue {
          case "l": self = .left
          case "r": self = .right
          default: return nil
          }
        }
        var intValue: Int? { nil }
        init?(intValue: Int) { nil }
      }
      var left: Int
      var right: Int?
    }
    struct Labelled: Codable, Hashable {
      var text: String
      init(text: String) { self.text = text }
      init(from other: String) { text = other }
      func encode(to other: inout String) { other = text }
    }
    enum Event: Drawable { case opened(at: Int), closed }
    struct Nothing: Codable, Hashable {}
  }

  // The conformance stands apart from the declaration.
  extension Macro.Late: Numbered {}
  extension Plain.Late: Numbered {}
#endif
