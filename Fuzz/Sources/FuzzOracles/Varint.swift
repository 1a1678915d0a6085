/// Numbers as the formats write them: Spec/archive-format.md, section 2.
public enum Varint {
  /// The shortest form of a number.
  public static func bytes(_ value: UInt64) -> [UInt8] {
    var following = 0
    while following < 8, value >> UInt64(7 * (following + 1)) != 0 { following += 1 }
    if following == 8 { return [0] + little(value) }
    return Array(
      little(value << UInt64(following + 1) | 1 << UInt64(following)).prefix(following + 1))
  }

  /// How many bytes the varint has that begins with a byte.
  public static func byteCount(_ first: UInt8) -> Int { first.trailingZeroBitCount + 1 }

  /// The varint at a place; nil if it ends too late.
  public static func value(_ bytes: [UInt8], at start: Int) -> UInt64? {
    guard start < bytes.count else { return nil }
    let count = byteCount(bytes[start])
    guard start + count <= bytes.count else { return nil }
    let range = count == 9 ? start + 1..<start + 9 : start..<start + count
    let number = bytes[range].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return count == 9 ? number : number >> UInt64(count)
  }

  /// The bytes of a number, the least first.
  public static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
