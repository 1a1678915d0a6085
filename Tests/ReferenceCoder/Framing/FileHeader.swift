internal import struct ArchiveFormat.ArchiveError

/// The header of a multi-part archive.
struct FileHeader: Sendable {
  var readVersion: UInt8 = 1
  var writeVersion: UInt8 = 1
  var requiredFeatures: UInt32 = 0
  var optionalFeatures: UInt32 = 0
  private(set) var checksum: UInt32 = 0

  init() {}

  mutating func write(_ sink: inout ByteSink) {
    let start = sink.count
    sink.append(ArchiveFraming.magic)
    sink.byte(readVersion)
    sink.byte(writeVersion)
    sink.fixed(UInt16(ArchiveFraming.draft - 1))
    sink.fixed(requiredFeatures)
    sink.fixed(optionalFeatures)
    checksum = Checksum.crc32(0, sink.bytes[start...])
    sink.fixed(checksum)
  }

  init(_ cursor: inout ByteCursor) throws(ArchiveError) {
    let start = cursor.position
    guard cursor.bytes[start...].starts(with: ArchiveFraming.magic) else {
      throw Self.magicError(cursor.bytes[start...].prefix(10), at: start)
    }
    guard cursor.remaining >= ArchiveFraming.headerByteCount else {
      throw cursor.truncated(ArchiveFraming.headerByteCount)
    }
    cursor.position += 8
    readVersion = try cursor.byte()
    writeVersion = try cursor.byte()
    let draft = Int(try cursor.fixed(UInt16.self)) + 1
    requiredFeatures = try cursor.fixed(UInt32.self)
    optionalFeatures = try cursor.fixed(UInt32.self)
    let computed = Checksum.crc32(0, cursor.bytes[start..<cursor.position])
    let place = cursor.position
    checksum = try cursor.fixed(UInt32.self)
    guard computed == checksum else {
      throw ArchiveError(
        .checksumMismatch, "the file header was changed", byteOffset: place)
    }
    guard draft == ArchiveFraming.draft else {
      throw ArchiveFraming.needsDraft(draft, at: start + 10)
    }
    try ArchiveFraming.check(readVersion: UInt64(readVersion), at: start + 8)
    try ArchiveFraming.check(requiredFeatures: UInt64(requiredFeatures), at: start + 12)
    guard writeVersion > 0 else {
      throw ArchiveError(.malformed, "the write version is 0", byteOffset: start + 9)
    }
  }

  /// The bytes from the fifth on after conversions of line endings: CR LF to LF, LF to CR LF without and with a look at
  /// the byte before, and CR LF and LF to CR.
  private static let damagedEndings: [[UInt8]] = [
    [0x0A, 0x1A, 0x0A], [0x0D, 0x0D, 0x0A, 0x1A, 0x0D, 0x0A], [0x0D, 0x0A, 0x1A, 0x0D, 0x0A],
    [0x0D, 0x1A, 0x0D],
  ]

  /// Tells a header that ends early and text damage from bytes that never were an archive.
  private static func magicError(_ found: ArraySlice<UInt8>, at start: Int) -> ArchiveError {
    if ArchiveFraming.magic.starts(with: found) {
      return ArchiveError(.truncated, "the file header ends early", byteOffset: start)
    }
    if found.starts(with: ArchiveFraming.magic[0..<4]),
      damagedEndings.contains(where: { found.dropFirst(4).starts(with: $0) })
    {
      return ArchiveError(
        .textDamage, "line endings were converted, as by a transfer in text mode",
        byteOffset: start + 4)
    }
    return ArchiveError(.notAnArchive, "this is no keyed archive", byteOffset: start)
  }
}
