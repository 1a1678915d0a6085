import ArchiveFormat
import ArchiveInspection
import Foundation
import KeyedArchives
import TestTraits
import Testing

/// A few bytes can hold very many values: their text costs no more than the bytes pay for.
@Suite struct TextBudgetTests {
  /// An archive, and limits that allow a megabyte beside its content.
  private static func limited(_ value: some Encodable) throws -> ([UInt8], ArchiveLimits) {
    let bytes: [UInt8] = try KeyedArchiver(compression: .zlib()).encode(value)
    var limits = ArchiveLimits()
    limits.budget?.baseByteCount = 3 << 20
    limits.budget?.byteCountPerInputByte = 0
    return (bytes, limits)
  }

  private static func check(_ bytes: [UInt8], _ limits: ArchiveLimits, last path: String) throws {
    let inspector = try ArchiveInspector(bytes, limits: limits)
    func refused(_ print: () throws(ArchiveError) -> Void) {
      let error = #expect(throws: ArchiveError.self) { try print() }
      #expect(error?.code == .limitExceeded)
      #expect(error?.message.contains("ArchiveLimits.budget allows no more") == true)
    }
    refused { () throws(ArchiveError) in _ = try inspector.dump() }
    refused { () throws(ArchiveError) in _ = try inspector.json() }
    refused { () throws(ArchiveError) in _ = try inspector.json(.lossy) }
    var byteCount = 0
    refused { () throws(ArchiveError) in
      try inspector.printTree(.full) { byteCount += $0.utf8.count }
    }
    #expect(byteCount < 2 << 20)
    // The first values are shown, and each is found.
    var lines: [String] = []
    try inspector.printTree { lines.append($0) }
    #expect(10...30 ~= lines.count)
    #expect(try inspector.value(at: ArchivePath(parsing: path)).boolValue == true)
    let trusted = try ArchiveInspector(bytes, limits: .trusted)
    #expect(try trusted.json(.lossy).count > 2 << 20)
  }

  @Test func `of a long row`() throws {
    let count = 1_000_000
    let (bytes, limits) = try Self.limited([Bool](repeating: true, count: count))
    try Self.check(bytes, limits, last: "[\(count - 1)]")
  }

  @Test func `of a long map`() throws {
    let count = 200_000
    let map = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, true) })
    let (bytes, limits) = try Self.limited(map)
    try Self.check(bytes, limits, last: "[\(count - 1)]")
  }

  private static func expectNoList(_ bytes: [UInt8], _ count: Int, _ limits: ArchiveLimits) throws {
    let verification = ArchiveVerification(of: bytes, limits: limits)
    #expect(verification.findings == [] && verification.summary?.valueCount == count + 1)
    #expect(try ArchiveSurvey(bytes, limits: limits).types.first?.count == count)
    let error = #expect(throws: ArchiveError.self) { try ArchiveInspector(bytes, limits: limits) }
    #expect(error?.message.contains("ArchiveLimits.budget allows no more") == true)
    #expect(try ArchiveInspector(bytes, limits: .trusted).roots.first?.value.count == count)
  }

  private struct Empty: Codable {}

  /// A list of the records without fields would take 48 bytes for each.
  @Test func `what keeps no list counts no list`() throws {
    let count = 150_000
    let bytes: [UInt8] = try KeyedArchiver().encode([Empty](repeating: Empty(), count: count))
    var limits = ArchiveLimits()
    limits.budget?.baseByteCount = 3 << 20
    limits.budget?.byteCountPerInputByte = 0
    try Self.expectNoList(bytes, count, limits)
  }

  /// 999,000 records, within the limits that an inspector has by default.
  @Test(.long) func `as many as are allowed are no list`() throws {
    let bytes: [UInt8] = [
      0xB0, 0x03, 0x03, 0x01, 0x16, 0x15, 0x01, 0x84, 0xE5, 0xF3, 0xC8, 0x2E, 0xDF, 0xCA,
    ]
    try Self.expectNoList(bytes, 999_000, .untrusted)
  }
}
