import ArchiveCompression
import ArchiveFormat

/// Rules S1 and S3, and files that are no archives.
extension FileDefect {
  static var singleParts: [FileDefect] {
    let small = SinglePartImage(HexText("01 45").bytes).framed.bytes
    return [
      FileDefect("S0-empty-file", .truncated, [], at: .file(0)),
      FileDefect("S0-other-bytes", .notAnArchive, Array("{\"a\":1}".utf8), at: .file(0)),
      FileDefect("S0-zeros", .notAnArchive, Array(repeating: 0, count: 8), at: .file(0)),
      FileDefect(
        "S0-byte-before-the-leads", .notAnArchive, [0xAF] + small.dropFirst(), at: .file(0)),
      FileDefect(
        "S0-byte-behind-the-leads", .notAnArchive, [0xC0] + small.dropFirst(), at: .file(0)),
      FileDefect("S0-lead-alone", .truncated, [0xB0], at: .file(0)),
      FileDefect("S0-six-bytes", .truncated, Array(small.prefix(6)), at: .file(0)),
      ofDraft("V6-draft-1", 0), ofDraft("V6-draft-3", 2), ofDraft("V6-draft-256", 255),
      changed("S1-checksum", small, at: 2, by: 3),
      changed("S1-bit-of-the-checksum", small, at: 6, by: 0x80),
      changed("S1-bit-of-the-definitions", small, at: 1, by: 2),
      changed("S1-lead-with-roots", small, at: 0, by: 4),
      changed("S1-lead-with-a-stream", small, at: 0, by: 2),
      FileDefect(
        "S1-cut-off", .checksumMismatch, Array(long.dropLast()), at: .file(long.count - 5)),
      FileDefect("S1-byte-behind", .checksumMismatch, long + [0], at: .file(long.count - 3)),
      versions("S3-default-versions-stated", .malformed, "03 03 01 01", at: 1),
      versions("S3-read-version-0", .malformed, "01 03 01 03", at: 1),
      versions("S3-write-version-0", .malformed, "03 01 01 03", at: 2),
      versions("S3-read-version-2", .needsFeature, "05 05 01 01", at: 1),
      versions("V7-read-version-2-alone", .needsFeature, "05", content: "02 00", at: 1),
      versions(
        "V7-read-version-2-of-other-numbers", .needsFeature, "05 06 00 FF", content: "", at: 1),
      versions("V7-feature-and-nothing-else", .needsFeature, "03 01 05", content: "", at: 3),
      versions("S3-read-version-300", .needsFeature, "B2 04 05 01 01", at: 1),
      versions("S3-unknown-required-feature", .needsFeature, "03 03 81 01", at: 3),
      versions("S3-feature-bit-0", .needsFeature, "03 03 03 01", at: 3),
      versions("S3-feature-of-foreign-rows", .needsFeature, "03 03 05 01", at: 3),
      versions("S3-feature-of-metadata", .needsFeature, "03 03 09 01", at: 3),
      versions("S3-feature-of-signatures", .needsFeature, "03 03 11 01", at: 3),
      versions("S3-feature-of-blobs", .needsFeature, "03 03 21 01", at: 3),
      versions("V1-read-version-not-shortest", .malformed, "06 00 03 01 01", at: 1),
      versions("V1-optional-features-not-shortest", .malformed, "03 05 01 02 00", at: 4),
      versions("V2-optional-features-missing", .truncated, "03 05 01", content: "", at: 4),
    ]
  }

  private static let long = SinglePartImage(HexText("01 16 05 0D 03 05 07").bytes).framed.bytes

