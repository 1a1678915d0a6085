import ArchiveFormat

/// A value of a leaf kind as its payload, without a tag.
struct LeafSample {
  let name: String
  let kind: ArchiveKind
  let payload: [UInt8]
  /// Whether it also stands in rows, fields, maps and sets.
  var isInContainers = false

  init(_ name: String, _ kind: ArchiveKind, _ write: (inout ByteSink) -> Void) {
    var sink = ByteSink()
    write(&sink)
    self.name = name
    self.kind = kind
    payload = sink.bytes
  }

  /// With the tag that is shortest.
  var tagged: [UInt8] {
    if kind == .int, payload.count == 1, payload[0] & 2 == 0, payload[0] >> 2 < 64 {
      return [0x40 + payload[0] >> 2]
    }
    if kind == .string, payload[0] & 1 == 1, payload[0] >> 1 < 64 {
      return [0x80 + payload[0] >> 1] + payload.dropFirst()
    }
    return [kind.rawValue] + payload
  }

  static var all: [LeafSample] {
    integers + fixed + texts + [ints128, reals, decimals, others].joined()
  }

  /// The boundaries of varints, signed and unsigned.
  private static var integers: [LeafSample] {
    var samples: [LeafSample] = []
    for bits in [0, 6, 7, 13, 14, 20, 21, 27, 28, 34, 35, 41, 42, 48, 49, 55, 56, 63] {
      let power: UInt64 = 1 << UInt64(bits)
      samples.append(LeafSample("uint-2-to-the-\(bits)-less-1", .uint) { $0.varint(power - 1) })
      samples.append(LeafSample("uint-2-to-the-\(bits)", .uint) { $0.varint(power) })
      if bits < 63 {
        samples.append(
          LeafSample("int-minus-2-to-the-\(bits)", .int) { $0.zigzag(-Int64(power)) })
        samples.append(
          LeafSample("int-2-to-the-\(bits)-less-1", .int) { $0.zigzag(Int64(power - 1)) })
      }
    }
    let largest = LeafSample("uint-largest", .uint) { $0.varint(UInt64.max) }
    let ends = [
      LeafSample("int-smallest", .int) { $0.zigzag(.min) },
      LeafSample("int-largest", .int) { $0.zigzag(.max) },
      LeafSample("int-64", .int) { $0.zigzag(64) },
    ]
    return samples + [largest.inContainers] + ends.map(\.inContainers)
  }

  private static var fixed: [LeafSample] {
    let bytes: [UInt8] = [0, 1, 127, 128, 255]
    return bytes.flatMap { byte in
      [
        LeafSample("int8-\(Int8(bitPattern: byte))", .int8) { $0.byte(byte) },
        LeafSample("uint8-\(byte)", .uint8) { $0.byte(byte) },
      ].map { byte == 128 ? $0.inContainers : $0 }
    }
  }

  private static var ints128: [LeafSample] {
    let numbers: [(String, Int128)] = [
      ("smallest", .min), ("minus-1", -1), ("0", 0), ("2-to-the-64", 1 << 64), ("largest", .max),
    ]
    return numbers.map { name, number in
      LeafSample("int128-\(name)", .int128) { $0.fixed(UInt128(bitPattern: number)) }
    }.map(\.inContainers)
      + [
        LeafSample("uint128-0", .uint128) { $0.fixed(UInt128.zero) },
        LeafSample("uint128-largest", .uint128) { $0.fixed(UInt128.max) }.inContainers,
      ]
  }

  private static var reals: [LeafSample] {
    let singles: [(String, UInt32)] = [
      ("0", 0), ("minus-0", 0x8000_0000), ("1", 0x3F80_0000), ("infinity", 0x7F80_0000),
      ("minus-infinity", 0xFF80_0000), ("quiet-nan", 0x7FC0_0001), ("signalling-nan", 0x7F80_0001),
      ("smallest", 1), ("largest", 0x7F7F_FFFF),
    ]
    let doubles: [(String, UInt64)] = [
      ("0", 0), ("minus-0", 1 << 63), ("tenth", 0x3FB9_9999_9999_999A),
      ("infinity", 0x7FF0_0000_0000_0000), ("minus-infinity", 0xFFF0_0000_0000_0000),
      ("quiet-nan", 0x7FF8_0000_0000_0001), ("signalling-nan", 0x7FF0_0000_0000_0001),
      ("smallest", 1), ("largest", 0x7FEF_FFFF_FFFF_FFFF),
    ]
    return singles.map { name, bits in
      LeafSample("float32-\(name)", .float32) { $0.fixed(bits) }
    }.map { $0.name.hasSuffix("nan") ? $0.inContainers : $0 }
      + doubles.flatMap { name, bits in
        [
          LeafSample("float64-\(name)", .float64) { $0.fixed(bits) },
          LeafSample("date-\(name)", .date) { $0.fixed(bits) },
        ]
      }.map { $0.name.hasSuffix("minus-0") ? $0.inContainers : $0 }
  }

