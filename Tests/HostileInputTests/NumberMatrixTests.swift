import ArchiveFormat
import Foundation
import KeyedArchives
import TestTraits
import Testing

/// Every kind of number asked for as every type, at the edges of all of them, by every way of decoding.
@Suite struct NumberMatrixTests {
  /// What one way of decoding made of a box.
  private enum Outcome: Equatable, CustomStringConvertible {
    case numbers([ExactNumber])
    case error(ArchiveError.Code)

    var description: String {
      switch self {
      case .numbers(let numbers): "\(numbers)"
      case .error(let code): code.rawValue
      }
    }
  }

  private func outcome<Value: Codable>(
    _ type: Value.Type, _ decode: () throws -> NumberBox<Value>
  ) throws -> Outcome {
    do {
      let box = try decode()
      return .numbers(
        ([box.value, try #require(box.maybe)] + box.values).map { ExactNumber(decoded: $0) })
    } catch let error as ArchiveError {
      return .error(error.code)
    }
  }

  private func outcomes<Value: Codable>(
    _ type: Value.Type, _ bytes: [UInt8]
  ) throws -> [(name: String, outcome: Outcome)] {
    let box = NumberBox<Value>.self
    var cells = KeyedUnarchiver()
    cells.usesCells = true
    let untyped = try KeyedUnarchiver().decode(ArchivedValue.self, from: bytes)
    return [
      (
        "direct",
        try outcome(type) { try KeyedUnarchiver(usesGeneratedCode: false).decode(box, from: bytes) }
      ),
      (
        "generated",
        try outcome(type) { try KeyedUnarchiver(usesGeneratedCode: true).decode(box, from: bytes) }
      ),
      ("cells", try outcome(type) { try cells.decode(box, from: bytes) }),
      ("untyped", try outcome(type) { try KeyedUnarchiver().decode(box, from: untyped) }),
    ]
  }

  /// What a type makes of a number that it does not hold: the nearest Float or Double, the decimal of the shortest digits of a binary number, and the
  /// text of a decimal.
  private func converted(_ type: any Codable.Type, _ wire: WireNumber) -> ExactNumber? {
    var text = "\(wire.number)"
    for prefix in ["text ", "string "] where text.hasPrefix(prefix) {
      text.removeFirst(prefix.count)
    }
    switch (type, wire.kind) {
    case (is Double.Type, _): return Double(text).map { ExactNumber($0) }
    case (is Float.Type, .float64):
      if case .real(let value) = wire.number { return ExactNumber(Double(Float(value))) }
      return Float(text).map { ExactNumber(Double($0)) }
    case (is Float.Type, _): return Float(text).map { ExactNumber(Double($0)) }
    case (is Decimal.Type, .float64):
      return Double(text).flatMap { Decimal(string: $0.description) }.map {
        ExactNumber(decoded: $0)
      }
    case (is Decimal.Type, .float32):
      return Float(text).flatMap { Decimal(string: $0.description) }.map {
        ExactNumber(decoded: $0)
      }
    case (is Decimal.Type, .string):
      return Decimal(string: text).map { ExactNumber(decoded: $0) }
    default: return nil
    }
  }

  /// Whether a text says what a decimal is.
  private func isText(_ number: ExactNumber, of wire: WireNumber) -> Bool {
    guard wire.kind == .decimal, case .other(let text) = number, text.hasPrefix("string ") else {
      return false
    }
    let digits = text.dropFirst("string ".count)
    if digits == "NaN" || digits == "nan" { return wire.number == .notANumber }
    return Decimal(string: String(digits)).map { ExactNumber(decoded: $0) } == wire.number
  }

  /// Whether a type has to give a number back: integers in any integer type that holds them, as the nearest Float or Double, and each kind in the type
  /// that it is the kind of.
  private func mustHold<Value>(_ type: Value.Type, _ wire: WireNumber) -> Bool {
    switch (type, wire.kind, wire.number) {
    case (let type as any FixedWidthInteger.Type, .int, .integer(let value)),
      (let type as any FixedWidthInteger.Type, .uint, .integer(let value)),
      (let type as any FixedWidthInteger.Type, .int8, .integer(let value)),
      (let type as any FixedWidthInteger.Type, .uint8, .integer(let value)),
      (let type as any FixedWidthInteger.Type, .int128, .integer(let value)),
      (let type as any FixedWidthInteger.Type, .uint128, .integer(let value)):
      holds(type, value)
    case (is UInt128.Type, .uint128, _), (is Bool.Type, .bool, _), (is String.Type, .string, _),
      (is Float.Type, .float32, _), (is Double.Type, .float32, _), (is Double.Type, .float64, _):
      true
    case (is Double.Type, _, .integer), (is Float.Type, _, .integer): true
    case (is Decimal.Type, .int, .integer), (is Decimal.Type, .uint, .integer): true
    default: false
    }
  }

  private func holds<Value: FixedWidthInteger>(_ type: Value.Type, _ value: Int128) -> Bool {
    Value(exactly: value) != nil
  }

  private func check<Value: Codable>(_ type: Value.Type) throws -> (read: Int, refused: Int) {
    var counts = (read: 0, refused: 0)
    for wire in WireNumber.all {
      let outcomes = try outcomes(type, wire.box)
      if Differential.isWantedHere() {
        for (name, outcome) in outcomes where outcome != outcomes[0].outcome {
          Issue.record("\(wire) as \(type): direct \(outcomes[0].outcome), \(name) \(outcome)")
        }
      }
      for (name, outcome) in outcomes {
        switch outcome {
        case .numbers(let numbers):
          if name == outcomes[0].name { counts.read += 1 }
          let converted = converted(type, wire)
          #expect(
            numbers.allSatisfy { $0 == wire.number || $0 == converted || isText($0, of: wire) },
            "\(wire) as \(type), \(name): \(numbers)")
        case .error(let code):
          if name == outcomes[0].name { counts.refused += 1 }
          #expect(!mustHold(type, wire), "\(wire) as \(type), \(name): \(code)")
          #expect(
            [.typeMismatch, .dataCorrupted].contains(code), "\(wire) as \(type), \(name): \(code)")
        }
      }
    }
    return counts
  }

  @Test(.long)
  func `a number comes back as the table of conversions says, the same from every engine`() throws {
    let types: [any Codable.Type] = [
      Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, Int.self, UInt8.self, UInt16.self,
      UInt32.self, UInt64.self, UInt128.self, UInt.self, Float.self, Double.self, Decimal.self,
      Bool.self, String.self,
    ]
    var (read, refused) = (0, 0)
    for type in types {
      let counts = try check(type)
      read += counts.read
      refused += counts.refused
    }
    print(
      "\(WireNumber.all.count) numbers as \(types.count) types: \(read) read, \(refused) refused")
    #expect(read > 1_000 && refused > 1_000)
  }

  @Test func `the sign of zero and the bits of not-a-number stay`() throws {
    for value in [-0.0, Double(bitPattern: 0x7FF8_0000_0000_0001), .signalingNaN] {
      let bytes: [UInt8] = try KeyedArchiver().encode([value])
      #expect(
        try KeyedUnarchiver().decode([Double].self, from: bytes)[0].bitPattern == value.bitPattern)
    }
    let bytes: [UInt8] = try KeyedArchiver().encode([Float(-0.0)])
    #expect(try KeyedUnarchiver().decode([Double].self, from: bytes)[0].sign == .minus)
  }
}
