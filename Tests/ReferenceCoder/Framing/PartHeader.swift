internal import struct ArchiveFormat.ArchiveError

/// The header of a part of a multi-part archive (Spec, section 4).
///
/// ```
///  0     1      2             4                 12             16            20
///  type  flags  detail count  stored count u64  raw count u32  stored crc    header crc
/// ```
struct PartHeader: Sendable {
  /// The kind of content that a part holds.
  enum PartType: UInt8, Sendable {
    case definitions = 0x44
    case block = 0x42
    case index = 0x69
    case endMark = 0x45

    /// Features whose parts this version refuses.
    static let missing: [UInt8: String] = [
      0x4D: "metadata", 0x47: "signatures", 0x58: "external blobs",
    ]
  }

  /// The number of bytes before the detail.
  static let byteCount = 24
  static let lastBlockFlag: UInt8 = 8

  /// The type; nil for a part that may be skipped and whose type is not known.
  var type: PartType?
  var flags: UInt8
  var detail: ArraySlice<UInt8>
  var storedByteCount: Int
  var rawByteCount: Int
  var storedChecksum: UInt32
  private(set) var checksum: UInt32 = 0
  /// The offsets of the part and of its stored bytes, in the bytes that the part was read from.
  private(set) var byteOffset = 0
  private(set) var storedOffset = 0
  /// The offsets of the numbers that these errors are about, in the bytes that the part was read from.
  var rawByteCountOffset: Int { byteOffset + 12 }
  var storedChecksumOffset: Int { byteOffset + 16 }
  /// A Boolean value indicating whether the reader has to inflate the stored bytes. The codec of a part that is not
  /// skipped is known.
  var isPacked: Bool { flags & ArchiveCodec.mask != 0 }
  private var hasKnownFlags: Bool {
    flags & ~(ArchiveCodec.mask | Self.lastBlockFlag) == 0
      && ArchiveCodec(rawValue: flags & ArchiveCodec.mask) != nil
  }
  /// A Boolean value indicating whether the part may be skipped and this version does not know its type or its flags.
  var isSkipped: Bool { type == nil || type == .index && !hasKnownFlags }
  var isLastBlock: Bool { flags & Self.lastBlockFlag != 0 }
  /// The offset of the detail, in the bytes that the part was read from.
  var detailOffset: Int { storedOffset - detail.count }
  var storedRange: Range<Int> { storedOffset..<storedOffset + storedByteCount }

  /// The header of a part that is about to be written.
  init(
    _ type: PartType, flags: UInt8, detail: [UInt8], storedByteCount: Int, storedChecksum: UInt32,
    rawByteCount: Int
  ) {
    self.type = type
    self.flags = flags
    self.detail = detail[...]
    self.rawByteCount = rawByteCount
    self.storedByteCount = storedByteCount
    self.storedChecksum = storedChecksum
  }

  /// Header and detail for a place in the file; the stored bytes are to follow.
  mutating func bytes(at offset: Int) -> [UInt8] {
    byteOffset = offset
    var sink = ByteSink()
    sink.byte(type?.rawValue ?? 0)
    sink.byte(flags)
    sink.fixed(UInt16(truncatingIfNeeded: detail.count))
    sink.fixed(UInt64(truncatingIfNeeded: storedByteCount))
    sink.fixed(UInt32(truncatingIfNeeded: rawByteCount))
    sink.fixed(storedChecksum)
    checksum = Checksum.crc32(Checksum.crc32(0, sink.bytes[...]), detail)
    sink.fixed(checksum)
    sink.append(detail)
    storedOffset = offset + sink.count
    return sink.bytes
  }

  /// Reads header and detail and checks everything that concerns them; passes over the stored bytes.
  init(_ cursor: inout ByteCursor) throws(ArchiveError) {
    byteOffset = cursor.position
    guard cursor.remaining >= Self.byteCount else { throw cursor.truncated(Self.byteCount) }
    let code = try cursor.byte()
    flags = try cursor.byte()
    let detailByteCount = Int(try cursor.fixed(UInt16.self))
    let storedCount = try cursor.fixed(UInt64.self)
    rawByteCount = Int(try cursor.fixed(UInt32.self))
    storedChecksum = try cursor.fixed(UInt32.self)
    let headed = Checksum.crc32(0, cursor.bytes[byteOffset..<cursor.position])
    checksum = try cursor.fixed(UInt32.self)
    guard detailByteCount <= cursor.remaining else {
      throw ArchiveError(
        .truncated, "a detail of \(detailByteCount) bytes goes past the end of the file",
        byteOffset: byteOffset + 2)
    }
    detail = cursor.bytes[try cursor.range(ofByteCount: detailByteCount)]
    guard Checksum.crc32(headed, detail) == checksum else {
      throw ArchiveError(
        .checksumMismatch, "a part's header was changed", byteOffset: byteOffset + 20)
    }
    type = PartType(rawValue: code)
    guard storedCount <= UInt64(cursor.remaining) else {
      throw ArchiveError(
        .truncated, "a part of \(storedCount) bytes goes past the end of the file",
        byteOffset: byteOffset + 4)
    }
    storedByteCount = Int(truncatingIfNeeded: storedCount)
    storedOffset = cursor.position
    cursor.position += storedByteCount
    try check(code)
  }

  /// Checks type and flags. A part that may be skipped is skipped whatever its flags and its raw byte count.
  private func check(_ code: UInt8) throws(ArchiveError) {
    let isLetter = (0x41...0x5A).contains(code & 0xDF)
    guard type != nil || isLetter else {
      throw ArchiveError(.malformed, "a part's type is no letter", byteOffset: byteOffset)
    }
    if type == nil, code & 0x20 == 0 {
      let feature = PartType.missing[code] ?? "parts of type \(Character(Unicode.Scalar(code)))"
      throw ArchiveError(
        .needsFeature, "reading this needs the feature “\(feature)”", byteOffset: byteOffset)
    }
    guard let type, !isSkipped else { return }
    _ = try ArchiveCodec.known(flags & ArchiveCodec.mask, at: byteOffset + 1)
    guard hasKnownFlags else {
      throw ArchiveError(
        .needsFeature, "reading this needs to know the flags \(flags) of a part",
        byteOffset: byteOffset + 1)
    }
    guard type == .block || !isLastBlock, type != .endMark || !isPacked else {
      throw ArchiveError(
        .malformed, "a part has a flag of other parts", byteOffset: byteOffset + 1)
    }
    guard isPacked || rawByteCount == storedByteCount else {
      throw ArchiveError(
        .malformed, "a plain part's two byte counts differ", byteOffset: byteOffset + 12)
    }
    guard type == .block || detail.isEmpty else {
      throw ArchiveError(
        .malformed, "a part has a detail that has none", byteOffset: byteOffset + 2)
    }
  }
}
