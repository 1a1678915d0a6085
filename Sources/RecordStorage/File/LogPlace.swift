/// Where the values of a record stand in a record log, and what they have to be.
struct LogPlace: RecordPlace, Hashable {
  /// Bytes from the start of the file.
  let byteOffset: UInt64
  let byteCount: UInt32
  /// The CRC32 of the bytes.
  let checksum: UInt32

  var valueByteCount: Int { Int(byteCount) }

  /// Bytes of the file that the record takes.
  var range: Range<Int> { Int(byteOffset)..<Int(byteOffset) + Int(byteCount) }
}
