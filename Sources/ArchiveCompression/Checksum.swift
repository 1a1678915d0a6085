package import ArchiveFormat
internal import CChecksum
internal import CZlib

/// CRC-32 as in zlib, PNG and gzip. Each function goes on from `seed`, which is 0 at the start.
package enum Checksum {
  /// Over the bytes of a slice; what `ChecksumFunction` asks for. O(bytes).
  package static let crc32: ChecksumFunction = { seed, bytes in
    unsafe bytes.withUnsafeBytes { unsafe crc32($0, seed: seed) }
  }

  /// Over the bytes of a buffer. O(bytes).
  package static func crc32(_ bytes: UnsafeRawBufferPointer, seed: UInt32) -> UInt32 {
    unsafe karc_crc32(seed, bytes.baseAddress, bytes.count)
  }

  /// The checksum of bytes with checksum `first` and then `byteCount` bytes with checksum `second`.
  /// O(log bytes).
  static func combined(_ first: UInt32, _ second: UInt32, byteCount: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_combine(UInt(first), UInt(second), byteCount))
  }
}
