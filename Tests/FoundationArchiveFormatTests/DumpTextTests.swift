import FoundationArchiveFormat
import PropertyListFormat
import TestSupport
import Testing

/// Numbers and texts of a canonical dump, which are written by words, beside the same written byte by byte.
@Suite struct DumpTextTests {
  /// The line of the roots, for an archive whose only root has a value.
  private static func root(
    _ write: (inout PropertyListWriter) throws -> Void
  ) throws -> [UInt8] {
    try FoundationGraph.canonicalDump(of: GraphWriterTests.archive(top: write) { _ in })
  }

  private static func line(_ value: [UInt8]) -> [UInt8] {
    Array("{\"archiver\":\"Other\",\"version\":100000,\"top\":[[\"r\",".utf8) + value
      + Array("]]}\n".utf8)
  }

  private static func hexadecimal(_ number: UInt64, _ digitCount: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: digitCount - digits.count) + digits
  }

  /// Bytes of UTF-8, perhaps with surrogates of three bytes, as JSON.
  private static func escaped(_ text: [UInt8]) -> [UInt8] {
    var json = Array("\"".utf8)
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        json += [UInt8(ascii: "\\"), byte]
      } else if byte < 0x20 || byte == 0x7F {
        json += Array("\\u\(hexadecimal(UInt64(byte), 4))".utf8)
      } else if byte == 0xED, text[index + 1] >= 0xA0 {
        let unit = 0xD000 | UInt64(text[index + 1] & 0x3F) << 6 | UInt64(text[index + 2] & 0x3F)
        json += Array("\\u\(hexadecimal(unit, 4))".utf8)
        index += 2
      } else {
        json.append(byte)
      }
      index += 1
    }
    return json + Array("\"".utf8)
  }

  @Test func `integers of any number of digits`() throws {
    var numbers: [Int128] = [0, .init(Int64.min), -1, .init(UInt64.max)]
    var power: Int128 = 1
    while power <= .init(UInt64.max) {
      numbers += [power - 1, power, power + 1, 2 * power, 9 * power + 7].filter {
        $0 <= .init(UInt64.max)
      }
      power *= 10
    }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      numbers.append(
        Int128(
          UInt64.random(in: 0...(.max), using: &random) >> UInt64.random(in: 0...63, using: &random)
        ))
    }
    let dump = try Self.root { writer in
      try writer.beginArray()
      for number in numbers { try writer.integer(number) }
      try writer.end()
    }
    let values = numbers.map { "{\"int\":\"\($0)\"}" }.joined(separator: ",")
    #expect(dump == Self.line(Array("{\"array\":[\(values)]}".utf8)))
  }

  @Test func `reals, dates and data`() throws {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<500 {
      let bits = UInt64.random(in: 0...(.max), using: &random)
      let data = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let dump = try Self.root { writer in
        try writer.beginArray()
        try writer.real(Double(bitPattern: bits))
        try writer.data(data)
        try writer.end()
      }
      let digits = data.map { Self.hexadecimal(UInt64($0), 2) }.joined()
      let value =
        "{\"array\":[{\"real\":\"\(Self.hexadecimal(bits, 16))\"},{\"data\":\"\(digits)\"}]}"
      #expect(dump == Self.line(Array(value.utf8)))
    }
  }

  /// The bytes that are escaped stand at each place of a word, and beside each other.
  @Test func `texts with characters that are escaped`() throws {
    var random = SeededGenerator(seed: 7)
    let pieces: [[UInt16]] = [
      [0x22], [0x5C], [0x00], [0x1F], [0x20], [0x7E], [0x7F], [0x80], [0xE9], [0x2028],
      [0xD7FF], [0xD000], [0xD83D, 0xDE00], [0xD800], [0xDFFF], [0xE000], [0xFFFF], [0x21], [0x23],
      [0x5B], [0x5D],
    ]
    for _ in 0..<4_000 {
      var units: [UInt16] = []
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        if Int.random(in: 0..<4, using: &random) == 0 {
          units += pieces.randomElement(using: &random) ?? []
        } else {
          units.append(UInt16(UInt8.random(in: 0x61...0x7A, using: &random)))
        }
      }
      let utf8 = PropertyList.utf8(ofUTF16: units)
      let dump = try Self.root { writer in
        try writer.beginDictionary()
        _ = try writer.key(utf8: utf8[...])
        _ = try writer.add(.string(utf8: utf8[...]))
        _ = try writer.key(utf8: (utf8 + [UInt8(ascii: "2")])[...])
        try writer.bool(true)
        try writer.end()
      }
      let text = Self.escaped(utf8)
      let second = Self.escaped(utf8 + [UInt8(ascii: "2")])
      let value =
        Array("{\"dict\":[[".utf8) + text + Array(",{\"string\":".utf8) + text
        + Array("}],[".utf8) + second + Array(",{\"bool\":true}]]}".utf8)
      #expect(dump == Self.line(value))
    }
  }
}
