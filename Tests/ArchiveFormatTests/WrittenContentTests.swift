import ArchiveFormat
import Testing

/// Content that is written, byte by byte (Spec, sections 6 and 13).
@Suite struct WrittenContentTests {
  private func content(_ build: (inout ArchivedValueBuilder) -> Void) throws -> [UInt8] {
    var builder = ArchivedValueBuilder()
    build(&builder)
    let tape = builder.finishTape()
    var matcher = ShapeMatcher(tape)
    try matcher.match(maximumDepth: 512)
    var writer = ContentWriter(matcher, tape)
    return writer.value(at: 0)
  }

  @Test func `integers from 0 to 63 are their tag, others follow one`() throws {
    #expect(try content { $0.int(0) } == [0x40])
    #expect(try content { $0.int(63) } == [0x7F])
    // Zigzag 128 takes two bytes.
    #expect(try content { $0.int(64) } == [0x05, 0x02, 0x02])
    #expect(try content { $0.int(-1) } == [0x05, 1 << 1 | 1])
  }

  @Test func `texts of up to 63 bytes have their length in their tag`() throws {
    let text = String(repeating: "a", count: 63)
    #expect(try content { $0.string(text) } == [0x80 + 63] + Array(text.utf8))
    #expect(
      try content { $0.string(text + "b") } == [0x0F, 64 << 1 | 1] + Array((text + "b").utf8))
  }

  @Test func `a double keeps the sign of zero and the bits of not-a-number`() throws {
    #expect(try content { $0.double(-0.0) } == [0x0C, 0, 0, 0, 0, 0, 0, 0, 0x80])
    #expect(
      try content { $0.double(Double(bitPattern: 0x7FF8_0000_0000_0001)) }
        == [0x0C, 1, 0, 0, 0, 0, 0, 0xF8, 0x7F])
  }

  @Test func `state bits go on in the next byte`() throws {
    func record(_ count: Int, _ builder: inout ArchivedValueBuilder) {
      builder.beginRecord()
      for index in 0..<count {
        builder.key("k\(index)")
        builder.int(1)
      }
      builder.end()
    }
    // The second makes ten fields optional, of which the third has all.
    let bytes = try content {
      $0.beginArray()
      record(20, &$0)
      record(10, &$0)
      record(20, &$0)
      $0.end()
    }
    let ones = [UInt8](repeating: 1 << 2 | 1, count: 20)
    #expect(bytes.suffix(22) == [0xFF, 0x03] + ones)
  }

  @Test func `a place for nulls alone takes the kind of a later element`() throws {
    var builder = ArchivedValueBuilder()
    builder.beginArray()
    for hasNumber in [false, true] {
      builder.beginRecord()
      builder.key("row")
      builder.beginArray()
      builder.null()
      if hasNumber { builder.int(1) }
      builder.end()
      builder.end()
    }
    builder.end()
    var matcher = ShapeMatcher(builder.finishTape())
    try matcher.match(maximumDepth: 512)
    let definitions = matcher.definitions
    #expect(definitions.shapes.count == 1)
    let row = definitions.kinds[definitions.shapes[0].fields[0].kind]
    #expect(row.code == .array)
    #expect(definitions.kinds[row.first].code == .nullable)
    #expect(definitions.kinds[row.first].first == KindID(.int))
  }

  /// A place for any elements: an array of a text and a number stood there first.
  private func row(_ count: Int) throws -> [UInt8] {
    try content {
      $0.beginArray()
      for isFirst in [true, false] {
        $0.beginRecord()
        $0.key("row")
        $0.beginArray()
        if isFirst {
          $0.string("a")
          $0.int(1)
        } else {
          for number in 0..<count { $0.int(Int64(number)) }
        }
        $0.end()
        $0.end()
      }
      $0.end()
    }
  }

  @Test func `up to eight elements take the form of their place, more have their own`() throws {
    let numbers: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    #expect(try row(8).suffix(9) == [16 << 1 | 1] + numbers[..<8].map { 0x40 + $0 })
    // One run of integers to the end, which are zigzag numbers.
    #expect(
      try row(9).suffix(12) == [19 << 1 | 1, 0x05, 1] + numbers.map { ($0 << 1) << 1 | 1 })
  }
}
