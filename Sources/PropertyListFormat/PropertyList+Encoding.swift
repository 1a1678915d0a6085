extension PropertyList {
  /// The units of text in UTF-8, big-endian. Three bytes for a surrogate that is not paired are that surrogate. O(bytes).
  package static func utf16Bytes(ofUTF8 text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * text.count)
    func append(_ unit: UInt32) {
      bytes.append(UInt8(truncatingIfNeeded: unit >> 8))
      bytes.append(UInt8(truncatingIfNeeded: unit))
    }
    var (scalar, missingCount): (UInt32, UInt32) = (0, 0)
    for byte in text {
      if byte & 0xC0 == 0x80 {
        scalar = scalar << 6 | UInt32(byte & 0x3F)
        missingCount = missingCount > 0 ? missingCount - 1 : 0
      } else {
        missingCount = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0
        scalar = UInt32(byte) & (missingCount == 0 ? 0x7F : 0x3F >> missingCount)
      }
      guard missingCount == 0 else { continue }
      if scalar < 0x1_0000 {
        append(scalar)
      } else {
        append(0xD800 + (scalar &- 0x1_0000) >> 10 & 0x3FF)
        append(0xDC00 + scalar & 0x3FF)
      }
    }
    return bytes
  }

  /// The bits of a `Double` as those of the `Float` that was widened.
  package static func narrowed(_ bits: UInt64) -> UInt32 {
    let real = Double(bitPattern: bits)
    guard real.isNaN else { return Float(real).bitPattern }
    return UInt32(truncatingIfNeeded: bits >> 63) << 31 | 0x7F80_0000
      | UInt32(truncatingIfNeeded: bits >> 29) & 0x7F_FFFF
  }

  /// The bits of a 32-bit real as a `Double`. Converting a signalling NaN would change it.
  package static func widened(_ bits: UInt32) -> UInt64 {
    let real = Float(bitPattern: bits)
    guard real.isNaN else { return Double(real).bitPattern }
    return UInt64(bits >> 31) << 63 | 0x7FF << 52 | UInt64(bits & 0x7F_FFFF) << 29
  }
}
