import KeyedArchives
import Testing

/// Every call of a container that takes a type of the standard library of its own, in every way of encoding and decoding.
@Suite struct LeafCallTests {
  /// Written and read by the calls for values that may be absent.
  private struct Optionals: Codable, Equatable {
    var bool: Bool?
    var string: String?
    var double: Double?
    var float: Float?
    var int: Int?
    var int8: Int8?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var int128: Int128?
    var uint: UInt?
    var uint8: UInt8?
    var uint16: UInt16?
    var uint32: UInt32?
    var uint64: UInt64?
    var uint128: UInt128?

    static let full = Optionals(
      bool: true, string: "text", double: -0.1, float: 3.4e38, int: Int.max, int8: Int8.max,
      int16: Int16.max, int32: Int32.max, int64: Int64.max, int128: Int128.max, uint: UInt.max,
      uint8: UInt8.max, uint16: UInt16.max, uint32: UInt32.max, uint64: UInt64.max,
      uint128: UInt128.max)
    static let none = Optionals()
    static let some = Optionals(
      bool: true, double: -0.1, int: Int.max, int16: Int16.max, int64: Int64.max, uint: UInt.max,
      uint16: UInt16.max, uint64: UInt64.max)
  }

  /// Written and read by the calls for values that are always there.
  private struct Fields: Codable, Equatable {
    var bool = true
    var string = "text"
    var double = -0.1
    var float: Float = 3.4e38
    var int = Int.max
    var int8 = Int8.max
    var int16 = Int16.max
    var int32 = Int32.max
    var int64 = Int64.max
    var int128 = Int128.max
    var uint = UInt.max
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64 = UInt64.max
    var uint128 = UInt128.max
  }

  /// Written and read in a row without a type of its elements.
  private struct Row: Codable, Equatable {
    var fields = Fields()

    init() {}

    init(from decoder: any Decoder) throws {
      var row = try decoder.unkeyedContainer()
      fields.bool = try row.decode(Bool.self)
      fields.string = try row.decode(String.self)
      fields.double = try row.decode(Double.self)
      fields.float = try row.decode(Float.self)
      fields.int = try row.decode(Int.self)
      fields.int8 = try row.decode(Int8.self)
      fields.int16 = try row.decode(Int16.self)
      fields.int32 = try row.decode(Int32.self)
      fields.int64 = try row.decode(Int64.self)
      fields.int128 = try row.decode(Int128.self)
      fields.uint = try row.decode(UInt.self)
      fields.uint8 = try row.decode(UInt8.self)
      fields.uint16 = try row.decode(UInt16.self)
      fields.uint32 = try row.decode(UInt32.self)
      fields.uint64 = try row.decode(UInt64.self)
      fields.uint128 = try row.decode(UInt128.self)
      #expect(row.isAtEnd)
    }

    func encode(to encoder: any Encoder) throws {
      var row = encoder.unkeyedContainer()
      try row.encode(fields.bool)
      try row.encode(fields.string)
      try row.encode(fields.double)
      try row.encode(fields.float)
      try row.encode(fields.int)
      try row.encode(fields.int8)
      try row.encode(fields.int16)
      try row.encode(fields.int32)
      try row.encode(fields.int64)
      try row.encode(fields.int128)
      try row.encode(fields.uint)
      try row.encode(fields.uint8)
      try row.encode(fields.uint16)
      try row.encode(fields.uint32)
      try row.encode(fields.uint64)
      try row.encode(fields.uint128)
    }
  }

  /// The same, by the calls for elements that may be null.
  private struct OptionalRow: Codable, Equatable {
    var optionals = Optionals.full

    init() {}

