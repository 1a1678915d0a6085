#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of whatever there is, arrays and records most of all.
public enum ReadingSource: Encodable {
  /// A record, of which there are many.
  public struct Point: Codable, Equatable, Sendable {
    var x: Int
    var name: String?
  }

  case probed(ProbedValue)
  case numbers([Int])
  case small([Int8])
  case flags([Bool])
  case maybe([Int?])
  case maybeFlags([Bool?])
  case dates([Date])
  case points([Point])
  case lists([[Int]])
  case members(Set<Int>)
  case mixed([ReadingSource])
  case one(Int)
  /// The fields of a record: values, nulls, and those that are not there.
  case record([ReadingSource??])
  /// The same as a map.
  case map([ReadingSource??])

  /// Encodes what it is, alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .probed(let value): try container.encode(value)
    case .numbers(let value): try container.encode(value)
    case .small(let value): try container.encode(value)
    case .flags(let value): try container.encode(value)
    case .maybe(let value): try container.encode(value)
    case .maybeFlags(let value): try container.encode(value)
    case .dates(let value): try container.encode(value)
    case .points(let value): try container.encode(value)
    case .lists(let value): try container.encode(value)
    case .members(let value): try container.encode(value)
    case .mixed(let values):
      var list = encoder.unkeyedContainer()
      for value in values { try list.encode(value) }
    case .one(let value): try container.encode(value)
    case .record(let fields): try encode(fields, WideKeys.self, encoder)
    case .map(let fields): try encode(fields, TextKey.self, encoder)
    }
  }

  private func encode<Key: CodingKey & CaseIterable>(
    _ fields: [ReadingSource??], _ type: Key.Type, _ encoder: any Encoder
  ) throws {
    var record = encoder.container(keyedBy: type)
    for (key, field) in zip(type.allCases, fields) {
      guard let field else { continue }
      if let field {
        try record.encode(field, forKey: key)
      } else {
        try record.encodeNil(forKey: key)
      }
    }
  }

  /// One made up at random.
  public static func random(
    _ generator: inout some RandomNumberGenerator, depth: Int = 0
  ) -> ReadingSource {
    func numbers() -> [Int] {
      (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        Int.random(in: -90...90, using: &generator)
      }
    }
    func fields() -> [ReadingSource??] {
      WideKeys.allCases.map { _ in
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return nil
        case 1: return .some(nil)
        default: return random(&generator, depth: depth + 1)
        }
      }
    }
    switch Int.random(in: 0..<(depth > 2 ? 11 : 20), using: &generator) {
    case 0, 1: return .probed(.random(&generator, depth: 2))
    case 2: return .numbers(numbers())
    case 3: return .small(numbers().map { Int8($0) })
    case 4: return .flags(numbers().map { $0 > 0 })
    case 5: return .maybe(numbers().map { $0 > 0 ? $0 : nil })
    case 6: return .maybeFlags(numbers().map { $0 > 30 ? nil : $0 > 0 })
    case 7: return .dates(numbers().map { Date(timeIntervalSinceReferenceDate: Double($0)) })
    case 8:
      return .points(numbers().map { Point(x: $0, name: $0 > 0 ? "n" : nil) })
    case 9: return .lists(numbers().map { Array(repeating: $0, count: abs($0) % 4) })
    case 10: return .one(numbers().count)
    case 11: return .members(Set(numbers()))
    case 12, 13: return .record(fields())
    case 14, 15: return .map(fields())
    default:
      return .mixed(
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in
          random(&generator, depth: depth + 1)
        })
    }
  }
}