  /// A single part whose checksum is seeded as that of another draft.
  private static func ofDraft(_ name: String, _ number: UInt32) -> FileDefect {
    var bytes = Array(long.dropLast(4))
    let seeded = Checksum.crc32(number * 0x0101_0101, bytes[...])
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: seeded >> UInt32(shift)))
    }
    return FileDefect(name, .needsFeature, bytes, at: .file(bytes.count - 4))
  }

  private static func changed(
    _ name: String, _ bytes: [UInt8], at index: Int, by bits: UInt8
  ) -> FileDefect {
    var bytes = bytes
    bytes[index] ^= bits
    return FileDefect(name, .checksumMismatch, bytes, at: .file(bytes.count - 4))
  }

  private static func versions(
    _ name: String, _ code: ArchiveError.Code, _ versions: String,
    content: String = "01 45", at offset: Int
  ) -> FileDefect {
    var image = SinglePartImage(HexText(content).bytes, flags: 8)
    image.versions = HexText(versions).bytes
    return FileDefect(name, code, image.framed.bytes, at: .file(offset))
  }

  static var packedSingleParts: [FileDefect] {
    streamDefects.dropLast().map { name, change, rawByteCount in
      var image = SinglePartImage(HexText("01 45").bytes, flags: 2)
      image.changeStream = change
      image.rawByteCount = rawByteCount.map { 2 + $0 }
      return FileDefect(
        "S3-" + name, .malformed, image.framed.bytes, at: .file(image.framed.start))
    } + [
      packed("V1-packing-not-shortest", .malformed, [0x46, 0x00], at: 1),
      packed("S3-codec-0", .malformed, varint(2 << 3), at: 1),
      packed("S3-codec-2", .needsFeature, varint(2 << 3 | 2), at: 1),
      packed("S3-codec-7", .needsFeature, varint(2 << 3 | 7), at: 1),
      packed("S3-codec-2-of-many-bytes", .needsFeature, varint(1 << 60 | 2), at: 1),
      packed("limit-inflation-ratio", .limitExceeded, varint((3 << 20) << 3 | 1), at: 5),
      packed("limit-inflated-bytes", .limitExceeded, varint((1 << 35) << 3 | 1), at: 7),
    ]
  }

  private static func varint(_ value: Int) -> [UInt8] {
    var sink = ByteSink()
    sink.varint(value)
    return sink.bytes
  }

  /// A single part whose stream stands behind what is said of its packing.
  private static func packed(
    _ name: String, _ code: ArchiveError.Code, _ packing: [UInt8], at offset: Int
  ) -> FileDefect {
    var sink = ByteSink()
    sink.append(([0xB2] + packing + ZlibStream(HexText("01 45").bytes).bytes)[...])
    sink.fixed(SinglePart.checksum(of: sink.bytes[...]))
    return FileDefect(name, code, sink.bytes, at: .file(offset))
  }

  /// What may be wrong with a zlib stream (a file with the last of these would be too short for a single part): its name, a change of its bytes, and how many bytes more the header tells.
  static let streamDefects: [(String, @Sendable (inout [UInt8]) -> Void, Int?)] = [
    ("zlib-stream-of-another-length", { _ in }, 1),
    ("zlib-stream-of-more-than-is-said", { _ in }, -1),
    ("zlib-stream-of-nothing-said", { _ in }, -2),
    ("zlib-header-of-another-method", { $0[0] = 0x79 }, nil),
    ("zlib-header-with-a-dictionary", { $0[1] = 0x20 }, nil),
    ("zlib-block-of-a-reserved-type", { $0[2] = 0x07 }, nil),
    ("zlib-block-of-two-lengths", { $0[5] ^= 1 }, nil),
    ("zlib-stream-with-another-checksum", { $0[$0.count - 1] ^= 1 }, nil),
    ("zlib-stream-without-its-checksum", { $0.removeLast(4) }, nil),
    ("zlib-stream-cut-in-its-header", { $0.removeLast($0.count - 1) }, nil),
    ("zlib-stream-without-a-last-block", { $0[2] = 0x00 }, nil),
    ("bytes-behind-the-zlib-stream", { $0.append(0) }, nil),
    ("two-zlib-streams", { $0 += ZlibStream([]).bytes }, nil),
    ("no-zlib-stream", { $0 = [] }, nil),
  ]
}
