package import ArchiveFormat
internal import CZlib

/// CRC-32 as in zlib, PNG and gzip, computed by zlib.
package enum Checksum {
  /// Goes on from `seed`, which is 0 at the start. O(bytes).
  package static let crc32: ChecksumFunction = { seed, bytes in
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe UInt32(
        truncatingIfNeeded: crc32_z(UInt(seed), buffer.baseAddress ?? Self.empty, buffer.count))
    }
  }

  /// The same over bytes at an address.
  package static func crc32(_ seed: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
    unsafe UInt32(
      truncatingIfNeeded: crc32_z(
        UInt(seed), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? Self.empty,
        bytes.count))
  }

  /// zlib restarts its checksum when it is handed no address, so empty input has one.
  private static var empty: UnsafePointer<UInt8> {
    unsafe UnsafePointer(bitPattern: 1).unsafelyUnwrapped
  }
}
