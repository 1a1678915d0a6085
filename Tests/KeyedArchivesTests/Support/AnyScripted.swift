/// A value that is one of several types, as an `AnyEncodable` is.
enum AnyScripted: Encodable {
  case record(ScriptedRecord)
  case part(ScriptedRecord)
  case dog(Int)
  case cat(Int, String)
  case choice(ScriptedChoice)
  case int(Int)
  case text(String)
  case null
  case empty
  case map([String: Int])
  case list([AnyScripted])

  private struct Dog: Codable { var dog: Int }
  private struct Cat: Codable {
    var cat: Int
    var name: String
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .record(let value): try value.encode(to: encoder)
    case .part(let value): try ScriptedPart(value).encode(to: encoder)
    case .dog(let value): try Dog(dog: value).encode(to: encoder)
    case .cat(let value, let name): try Cat(cat: value, name: name).encode(to: encoder)
    case .choice(let value): try value.encode(to: encoder)
    case .int(let value): try value.encode(to: encoder)
    case .text(let value): try value.encode(to: encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .empty: _ = encoder.container(keyedBy: ScriptedRecord.Key.self)
    case .map(let value): try value.encode(to: encoder)
    case .list(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    }
  }
}

/// An enumeration with payloads.
enum ScriptedChoice: Codable {
  case number(Int)
  case text(String, isLong: Bool)
  case none
}
