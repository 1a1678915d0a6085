import ArchiveFormat
import HostileInput

/// A number as an archive has it: its kind, its payload and what it is.
struct WireNumber: CustomStringConvertible {
  let kind: ArchiveKind
  let payload: [UInt8]
  let number: ExactNumber
  var description: String { "\(kind) \(number)" }

  private init(_ kind: ArchiveKind, _ number: ExactNumber, _ write: (inout ByteSink) -> Void) {
    var sink = ByteSink()
    write(&sink)
    (self.kind, payload, self.number) = (kind, sink.bytes, number)
  }

  /// An archive with a ``NumberBox``: one, one that may be missing, and two in a row.
  var box: [UInt8] {
    var script = ArchiveScript()
    let code = kind.rawValue
    let shape = script.shape([
      ("value", [code]), ("maybe", [1 << 6 | code]),
      ("values", [ArchiveKind.array.rawValue, code]),
    ])
    script.recordTag(shape)
    if kind == .bool {
      script.content.byte(payload[0] | 2)
      script.content.bytes += payload
      script.content.varint(2 << 1)
      script.content.byte(payload[0] * 3)
    } else {
      script.content.byte(1)
      script.content.bytes += payload + payload
      script.content.varint(2 << 1)
      script.content.bytes += payload + payload
    }
    return script.singlePart()
  }

  /// The numbers at whose edges conversions go wrong.
  private static let edges: [Int128] = {
    let powers = [7, 8, 15, 16, 24, 31, 32, 53, 63, 64].map { Int128(1) << $0 }
    let around = powers.flatMap { power in [-1, 0, 1].flatMap { [power + $0, -power + $0] } }
    return around + [0, 1, -1, 63, 64, .min, .max, .max - 1, 1 << 100]
  }()

  static let all: [WireNumber] = integers + reals + others

  private static let integers: [WireNumber] = edges.flatMap { edge in
    var made: [WireNumber] = []
    let exact = ExactNumber(edge)
    if let value = Int64(exactly: edge) { made.append(.init(.int, exact) { $0.zigzag(value) }) }
    if let value = UInt64(exactly: edge) { made.append(.init(.uint, exact) { $0.varint(value) }) }
    if let value = Int8(exactly: edge) { made.append(.init(.int8, exact) { $0.fixed(value) }) }
    if let value = UInt8(exactly: edge) { made.append(.init(.uint8, exact) { $0.fixed(value) }) }
    made.append(.init(.int128, exact) { $0.fixed(UInt128(truncatingIfNeeded: edge)) })
    if let value = UInt128(exactly: edge) {
      made.append(.init(.uint128, exact) { $0.fixed(value) })
    }
    return made
  }

  private static let reals: [WireNumber] = {
    let doubles: [Double] =
      edges.map { Double($0) } + [
        -0.0, .nan, .infinity, -.infinity, 0.5, -1.5, 1e300, .leastNonzeroMagnitude,
        .greatestFiniteMagnitude, 0.1, Double(Float(0.1)), 9_007_199_254_740_992,
      ]
    let floats = doubles.map { Float($0) }
    var made: [WireNumber] = []
    for value in doubles {
      made.append(.init(.float64, ExactNumber(value)) { $0.fixed(value.bitPattern) })
    }
    for value in floats {
      made.append(.init(.float32, ExactNumber(Double(value))) { $0.fixed(value.bitPattern) })
    }
    return made
  }()

  private static let others: [WireNumber] = {
    let decimals: [DecimalParts] =
      edges.map { DecimalParts(isNegative: $0 < 0, mantissa: $0.magnitude, exponent: 0) }
      + [
        .notANumber, DecimalParts(isNegative: false, mantissa: 15, exponent: -1),
        DecimalParts(isNegative: true, mantissa: 5, exponent: 127),
        DecimalParts(isNegative: false, mantissa: 5, exponent: 128),
        DecimalParts(isNegative: false, mantissa: 1, exponent: -128),
        DecimalParts(isNegative: false, mantissa: 1, exponent: 32_767),
        DecimalParts(isNegative: false, mantissa: .max, exponent: 0),
      ]
    var made: [WireNumber] = [
      .init(.bool, .other("true")) { $0.byte(1) }, .init(.bool, .other("false")) { $0.byte(0) },
      .init(.uint128, .other("\(UInt128.max)")) { $0.fixed(UInt128.max) },
    ]
    for text in ["1e40000", "-1e40000", "12345678901234567890123456789012345678901234567890"] {
      made.append(.init(.numberText, .other("text \(text)")) { $0.string(text) })
    }
    for text in ["", "1", "1.5", "true", "nan"] {
      made.append(.init(.string, .other("string \(text)")) { $0.string(text) })
    }
    for parts in decimals {
      made.append(
        .init(.decimal, ExactNumber(parts)) {
          $0.bytes += (parts.isNotANumber ? parts : parts.reduced).bytes
        })
    }
    return made
  }()
}
