/// The last byte of a log that is not zero. While it is there, nothing was cut off: behind it are zeros alone, as where a file that was cut
/// is written to behind its end.
struct LogTail: Hashable, Sendable {
  let byteOffset: Int
  let byte: UInt8

  init(byteOffset: Int, byte: UInt8) {
    self.byteOffset = byteOffset
    self.byte = byte
  }

  /// - Parameter byteOffset: Where the bytes stand in the file.
  /// - Returns: Nil if all of them are zero.
  init?(_ bytes: some BidirectionalCollection<UInt8>, at byteOffset: Int) {
    guard let index = bytes.lastIndex(where: { $0 != 0 }) else { return nil }
    self.init(
      byteOffset: byteOffset + bytes.distance(from: bytes.startIndex, to: index), byte: bytes[index]
    )
  }
}
