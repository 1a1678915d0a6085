import Foundation
import KeyedArchives

/// A value of many elements of a kind, whose archive has about the size that was asked for.
struct GrowingValue {
  let byteCount: Int
  let elementCount: Int
  let encode: () throws -> Void
  let decode: () throws -> Void

  /// A kind of values, by the name that the tables have for it.
  struct Kind {
    let name: String
    let make: (_ byteCount: Int) throws -> GrowingValue
  }

  static var kinds: [Kind] {
    [
      Kind(name: "structs") { try grow($0) { (0..<$0).map(Plain.init) } },
      Kind(name: "objects") { try grow($0) { (0..<$0).map { Item($0) } } },
      Kind(name: "class tree") { try grow($0) { count in (0..<count).map { Level5($0) } } },
      Kind(name: "Int or String by try?") { try grow($0) { (0..<$0).map(Probed.init) } },
      Kind(name: "indirect enum") { try grow($0) { Expression.tree($0) } },
    ]
  }

  private static func grow<Value: Codable>(
    _ byteCount: Int, _ make: (_ count: Int) -> Value
  ) throws -> GrowingValue {
    let small: Data = try KeyedArchiver().encode(make(1_024))
    let count = byteCount * 1_024 / small.count
    let value = make(count)
    let archive: Data = try KeyedArchiver().encode(value)
    var unarchiver = KeyedUnarchiver()
    unarchiver.limits = .trusted
    return GrowingValue(byteCount: archive.count, elementCount: count) {
      _ = try KeyedArchiver().encode(value) as Data
    } decode: {
      _ = try unarchiver.decode(Value.self, from: archive)
    }
  }

  private struct Plain: Codable {
    var id: Int
    var name: String
    var weight: Double

    init(_ number: Int) {
      (id, name, weight) = (number, "item \(number % 977)", Double(number) / 8)
    }
  }

  private final class Item: Codable {
    var id: Int
    var name: String
    var weight: Double

    init(_ number: Int) {
      (id, name, weight) = (number, "item \(number % 977)", Double(number) / 8)
    }
  }

  /// A number or a text, found out by trying: three of four are texts.
  private enum Probed: Codable {
    case number(Int)
    case text(String)

    init(_ number: Int) { self = number % 4 == 0 ? .number(number) : .text("text \(number)") }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }

  private indirect enum Expression: Codable {
    case number(Double)
    case name(String)
    case sum(Expression, Expression)
    case call(String, argument: Expression)

    /// A balanced tree of so many nodes.
    static func tree(_ count: Int) -> Expression {
      switch count {
      case ...1: .number(0.5)
      case 2: .call("f", argument: .name("x"))
      default: .sum(tree((count - 1) / 2), tree(count - 1 - (count - 1) / 2))
      }
    }
  }
}
