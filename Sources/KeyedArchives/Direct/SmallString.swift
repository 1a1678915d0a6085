/// Strings of at most 15 bytes of ASCII, made from two words.
///
/// Such a string has its bytes in itself: 15 bytes, then one with the count and flags. Nothing
/// promises that, so strings made both ways are compared once per process; where they differ, the
/// ordinary way is taken.
@usableFromInline
enum SmallString {
  /// Whether strings of this process have that layout.
  static let isKnown = verify()

  private static func verify() -> Bool {
    #if _endian(little) && (arch(x86_64) || arch(arm64))
      guard MemoryLayout<String>.size == 16 else { return false }
      let samples = ["", "a", "1234567", "12345678", "123456789012345", "\u{0}\u{7F}"]
      return samples.allSatisfy { sample in
        var words: [UInt64] = [0, 0]
        for (index, byte) in sample.utf8.enumerated() {
          words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
        }
        let bits = unsafe unsafeBitCast(sample, to: (UInt64, UInt64).self)
        let high = words[1] | mark(sample.utf8.count)
        // Nothing is made of the words before they are known to be those of the real string.
        return bits.0 == words[0] && bits.1 == high
      }
    #else
      return false
    #endif
  }

  /// Count and flags, in the last byte.
  @inlinable
  @inline(__always)
  static func mark(_ byteCount: Int) -> UInt64 {
    (0xE0 | UInt64(truncatingIfNeeded: byteCount)) << 56
  }

  /// The first `byteCount` bytes of two words; nil if they are no ASCII.
  @inlinable
  @inline(__always)
  static func ascii(_ low: UInt64, _ high: UInt64, byteCount: Int) -> String? {
    let bits = UInt64(truncatingIfNeeded: byteCount) &* 8
    let lowMask: UInt64 = byteCount >= 8 ? .max : (1 &<< bits) &- 1
    let highMask: UInt64 = byteCount > 8 ? (1 &<< (bits &- 64)) &- 1 : 0
    let (low, high) = (low & lowMask, high & highMask)
    guard (low | high) & 0x8080_8080_8080_8080 == 0 else { return nil }
    return unsafe unsafeBitCast((low, high | mark(byteCount)), to: String.self)
  }
}
