/// CRC-32 as in zlib, PNG and gzip, byte by byte.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { rest, _ in
      rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0xEDB8_8320
    }
  }

  /// Goes on from `seed`, which is 0 at the start. O(bytes).
  static func crc32(_ seed: UInt32, _ bytes: ArraySlice<UInt8>) -> UInt32 {
    let table = table
    var rest = ~seed
    for byte in bytes {
      rest = rest >> 8 ^ table[Int(UInt8(truncatingIfNeeded: rest) ^ byte)]
    }
    return ~rest
  }
}
