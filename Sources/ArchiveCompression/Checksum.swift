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

  /// The draft of the format whose seed made a checksum (Spec, section 2); nil if it is that of none. O(log bytes).
  ///
  /// - Parameters:
  ///   - difference: The checksum, exclusive or that which the bytes have without a draft's seed.
  ///   - byteCount: How many bytes it is of.
  static func draft(_ difference: UInt32, byteCount: Int) -> Int? {
    if difference == 0 { return 1 }
    // What a seed changes in a checksum does not depend on the bytes, and is linear in the seed.
    var effects: [UInt32] = [0]
    for index in 1..<256 {
      let lowest = index & -index
      let effect =
        index == lowest
        ? combined(ArchiveFraming.seed(ofDraft: UInt32(index + 1)), 0, byteCount: byteCount)
        : effects[lowest] ^ effects[index ^ lowest]
      if effect == difference { return index + 1 }
      effects.append(effect)
    }
    return nil
  }
}
