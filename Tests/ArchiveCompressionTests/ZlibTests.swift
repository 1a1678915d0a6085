import ArchiveCompression
import ArchiveFormat
import Testing

@Suite struct ZlibTests {
  @Test(arguments: [0, 1, 100, 65_536, 300_000]) func `inflating gives back what was deflated`(
    _ count: Int
  ) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    for level in [0, 1, 6, 9] {
      let packed = try Zlib.deflated(bytes[...], level: level)
      #expect(
        try Zlib.inflated(packed, 0..<packed.count, rawByteCount: count, limits: .untrusted)
          == bytes)
    }
  }

  @Test func `a stream of another length, a torn one and bytes after one are malformed`() throws {
    let packed = try Zlib.deflated(Array(repeating: 7, count: 1_000)[...], level: 6)
    for (bytes, count) in [
      (packed, 999), (packed, 1_001), (Array(packed.dropLast()), 1_000), (packed + [0], 1_000),
      ([], 0), ([1, 2, 3], 3),
    ] {
      let error = #expect(throws: ArchiveError.self) {
        try Zlib.inflated(bytes, 0..<bytes.count, rawByteCount: count, limits: .untrusted)
      }
      #expect(error?.code == .malformed)
    }
  }

  @Test func `what inflates to many times its bytes is inflated within what it says`() throws {
    for count in [31_000, 100_000, 1_000_000] {
      let packed = try Zlib.deflated(Array(repeating: 7, count: count)[...], level: 9)
      #expect(packed.count * 32 < count)
      let range = 0..<packed.count
      let raw = try Zlib.inflated(packed, range, rawByteCount: count, limits: .untrusted)
      #expect(raw == Array(repeating: 7, count: count))
      #expect(try Zlib.inflated(packed[...], limits: .untrusted) == raw)
      for other in [count - 1, count + 1, packed.count * 32, 1, 0] {
        let error = #expect(throws: ArchiveError.self) {
          try Zlib.inflated(packed, range, rawByteCount: other, limits: .untrusted)
        }
        #expect(error?.code == .malformed)
      }
      var limits = ArchiveLimits.untrusted
      limits.maximumInflatedByteCount = count - 1
      let error = #expect(throws: ArchiveError.self) {
        try Zlib.inflated(packed[...], limits: limits)
      }
      #expect(error?.code == .limitExceeded)
    }
  }

  /// A zlib stream is two bytes, a deflate stream and four bytes of a checksum (RFC 1950).
  private static func rawDeflated(_ bytes: [UInt8]) throws -> [UInt8] {
    Array(try Zlib.deflated(bytes[...], level: 9).dropFirst(2).dropLast(4))
  }

  @Test(arguments: [0, 1, 100, 65_536, 300_000])
  func `a raw stream inflates, and no zlib stream does`(
    _ count: Int
  ) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let packed = try Self.rawDeflated(bytes)
    #expect(try Zlib.inflated(packed[...], .raw, limits: .untrusted) == bytes)
    for other in [
      try Zlib.deflated(bytes[...], level: 9), packed + [0], Array(packed.dropLast()), [],
    ] {
      let error = #expect(throws: ArchiveError.self) {
        try Zlib.inflated(other[...], .raw, limits: .untrusted)
      }
      #expect(error?.code == .malformed)
    }
    #expect(throws: ArchiveError.self) { try Zlib.inflated(packed[...], limits: .untrusted) }
  }

  @Test func `a raw stream is bounded by size and by ratio`() throws {
    let packed = try Self.rawDeflated(Array(repeating: 0, count: 4 << 20))
    var limits = ArchiveLimits.untrusted
    #expect(packed.count * limits.maximumInflationRatio < 4 << 20)
    for change in [{ limits = .untrusted }, { limits.maximumInflatedByteCount = (4 << 20) - 1 }] {
      change()
      let error = #expect(throws: ArchiveError.self) {
        try Zlib.inflated(packed[...], .raw, limits: limits)
      }
      #expect(error?.code == .limitExceeded)
      limits = .trusted
    }
    #expect(try Zlib.inflated(packed[...], .raw, limits: .trusted).count == 4 << 20)
  }

  @Test func `a level that zlib refuses is an error`() {
    let error = #expect(throws: ArchiveError.self) { try Zlib.deflated([1, 2][...], level: 99) }
    #expect(error?.code == .invalidValue)
  }

  @Test func `a bomb is refused by ratio and by size before it is inflated`() throws {
    let packed = try Zlib.deflated(Array(repeating: 0, count: 4 << 20)[...], level: 9)
    let ratio = #expect(throws: ArchiveError.self) {
      try Zlib.inflated(packed, 0..<packed.count, rawByteCount: 4 << 20, limits: .untrusted)
    }
    #expect(ratio?.code == .limitExceeded)
    let raw = try Zlib.inflated(packed, 0..<packed.count, rawByteCount: 4 << 20, limits: .trusted)
    #expect(raw.count == 4 << 20)
  }
}