    init(from decoder: any Decoder) throws {
      var row = try decoder.unkeyedContainer()
      optionals.bool = try row.decodeIfPresent(Bool.self)
      optionals.string = try row.decodeIfPresent(String.self)
      optionals.double = try row.decodeIfPresent(Double.self)
      optionals.float = try row.decodeIfPresent(Float.self)
      optionals.int = try row.decodeIfPresent(Int.self)
      optionals.int8 = try row.decodeIfPresent(Int8.self)
      optionals.int16 = try row.decodeIfPresent(Int16.self)
      optionals.int32 = try row.decodeIfPresent(Int32.self)
      optionals.int64 = try row.decodeIfPresent(Int64.self)
      optionals.int128 = try row.decodeIfPresent(Int128.self)
      optionals.uint = try row.decodeIfPresent(UInt.self)
      optionals.uint8 = try row.decodeIfPresent(UInt8.self)
      optionals.uint16 = try row.decodeIfPresent(UInt16.self)
      optionals.uint32 = try row.decodeIfPresent(UInt32.self)
      optionals.uint64 = try row.decodeIfPresent(UInt64.self)
      optionals.uint128 = try row.decodeIfPresent(UInt128.self)
      #expect(try row.decodeNil())
    }

    func encode(to encoder: any Encoder) throws {
      var row = encoder.unkeyedContainer()
      try row.encode(optionals.bool)
      try row.encode(optionals.string)
      try row.encode(optionals.double)
      try row.encode(optionals.float)
      try row.encode(optionals.int)
      try row.encode(optionals.int8)
      try row.encode(optionals.int16)
      try row.encode(optionals.int32)
      try row.encode(optionals.int64)
      try row.encode(optionals.int128)
      try row.encode(optionals.uint)
      try row.encode(optionals.uint8)
      try row.encode(optionals.uint16)
      try row.encode(optionals.uint32)
      try row.encode(optionals.uint64)
      try row.encode(optionals.uint128)
      try row.encodeNil()
    }
  }

