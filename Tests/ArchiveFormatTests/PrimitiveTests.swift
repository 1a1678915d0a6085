import ArchiveFormat
import TestTraits
import Testing

/// Varints, zigzag, strings and bit rows (Spec, section 2; V1–V5).
@Suite struct PrimitiveTests {
  /// The table of `Spec/archive-format.md`, section 2.
  @Test(
    arguments: [
      (0, [0x01]), (63, [0x7F]), (127, [0xFF]), (128, [0x02, 0x02]), (16_383, [0xFE, 0xFF]),
      ((1 << 56) - 1, [0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
      (1 << 56, [0, 0, 0, 0, 0, 0, 0, 0, 1]),
      (.max, [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
    ] as [(UInt64, [UInt8])]) func `varints have the bytes of the table`(
      _ value: UInt64, _ bytes: [UInt8]
    ) throws
  {
    var sink = ByteSink()
    sink.varint(value)
    #expect(sink.bytes == bytes)
    var cursor = ByteCursor(bytes)
    #expect(try cursor.varint() == value)
    #expect(cursor.remaining == 0)
  }

  @Test func `every length of varint comes back, and none in another form`() throws {
    for shift in 0..<64 {
      for value in [UInt64(1) << shift, (UInt64(1) << shift) &- 1, ~0 >> UInt64(shift)] {
        var sink = ByteSink()
        sink.varint(value)
        var cursor = ByteCursor(sink.bytes)
        #expect(try cursor.varint() == value)
        for count in 0..<sink.count {
          var short = ByteCursor(Array(sink.bytes[..<count]))
          #expect(throws: ArchiveError.self) { try short.varint() }
        }
      }
    }
    for extra in 1...8 {
      var bytes = [UInt8](repeating: 0, count: extra + 1)
      if extra < 8 { bytes[0] = 1 << extra }
      var cursor = ByteCursor(bytes)
      let error = #expect(throws: ArchiveError.self) { try cursor.varint() }
      #expect(error?.code == .malformed)
    }
  }

  @Test func `zigzag comes back for every sign and size`() throws {
    for value in [0, -1, 1, -64, 63, 64, .min, .max, .min + 1] as [Int64] {
      var sink = ByteSink()
      sink.zigzag(value)
      var cursor = ByteCursor(sink.bytes)
      #expect(try cursor.zigzag() == value)
    }
  }

  /// First and last bytes of each range that the standard tells apart.
  private static let edges: [UInt8] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
    0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
  ]

  @Test(.long) func `well-formed UTF-8 of four bytes is what the standard library calls so`() {
    #expect(checkUTF8(endings: Self.edges) == 390_625)
  }

  @Test func `well-formed UTF-8 with some endings is what the standard library calls so`() {
    #expect(checkUTF8(endings: [0x7F, 0x80, 0xBF, 0xC2]) == 62_500)
  }

  /// Returns how many texts were compared.
  private func checkUTF8(endings: [UInt8]) -> Int {
    let interesting = Self.edges
    var checked = 0
    for first in interesting {
      for second in interesting {
        for third in interesting {
          for fourth in endings {
            let bytes = [first, second, third, fourth]
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            let found = (try? ByteCursor(bytes).validateUTF8(0..<4)) != nil
            if found != isValid { Issue.record("\(bytes)") }
            checked += 1
          }
        }
      }
    }
    return checked
  }

  @Test func `number texts are those of RFC 8259`() {
    for text in ["0", "-0", "1", "10", "1.5", "-1.50e+10", "1E400", "0.0001", "1e-7"] {
      #expect(NumberGrammar.matches(text.utf8), "\(text)")
    }
    for text in ["", "-", "01", "1.", ".5", "1e", "1e+", "+1", "1a", "0x1", "NaN", "1 ", "--1"] {
      #expect(!NumberGrammar.matches(text.utf8), "\(text)")
    }
  }

  @Test func `integer keys are canonical decimals of 64 bits`() {
    for text in ["0", "-1", "9223372036854775807", "-9223372036854775808", "42"] {
      #expect(IntegerKey.value(of: text).map(String.init) == text)
    }
    for text in ["", "-", "-0", "00", "01", "+1", "1 ", "9223372036854775808", "1e3", "１"] {
      #expect(IntegerKey.value(of: text) == nil, "\(text)")
    }
  }
}
