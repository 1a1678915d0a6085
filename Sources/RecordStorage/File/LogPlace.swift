internal import RecordLog

/// The range in a record log of the entry that put a record, with the checksum of its bytes.
struct LogPlace: RecordPlace, Hashable {
  /// Bytes from the start of the file.
  let byteOffset: UInt64
  let byteCount: UInt32
  /// The CRC32 of the bytes.
  let checksum: UInt32

  init(byteOffset: UInt64, byteCount: UInt32, checksum: UInt32) {
    self.byteOffset = byteOffset
    self.byteCount = byteCount
    self.checksum = checksum
  }

  /// The place of an entry of a payload.
  ///
  /// - Parameters:
  ///   - put: Where the entry stands in the payload.
  ///   - payloadOffset: Where the payload stands in the file.
  init(_ put: Range<Int>, of payload: LogPayload, at payloadOffset: Int) {
    self.init(
      byteOffset: UInt64(payloadOffset + put.lowerBound), byteCount: UInt32(put.count),
      checksum: payload.checksum(of: put))
  }

  var storedByteCount: Int { Int(byteCount) }

  /// Bytes of the file that the entry takes.
  var range: Range<Int> { Int(byteOffset)..<Int(byteOffset) + Int(byteCount) }
}
