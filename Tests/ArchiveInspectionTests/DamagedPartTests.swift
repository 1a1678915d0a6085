import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import KeyedArchives
import TestTraits
import Testing

/// One damaged part does not hide another, in packed archives either.
@Suite struct DamagedPartTests {
  private struct Entry: Codable { var name: String, numbers: [Int] }

  /// Several scopes, each with definitions or none, and blocks.
  private static func archive(
    packing: BlockPacking, entryCount: Int = 40_000
  ) throws -> (bytes: [UInt8], parts: [PartHeader]) {
    var text = "["
    for number in 0..<entryCount {
      text += "{\"name\":\"entry \(number)\",\"n\":[\(number),7]},"
    }
    let bytes = try SampleArchives.json(
      text + "0]", ArchiveLayout(framing: .multiPart, packing: packing))
    var cursor = ByteCursor(bytes)
    cursor.position = 24
    var parts: [PartHeader] = []
    while cursor.remaining > 0 {
      parts.append(try PartHeader(&cursor) { Checksum.crc32($0, $1) })
    }
    return (bytes, parts)
  }

  private static func codes(_ bytes: [UInt8]) -> [ArchiveError] {
    ArchiveVerification(of: bytes).findings
  }

  @Test(arguments: LongTests.areWanted ? [BlockPacking.none, .zlib(level: 6)] : [.zlib(level: 6)])
  func `every damaged part is a finding`(packing: BlockPacking) throws {
    let (bytes, parts) = try Self.archive(packing: packing)
    let types = parts.map { $0.type }
    try #require(types.count { $0 == .block } >= 3, "\(types)")
    var changed = bytes
    // The middle of each part but the end mark.
    for part in parts.dropLast() { changed[part.storedOffset + part.storedByteCount / 2] ^= 0x10 }
    let offsets = Self.codes(changed).filter { $0.code == .checksumMismatch }.compactMap(
      \.byteOffset)
    #expect(offsets == parts.dropLast().map(\.storedChecksumOffset))
  }

  @Test(.long) func `each packed part is found alone and no other is blamed`() throws {
    let (bytes, parts) = try Self.archive(packing: .zlib(level: 6))
    for part in parts.dropLast() {
      var changed = bytes
      changed[part.storedOffset + part.storedByteCount / 2] ^= 0x10
      let findings = Self.codes(changed)
      #expect(findings.first?.byteOffset == part.storedChecksumOffset)
      #expect(findings.count == 1 || part.type == .index, "\(findings)")
      #expect(!ArchiveVerification(of: changed).isWellFormed)
    }
  }

  @Test(.long) func `two damaged headers are both found`() throws {
    let (bytes, parts) = try Self.archive(packing: .zlib(level: 6))
    let blocks = parts.filter { $0.type == .block }
    try #require(blocks.count >= 3)
    var changed = bytes
    changed[blocks[0].byteOffset + 4] ^= 1
    changed[blocks[2].byteOffset + 13] ^= 1
    changed[blocks[1].storedOffset + 9] ^= 1
    let findings = Self.codes(changed)
    #expect(
      findings.map(\.byteOffset) == [
        blocks[0].byteOffset + 20, blocks[1].storedChecksumOffset, blocks[2].byteOffset + 20,
      ], "\(findings)")
  }

  /// The larger one ends with its block, so its last header leads to the archive's next one.
  @Test(arguments: LongTests.areWanted ? [10_000, 40_000] : [40_000])
  func `headers of an archive in a value are not taken for those of its archive`(
    entryCount: Int
  ) throws {
    let (inner, _) = try Self.archive(packing: .none, entryCount: entryCount)
    var maker = TapeMaker()
    maker.container(.array, length: 3) { maker in
      maker.bytes(.data, Array(inner.prefix(100_000)))
      maker.bytes(.data, inner)
      maker.string("end")
    }
    let bytes = try ArchiveAssembler(ArchiveLayout(framing: .multiPart)).assemble(
      maker.tape, maximumDepth: 512)
    var cursor = ByteCursor(bytes)
    cursor.position = 24
    _ = try PartHeader(&cursor) { Checksum.crc32($0, $1) }
    let start = bytes[24] == PartHeader.PartType.block.rawValue ? 24 : cursor.position
    var changed = bytes
    changed[start + 16] ^= 1
    // The findings do not mention the inner headers.
    let findings = Self.codes(changed)
    #expect(findings.map(\.byteOffset) == [start + 20], "\(findings)")
  }

  @Test(.long) func `behind bytes that were taken out the next damage is found too`() throws {
    let (bytes, parts) = try Self.archive(packing: .zlib(level: 6))
    let blocks = parts.filter { $0.type == .block }
    try #require(blocks.count >= 3)
    var changed = bytes
    changed[blocks[2].storedOffset + 9] ^= 1
    changed.removeSubrange((blocks[0].storedOffset + 20)..<(blocks[0].storedOffset + 30))
    let offsets = Self.codes(changed).compactMap(\.byteOffset)
    #expect(offsets.contains(blocks[2].storedChecksumOffset - 10), "\(offsets)")
  }

  @Test(.long) func `findings end at their limit`() throws {
    let (bytes, parts) = try Self.archive(packing: .none)
    let block = try #require(parts.first { $0.type == .block })
    // Headers with wrong checksums of their content.
    var many = bytes
    for _ in 0..<300 {
      var header = PartHeader(
        PartHeader.PartType.index, flags: 0, detail: [], storedByteCount: 1,
        storedChecksum: 0, rawByteCount: 1)
      let head = header.bytes(at: 0) { Checksum.crc32($0, $1) }
      many.insert(contentsOf: head + [1], at: block.byteOffset)
    }
    let verification = ArchiveVerification(of: many)
    #expect(verification.findings.count == ArchiveVerification.maximumFindingCount)
    #expect(!verification.isWellFormed && verification.inspector == nil)
  }

  @Test func `a hundred findings end the search, whatever comes behind them`() throws {
    var writer = PartWriter(ArchiveLayout(framing: .multiPart), capacity: 1 << 12)
    // One root without a name, and a tag that nothing has.
    let malformed: [UInt8] = [0x03, 0x00, 0x01]
    for _ in 0..<150 {
      try malformed.withUnsafeBytes {
        try writer.addScope(
          before: [], $0, after: [], cuts: [], rowCount: 0, rootCount: 1)
      }
    }
    writer.addEnd()
    var bytes: [UInt8] = []
    writer.drain { bytes = $0 }
    let verification = ArchiveVerification(of: bytes)
    #expect(verification.findings.count == ArchiveVerification.maximumFindingCount)
    #expect(verification.findings.allSatisfy { $0.code == .malformed })
  }

  @Test(.timeLimit(.minutes(1)))
  func `a damaged header before a chain of indices is found in time`() throws {
    let (bytes, parts) = try Self.archive(packing: .none)
    let index = try #require(parts.last { $0.type == .index })
    let chain = Array(bytes[index.byteOffset..<index.storedOffset + index.storedByteCount])
    var changed = Array(bytes[..<index.byteOffset])
    for _ in 0..<20_000 { changed += chain }
    changed[parts[0].byteOffset + 4] ^= 1
    #expect(!ArchiveVerification(of: changed).isWellFormed)
  }
}
