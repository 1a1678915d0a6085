import Foundation
import TestSupport

/// Values of any `Decodable` type from a seed: `init(from:)` of the type asks for what it needs, and
/// gets random numbers, texts, and arrays and dictionaries of a few elements.
///
/// Floating-point numbers are finite, since a value is compared with its copy.
enum SeededValue {
  static func make<Value: Decodable>(_ type: Value.Type, seed: UInt64) throws -> Value {
    let source = SeededSource(seed: seed)
    return try source.value(type, depth: 0)
  }
}

/// What one seeded value is drawn from.
final class SeededSource {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  func integer<Number: FixedWidthInteger>(_: Number.Type) -> Number {
    let number = Number(truncatingIfNeeded: generator.next())
    // Small numbers are stored in fewer bytes, so they are to be seen as often as large ones.
    return Bool.random(using: &generator) ? number : number % 100
  }

  func double() -> Double {
    let number = Double(bitPattern: generator.next())
    return number.isFinite ? number : 0.5
  }

  func float() -> Float {
    let number = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
    return number.isFinite ? number : 0.5
  }

  func bool() -> Bool { Bool.random(using: &generator) }

  /// Texts of up to 40 characters: none, short ones, long ones, some beyond ASCII.
  func text() -> String {
    let letters = Array("abcdefghijklmnop qrstuvwxyz0123456789/\"\\\n\u{0}éßж漢👩‍👩‍👧e\u{301}")
    let count = Int.random(in: 0...40, using: &generator)
    return String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "?" })
  }

  /// How many elements an array or dictionary gets; fewer deep inside.
  func count(depth: Int) -> Int { Int.random(in: 0...max(1, 8 - depth), using: &generator) }

  func value<Value: Decodable>(_ type: Value.Type, depth: Int) throws -> Value {
    let known: Any? =
      switch type {
      case is UUID.Type: uuid()
      case is Date.Type: Date(timeIntervalSinceReferenceDate: Double(integer(Int32.self)) / 8)
      default: nil
      }
    if let known = known as? Value { return known }
    return try Value(from: SeededDecoder(source: self, depth: depth + 1))
  }

  private func uuid() -> UUID {
    let bytes = (0..<16).map { _ in integer(UInt8.self) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
