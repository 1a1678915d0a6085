import ArchiveFormat
import ArchiveInspection
import RecordLog
import Testing

/// Inputs are read window by window, and only as far as needed.
@Suite struct WindowedInputTests {
  /// The reads that an input received.
  private final class Source {
    let bytes: [UInt8]
    /// Bytes that one call hands out.
    let pieceByteCount: Int
    var statedByteCount: [Int?]
    private(set) var readByteCount = 0

    init(_ bytes: [UInt8], pieceByteCount: Int = .max, stated: Int?...) {
      (self.bytes, self.pieceByteCount, statedByteCount) = (bytes, pieceByteCount, stated)
    }

    func byteCount() -> Int? {
      statedByteCount.count > 1 ? statedByteCount.removeFirst() : statedByteCount[0]
    }

    func read(_ range: Range<Int>) -> [UInt8] {
      let piece = bytes[min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count)]
        .prefix(pieceByteCount)
      readByteCount += piece.count
      return Array(piece)
    }
  }

  private static func read(
    _ kind: InputKind, _ source: Source, maximumByteCount: Int = 1 << 30
  ) throws -> [UInt8] {
    let input = WindowedInput(
      kind, limits: .untrusted, maximumByteCount: maximumByteCount, advice: "take another file")
    return try input.bytes(byteCount: source.byteCount, read: source.read)
  }

  @Test(arguments: [InputKind.archive, .recordLog, .json, .dictionaryRows])
  func `zeros are refused after one window`(kind: InputKind) {
    let source = Source([UInt8](repeating: 0, count: 4 << 20), stated: nil)
    #expect(throws: (any Error).self) { try Self.read(kind, source) }
    #expect(source.readByteCount == WindowedInput.firstByteCount)
  }

  @Test func `the error is that of reading all`() throws {
    let header = Array(try SampleArchives.everything(ArchiveLayout(framing: .multiPart)).prefix(24))
    for bytes: [UInt8] in [[], [0x20], Array("{}".utf8), Array(header.prefix(9)), [0xA5] + header] {
      let expected = try #require(throws: ArchiveError.self) { try ArchiveInspector(bytes) }
      var found = try #require(throws: ArchiveError.self) {
        try Self.read(.archive, Source(bytes, stated: nil))
      }
      // The command names formats of others.
      if expected.code == .notAnArchive { found.message = expected.message }
      #expect(found == expected)
    }
    for text in [" \n\0", "]", "\u{FEFF}{}", "x"] {
      let expected = try #require(throws: JSONError.self) {
        try ArchivedValue(json: Array(text.utf8))
      }
      let found = try #require(throws: JSONError.self) {
        try Self.read(.json, Source(Array(text.utf8), stated: nil))
      }
      #expect(found.description == expected.description)
    }
  }

  @Test(arguments: [1, 1_000, Int.max])
  func `pieces of any length add up`(pieceByteCount: Int) throws {
    let text = Array(("[" + String(repeating: "1,", count: 40_000) + "1]").utf8)
    let count = pieceByteCount == 1 ? 3_000 : text.count
    let bytes = Array(text.prefix(count))
    let pipe = Source(bytes, pieceByteCount: pieceByteCount, stated: nil)
    let file = Source(bytes, pieceByteCount: pieceByteCount, stated: count)
    #expect(try Self.read(.json, pipe) == bytes)
    #expect(try Self.read(.json, file) == bytes)
  }

  @Test func `more bytes than are held are refused before they are read`() throws {
    let bytes = Array("[".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 8 << 20)
    let file = Source(bytes, stated: bytes.count)
    let error = try #require(throws: ArchiveError.self) {
      try Self.read(.json, file, maximumByteCount: 1 << 20)
    }
    #expect(error.code == .limitExceeded)
    #expect(
      error.message
        == "archivecat holds no more than 1,048,576 bytes in memory, and this has 8,388,609; "
        + "take another file")
    #expect(file.readByteCount == WindowedInput.firstByteCount)
    let pipe = Source(bytes, stated: nil)
    let other = try #require(throws: ArchiveError.self) {
      try Self.read(.json, pipe, maximumByteCount: 1 << 20)
    }
    #expect(other.code == .limitExceeded)
    #expect(
      other.message
        == "archivecat holds no more than 1,048,576 bytes in memory, and this has more; take another file"
    )
    #expect(pipe.readByteCount <= 3 << 20)
  }

  @Test func `a file that shrinks while it is read is truncated`() throws {
    let bytes = Array("[1]".utf8)
    let error = try #require(throws: ArchiveError.self) {
      try Self.read(.json, Source(bytes, stated: 9_000, 3))
    }
    #expect(error.code == .truncated && error.byteOffset == 3)
    #expect(error.message == "the file shrank from 9,000 to 3 bytes while it was read")
    // Files of /sys always say that they have a page.
    #expect(try Self.read(.json, Source(bytes, stated: 4_096)) == bytes)
    // Bytes appended meanwhile do not belong to the state that the caller asked for.
    #expect(try Self.read(.json, Source(bytes + bytes, stated: 3)) == bytes)
  }
}
