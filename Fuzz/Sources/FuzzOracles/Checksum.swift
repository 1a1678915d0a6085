/// CRC-32 as in zlib, PNG and gzip, in a few lines: what fuzzing repairs is checked by other code than what it checks.
public enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
  }

  /// Checksums of archives of a single part begin with this number in the draft of today: Spec/archive-format.md, section 2.
  public static let archiveSeed: UInt32 = 0x0101_0101

  /// The checksum of bytes, going on from that of the bytes before them.
  public static func crc32(_ seed: UInt32 = 0, _ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~seed) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }
}
