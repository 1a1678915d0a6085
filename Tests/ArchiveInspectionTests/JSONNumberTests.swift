import ArchiveFormat
import ArchiveInspection
import TestSupport
import Testing

@Suite struct JSONNumberTests {
  /// A literal, the kind it becomes, and the text that export writes.
  static let table: [(literal: String, kind: ArchivedValue.Kind, text: String)] = [
    ("0", .int, "0"),
    ("-0", .float64, "-0.0"),
    ("-0.0", .float64, "-0.0"),
    ("0e99999999999999999999", .float64, "0.0"),
    ("63", .int, "63"),
    ("9223372036854775807", .int, "9223372036854775807"),
    ("-9223372036854775808", .int, "-9223372036854775808"),
    ("9223372036854775808", .uint, "9223372036854775808"),
    ("18446744073709551615", .uint, "18446744073709551615"),
    ("18446744073709551616", .int128, "18446744073709551616"),
    ("-9223372036854775809", .int128, "-9223372036854775809"),
    ("123456789012345678901234567890", .int128, "123456789012345678901234567890"),
    (
      "170141183460469231731687303715884105728", .uint128,
      "170141183460469231731687303715884105728"
    ),
    (
      "340282366920938463463374607431768211455", .uint128,
      "340282366920938463463374607431768211455"
    ),
    // Beyond 128 bits: the Double 2^128 exists, but its shortest form has other digits.
    (
      "340282366920938463463374607431768211456", .number,
      "340282366920938463463374607431768211456"
    ),
    (
      "-340282366920938463463374607431768211455", .decimal,
      "-340282366920938463463374607431768211455"
    ),
    (
      "3402823669209384634633746074317682114550000", .decimal,
      "340282366920938463463374607431768211455e4"
    ),
    ("1" + String(repeating: "0", count: 50), .float64, "1e+50"),
    ("1.0", .float64, "1.0"),
    ("1E+2", .float64, "100.0"),
    ("1e2", .float64, "100.0"),
    ("1e22", .float64, "1e+22"),
    // The Double 1e23 is 99999999999999991611392.
    ("1e23", .decimal, "1e23"),
    ("66284287726533e4", .decimal, "66284287726533e4"),
    ("1e40", .float64, "1e+40"),
    ("0.1", .float64, "0.1"),
    ("0.10", .float64, "0.1"),
    ("43.420273000000009", .decimal, "43.420273000000009"),
    ("43.42027300000001", .float64, "43.42027300000001"),
    ("123456789012345", .int, "123456789012345"),
    ("12345678901234.5", .float64, "12345678901234.5"),
    ("0.1000000000000000055511151231257827", .decimal, "0.1000000000000000055511151231257827"),
    ("5e-324", .float64, "5e-324"),
    ("2.2250738585072011e-308", .decimal, "22250738585072011e-324"),
    ("2.225073858507201e-308", .float64, "2.225073858507201e-308"),
    ("1e-400", .decimal, "1e-400"),
    ("1e400", .decimal, "1e400"),
    ("-1.5e400", .decimal, "-15e399"),
    ("1e32767", .decimal, "1e32767"),
    ("1e-32768", .decimal, "1e-32768"),
    ("1e32768", .decimal, "10e32767"),
    ("0.1e-32768", .number, "0.1e-32768"),
    ("1e9223372036854775808", .number, "1e9223372036854775808"),
    (
      "0." + String(repeating: "123456789", count: 10), .number,
      "0." + String(repeating: "123456789", count: 10)
    ),
  ]

  @Test(arguments: table)
  func `a number keeps its value to the last digit`(
    literal: String, kind: ArchivedValue.Kind, text: String
  ) throws {
    let value = try ArchivedValue(json: Array(literal.utf8))
    #expect(value.kind == kind, "\(literal)")
    #expect(String(decoding: try value.json(), as: UTF8.self) == text)
  }

  @Test func `a Double is chosen exactly when its shortest form has the same value`() throws {
    let seed: UInt64 = 20_260_101
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let whole = String(Int.random(in: 0...99_999, using: &random))
      let fraction = String(Int.random(in: 0...Int(1e14), using: &random))
      let literal = "\(whole).\(fraction)"
      let value = try ArchivedValue(json: Array(literal.utf8))
      let double = try #require(Double(literal))
      let isSame = trimmed(double.description) == trimmed(literal)
      #expect(value.kind == (isSame ? .float64 : .decimal), "\(literal), seed \(seed)")
      if isSame { #expect(value.doubleValue == double) }
    }
  }

  /// A plain literal without zeros at its end.
  private func trimmed(_ literal: String) -> Substring {
    var text = literal[...]
    while text.last == "0" { text.removeLast() }
    return text
  }
}