  /// One value alone, written and read by the calls for it.
  private struct Single<Value: Codable & Equatable & Sendable>: Codable, Equatable {
    var value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let found: (any Sendable)? =
        switch Value.self {
        case is Bool.Type: try container.decode(Bool.self)
        case is String.Type: try container.decode(String.self)
        case is Double.Type: try container.decode(Double.self)
        case is Float.Type: try container.decode(Float.self)
        case is Int.Type: try container.decode(Int.self)
        case is Int8.Type: try container.decode(Int8.self)
        case is Int16.Type: try container.decode(Int16.self)
        case is Int32.Type: try container.decode(Int32.self)
        case is Int64.Type: try container.decode(Int64.self)
        case is Int128.Type: try container.decode(Int128.self)
        case is UInt.Type: try container.decode(UInt.self)
        case is UInt8.Type: try container.decode(UInt8.self)
        case is UInt16.Type: try container.decode(UInt16.self)
        case is UInt32.Type: try container.decode(UInt32.self)
        case is UInt64.Type: try container.decode(UInt64.self)
        case is UInt128.Type: try container.decode(UInt128.self)
        default: nil
        }
      value = try #require(found as? Value)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case let value as Bool: try container.encode(value)
      case let value as String: try container.encode(value)
      case let value as Double: try container.encode(value)
      case let value as Float: try container.encode(value)
      case let value as Int: try container.encode(value)
      case let value as Int8: try container.encode(value)
      case let value as Int16: try container.encode(value)
      case let value as Int32: try container.encode(value)
      case let value as Int64: try container.encode(value)
      case let value as Int128: try container.encode(value)
      case let value as UInt: try container.encode(value)
      case let value as UInt8: try container.encode(value)
      case let value as UInt16: try container.encode(value)
      case let value as UInt32: try container.encode(value)
      case let value as UInt64: try container.encode(value)
      case let value as UInt128: try container.encode(value)
      default: Issue.record("a type without a call of its own")
      }
    }
  }

  private func check<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for usesCells in [false, true] {
      let found = try roundTrip(value, usesCells: usesCells)
      #expect(found == value, "cells: \(usesCells)", sourceLocation: sourceLocation)
      let nested = try roundTrip([value, value], usesCells: usesCells)
      #expect(nested == [value, value], "cells: \(usesCells)", sourceLocation: sourceLocation)
    }
  }

  @Test func `fields that may be absent`() throws {
    for value in [Optionals.full, .none, .some] { try check(value) }
    try check([Optionals.full, .none, .some])
  }

  @Test func `fields that are always there`() throws { try check(Fields()) }

  @Test func `elements of a row`() throws { try check(Row()) }

  @Test func `elements of a row that may be null`() throws {
    try check(OptionalRow())
    var row = OptionalRow()
    row.optionals = .some
    try check(row)
  }

  @Test func `values alone`() throws {
    try check(Single(true))
    try check(Single("text"))
    try check(Single(Double(-0.1)))
    try check(Single(Float(3.4e38)))
    try check(Single(Int.max))
    try check(Single(Int8.max))
    try check(Single(Int16.max))
    try check(Single(Int32.max))
    try check(Single(Int64.max))
    try check(Single(Int128.max))
    try check(Single(UInt.max))
    try check(Single(UInt8.max))
    try check(Single(UInt16.max))
    try check(Single(UInt32.max))
    try check(Single(UInt64.max))
    try check(Single(UInt128.max))
  }

  /// The calls that generated code makes, which choose by the type of the property.
  private struct ChosenByType: Codable, Equatable {
    var flag = true
    var number = 5
    var note: String? = "note"
    var absent: String?
    var added = 7
    var addedNote: String? = nil

    private enum Keys: String, CodingKey { case flag, number, note, absent, added, addedNote }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      func property<Value>(_ path: (ChosenByType) -> Value) -> Value.Type {
        ArchiveFieldType.of(ChosenByType.self, path)
      }
      flag = try container.decode(property { $0.flag }, forKey: .flag)
      number = try container.decode(property { $0.number }, forKey: .number)
      note = try container.decode(
        ArchiveFieldType.of(ChosenByType.self) { $0.note }, forKey: .note)
      absent = try container.decodeIfPresent(
        ArchiveFieldType.ofWrapped(ChosenByType.self) { $0.absent }, forKey: .absent)
      added = try container.containsField(property { $0.added }, forKey: .added) ? 0 : 7
      let optional = ArchiveFieldType.of(ChosenByType.self) { $0.addedNote }
      addedNote =
        try container.containsField(optional, forKey: .addedNote)
        ? container.decode(optional, forKey: .addedNote) : "another"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(ArchiveFieldValue.of(flag), forKey: .flag)
      try container.encode(ArchiveFieldValue.of(number), forKey: .number)
      try container.encode(ArchiveFieldValue.of(note), forKey: .note)
      try container.encode(ArchiveFieldValue.of(absent), forKey: .absent)
    }
  }

  @Test func `calls of generated code`() throws {
    try check(ChosenByType())
    let bytes: [UInt8] = try KeyedArchiver().encode(["number": 5])
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(ChosenByType.self, from: bytes)
    }
    #expect(error?.code == .keyNotFound)
  }

  @Test func `small values alone, whose tags say them`() throws {
    try check(Single(5))
    try check(Single(-1))
    try check(Single(200 as UInt8))
    try check(Single("a"))
    try check(Single(""))
    try check(Single(0.0))
  }

  private struct Wrapper: Codable, Equatable {
    var before = 1
    var flag: Single<Bool>
    var after = 2
    var optional: Single<Bool>?
    var table: [String: Single<Bool>]
    var row: [Single<Bool>?]
  }

  @Test func `bools alone, wherever they stand`() throws {
    for flag in [true, false] {
      let single = Single(flag)
      try check(Wrapper(flag: single, optional: single, table: ["a": single], row: [single, nil]))
      try check(Wrapper(flag: single, optional: nil, table: [:], row: []))
      try check([[single], [], [single, Single(!flag)]])
      try check(["key": single])
      try check([Single(Single(flag).value), single])
      try check(Optional(single))
    }
  }
}
