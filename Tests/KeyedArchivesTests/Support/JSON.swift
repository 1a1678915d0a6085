import TestSupport

/// A value of any JSON.
indirect enum JSON: Codable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// An object with a value for each element.
  static func object(of row: [JSON]) -> JSON {
    .object(Dictionary(uniqueKeysWithValues: row.enumerated().map { ("key \($0)", $1) }))
  }

  static func random(_ random: inout SeededGenerator, depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .int(.random(in: -100...100, using: &random))
    case 3: .double(.random(in: 0...1, using: &random))
    case 4: .string(String(repeating: "s", count: Int.random(in: 0...70, using: &random)))
    case 5: .int(.random(in: 0...3, using: &random))
    case 6, 7:
      .array(
        (0..<Int.random(in: 0...10, using: &random)).map { _ in
          .random(&random, depth: depth - 1)
        })
    default:
      .object(
        Dictionary(
          uniqueKeysWithValues: (0..<Int.random(in: 0...10, using: &random)).map {
            ("key \($0)", .random(&random, depth: depth - 1))
          }))
    }
  }
}
