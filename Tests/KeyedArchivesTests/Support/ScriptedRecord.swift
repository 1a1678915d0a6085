/// A record that makes the calls of a list, so that no two need be alike.
struct ScriptedRecord: Encodable {
  enum Key: CodingKey {
    case a, b, c, d, e, f, g, h
    static let all: [Key] = [.a, .b, .c, .d, .e, .f, .g, .h]
  }

  enum Call {
    case int(Int)
    case bool(Bool)
    case text(String)
    case double(Double)
    case null
    /// An optional by `encode(_:forKey:)`.
    case optional(Int?)
    case optionalText(String?)
    /// An optional by `encodeIfPresent(_:forKey:)`.
    case ifPresent(Int?)
    case ifPresentBool(Bool?)
    case numbers([Int])
    /// A record of another type.
    case record(ScriptedRecord)
    case records([ScriptedRecord])
    /// A record of the type itself.
    case itself(ScriptedRecord)
    case object(ScriptedObject)
    /// A nested container.
    case nested([(Key, Call)])
    case unkeyed([Call])
    /// A nested container, or the encoder for a superclass, that later calls fill, which name its number.
    case open(Int)
    case openSuper(Int)
    case fills(Int, [Call])
    case any(AnyScripted)
    /// A value of any JSON, also as an optional by `encode(_:forKey:)`, and by `encodeIfPresent(_:forKey:)`.
    case json(JSON)
    case optionalJSON(JSON?)
    case jsonIfPresent(JSON?)
    /// A Boolean that a type writes, and one that a generic function does.
    case flag(Bool)
    case optionalFlag(Bool?)
    case flagIfPresent(Bool?)
    case generic(Bool)

    static func fill(_ number: Int, _ call: Call) -> Call { .fills(number, [call]) }
  }

  var calls: [(Key, Call)]

  init(_ calls: [(Key, Call)]) { self.calls = calls }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try Self.encode(calls, to: &container)
  }

  static func encode(
    _ calls: [(Key, Call)], to container: inout KeyedEncodingContainer<Key>
  ) throws {
    var open: [Int: KeyedEncodingContainer<Key>] = [:]
    var waiting: [Int: any Encoder] = [:]
    for (key, call) in calls {
      switch call {
      case .open(let number):
        open[number] = container.nestedContainer(keyedBy: Key.self, forKey: key)
      case .openSuper(let number): waiting[number] = container.superEncoder(forKey: key)
      case .fills(let number, let calls):
        guard var filled = open[number] ?? waiting[number]?.container(keyedBy: Key.self) else {
          continue
        }
        try encode(calls.map { (key, $0) }, to: &filled)
        open[number] = filled
      case .int(let value): try container.encode(value, forKey: key)
      case .bool(let value): try container.encode(value, forKey: key)
      case .text(let value): try container.encode(value, forKey: key)
      case .double(let value): try container.encode(value, forKey: key)
      case .null: try container.encodeNil(forKey: key)
      case .optional(let value): try container.encode(value, forKey: key)
      case .optionalText(let value): try container.encode(value, forKey: key)
      case .ifPresent(let value): try container.encodeIfPresent(value, forKey: key)
      case .ifPresentBool(let value): try container.encodeIfPresent(value, forKey: key)
      case .numbers(let value): try container.encode(value, forKey: key)
      case .record(let value): try container.encode(ScriptedPart(value), forKey: key)
      case .records(let value): try container.encode(value.map { ScriptedPart($0) }, forKey: key)
      case .itself(let value): try container.encode(value, forKey: key)
      case .object(let value): try container.encode(value, forKey: key)
      case .any(let value): try container.encode(value, forKey: key)
      case .json(let value): try container.encode(value, forKey: key)
      case .optionalJSON(let value): try container.encode(value, forKey: key)
      case .jsonIfPresent(let value): try container.encodeIfPresent(value, forKey: key)
      case .flag(let value): try container.encode(ScriptedFlag(value), forKey: key)
      case .optionalFlag(let value):
        try container.encode(value.map { ScriptedFlag($0) }, forKey: key)
      case .flagIfPresent(let value):
        try container.encodeIfPresent(value.map { ScriptedFlag($0) }, forKey: key)
      case .generic(let value): try encode(generically: value, key, to: &container)
      case .nested(let calls):
        var nested = container.nestedContainer(keyedBy: Key.self, forKey: key)
        try encode(calls, to: &nested)
      case .unkeyed(let calls):
        var nested = container.nestedUnkeyedContainer(forKey: key)
        for call in calls { try nested.encode(ScriptedPart(ScriptedRecord([(.a, call)]))) }
      }
    }
  }
}

extension ScriptedRecord {
  private static func encode(
    generically value: some Encodable, _ key: Key, to container: inout KeyedEncodingContainer<Key>
  ) throws {
    try container.encode(value, forKey: key)
  }
}

/// A Boolean that is written as it is.
struct ScriptedFlag: Encodable {
  let value: Bool
  init(_ value: Bool) { self.value = value }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// The same as a value of another type.
struct ScriptedPart: Encodable {
  let record: ScriptedRecord
  init(_ record: ScriptedRecord) { self.record = record }
  func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}

/// The same as an object.
final class ScriptedObject: Encodable {
  let record: ScriptedRecord
  init(_ record: ScriptedRecord) { self.record = record }
  func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}
