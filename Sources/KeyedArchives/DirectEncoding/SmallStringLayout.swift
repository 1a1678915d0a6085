/// How the standard library stores strings of up to 15 bytes: in the value itself.
///
/// The two words of a small string hold its bytes in order; the last byte holds flags and the
/// count (`stdlib/public/core/StringObject.swift` of the Swift project). The layout is no promise, so
/// it is compared with real strings once per process; where it differs the general way is taken.
@usableFromInline
enum SmallStringLayout {
  /// Whether strings are stored as described.
  static let isKnown: Bool = {
    guard MemoryLayout<String>.size == 16, MemoryLayout<UInt>.size == 8 else { return false }
    let samples = ["", "a", "Zürich", "fifteen bytes !", "日本", "\u{0}\u{7F}"]
    let large = ["sixteen bytes !!", String(repeating: "long ", count: 9)]
    return samples.allSatisfy(isAsDescribed)
      && large.allSatisfy { unsafe !isSmall(unsafeBitCast($0, to: (UInt64, UInt64).self).1) }
  }()

  @inlinable
  @inline(__always)
  static func isSmall(_ high: UInt64) -> Bool { high & 0x2000_0000_0000_0000 != 0 }

  @inlinable
  @inline(__always)
  static func count(_ high: UInt64) -> Int { Int(truncatingIfNeeded: high >> 56 & 0x0F) }

  private static func isAsDescribed(_ sample: String) -> Bool {
    // A literal may stand in the program's constants; appending makes it a string of its own.
    var text = ""
    for scalar in sample.unicodeScalars { text.unicodeScalars.append(scalar) }
    let (low, high) = unsafe unsafeBitCast(text, to: (UInt64, UInt64).self)
    guard isSmall(high), count(high) == text.utf8.count else { return false }
    return text.utf8.enumerated().allSatisfy { index, byte in
      let word = index < 8 ? low : high
      return UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8)) == byte
    }
  }
}