  private static var decimals: [LeafSample] {
    let numbers: [(String, Bool, UInt128, Int64)] = [
      ("0", false, 0, 0), ("0-with-an-exponent", false, 0, 5), ("1", false, 1, 0),
      ("minus-1", true, 1, 0), ("1.50", false, 150, -2), ("of-one-byte", false, 255, 0),
      ("of-two-bytes", true, 256, -1), ("of-16-bytes", false, .max, 63),
      ("smallest-exponent", false, 7, DecimalParts.exponents.lowerBound),
      ("largest-exponent", true, 7, DecimalParts.exponents.upperBound),
      ("not-a-number", true, 0, 0),
    ]
    return numbers.map { name, isNegative, mantissa, exponent in
      let parts = DecimalParts(isNegative: isNegative, mantissa: mantissa, exponent: exponent)
      return LeafSample("decimal-\(name)", .decimal) { $0.append(parts.bytes[...]) }
    }.map { $0.name.hasSuffix("bytes") ? $0.inContainers : $0 }
  }

  private static var texts: [LeafSample] {
    let lengths = [0, 1, 62, 63, 64, 127, 128].map { count in
      LeafSample("string-of-\(count)-bytes", .string) {
        $0.string(String(repeating: "x", count: count))
      }
    }
    let texts: [(String, String)] = [
      ("of-2-bytes-a-scalar", "\u{80}\u{7FF}"),
      ("of-3-bytes-a-scalar", "\u{800}\u{D7FF}\u{E000}\u{FFFF}"),
      ("of-4-bytes-a-scalar", "\u{10000}\u{10FFFF}"), ("with-nul", "a\u{0}b"),
      ("composed", "\u{E9}"), ("decomposed", "e\u{301}"),
      ("of-lines", "a\r\nb\n"), ("of-quotes", "\"\\\u{2028}"),
    ]
    let numbers = [
      "-0", "-0.00e7", "1e33000", "-1.5E-33000", "0.1000000000000000000000000000000000000000001",
      "340282366920938463463374607431768211456", "35e32804", "1E99999999999999999999",
    ]
    return lengths
      + texts.map { name, text in
        LeafSample("string-\(name)", .string) { $0.string(text) }.inContainers
      }
      + numbers.enumerated().map { index, text in
        LeafSample("number-text-\(index)", .numberText) { $0.string(text) }
      }.map { $0.name.hasSuffix("2") ? $0.inContainers : $0 }
  }

  private static var others: [LeafSample] {
    [0, 1, 127, 128, 300].map { count in
      LeafSample("data-of-\(count)-bytes", .data) {
        $0.countedBytes((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) })
      }
    }.map { $0.name.hasSuffix("-1-bytes") ? $0.inContainers : $0 }
      + [
        LeafSample("uuid-of-zeros", .uuid) { $0.fixed(UInt128.zero) },
        LeafSample("uuid-of-ones", .uuid) { $0.fixed(UInt128.max) }.inContainers,
        url("url-of-one-part", ["http://example.com/"]),
        url("url-of-two-parts", ["b/c", "http://example.com/a/"]).inContainers,
        url("url-of-8-parts", ["", "1", "2", "3", "4", "5", "6", "7"]),
      ]
  }

  private static func url(_ name: String, _ parts: [String]) -> LeafSample {
    LeafSample(name, .url) { sink in
      sink.varint(parts.count)
      for part in parts { sink.string(part) }
    }
  }

  private var inContainers: LeafSample {
    var sample = self
    sample.isInContainers = true
    return sample
  }
}
