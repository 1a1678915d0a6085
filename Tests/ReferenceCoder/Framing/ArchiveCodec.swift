internal import struct ArchiveFormat.ArchiveError

/// A way to pack bytes as they are stored (Spec, section 4).
enum ArchiveCodec: UInt8, Sendable {
  case none = 0
  /// A zlib stream (RFC 1950).
  case zlib = 1

  /// Bits that its number has in the flags of a part and in a single part.
  static let bitCount = 3
  static let mask: UInt8 = 7

  /// Reads the number and the raw byte count that stand before the packed content of a single part.
  init(
    _ cursor: inout ByteCursor, rawByteCount: inout Int
  ) throws(ArchiveError) {
    let place = cursor.position
    let packing = try cursor.varint()
    let number = UInt8(truncatingIfNeeded: packing) & Self.mask
    guard number > 0 else {
      throw ArchiveError(.malformed, "packed content names no codec", byteOffset: place)
    }
    self = try Self.known(number, at: place)
    rawByteCount = Int(truncatingIfNeeded: packing >> UInt64(Self.bitCount))
  }

  /// The codec of a number.
  static func known(
    _ number: UInt8, at byteOffset: Int
  ) throws(ArchiveError) -> ArchiveCodec {
    guard let codec = ArchiveCodec(rawValue: number) else {
      throw ArchiveError(
        .needsFeature, "reading this needs codec \(number)", byteOffset: byteOffset)
    }
    return codec
  }
}
