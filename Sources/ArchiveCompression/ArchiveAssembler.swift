package import ArchiveFormat

/// Frames content as an archive (Spec, sections 3 and 4).
package struct ArchiveAssembler {
  let layout: ArchiveLayout

  package init(_ layout: ArchiveLayout) { self.layout = layout }

  /// The archive of a tape's one unnamed root.
  package func assemble(
    _ tape: ArchiveTape, maximumDepth: Int
  ) throws(ArchiveError) -> [UInt8] {
    var matcher = ShapeMatcher(tape)
    try matcher.match(maximumDepth: maximumDepth)
    var writer = ContentWriter(matcher, tape)
    let definitions = writer.definitionBytes
    let value = writer.value(at: 0)
    let isSmall = definitions.count + value.count <= ArchiveFraming.singlePartByteCount
    if layout.framing == .singlePart || layout.framing == .automatic && isSmall {
      return try singlePart(definitions, value)
    }
    return try multiPart(definitions, value)
  }

  /// Deflated bytes where packing is on and makes them smaller.
  private func packed(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) -> [UInt8]? {
    guard let level = layout.packing.level else { return nil }
    let packed = try Zlib.deflated(bytes, level: level)
    return Zlib.isWorthKeeping(packed.count, rawByteCount: bytes.count) ? packed : nil
  }

  private func singlePart(
    _ definitions: [UInt8], _ value: [UInt8]
  ) throws(ArchiveError) -> [UInt8] {
    var sink = ByteSink()
    if let packed = try packed((definitions + value)[...]) {
      sink.byte(ArchiveFraming.lead | ArchiveFraming.LeadFlags.packed.rawValue)
      sink.varint(definitions.count + value.count)
      sink.append(packed[...])
    } else {
      sink.bytes.reserveCapacity(definitions.count + value.count + 5)
      sink.byte(ArchiveFraming.lead)
      sink.append(definitions[...])
      sink.append(value[...])
    }
    sink.fixed(Checksum.crc32(0, sink.bytes[...]))
    return sink.bytes
  }

  private func multiPart(
    _ definitions: [UInt8], _ value: [UInt8]
  ) throws(ArchiveError) -> [UInt8] {
    var rows = ByteCursor(definitions)
    var parts = PartWriter(layout)
    if definitions.count > 1 {
      try parts.add(.definitions, definitions[...])
    }
    try parts.addScope(
      content: [0x03] + value + [0x01], rowCount: try rows.count(), rootCount: 1)
    return parts.finish()
  }
}

/// Appends parts to a multi-part archive.
struct PartWriter {
  private var sink = ByteSink()
  private let layout: ArchiveLayout
  private var chain: UInt32 = 0
  private var scopeCount = 0
  private var rootCount = 0
  private var blocks: [(header: PartHeader, detail: [UInt8])] = []

  init(_ layout: ArchiveLayout) {
    self.layout = layout
    var header = FileHeader()
    header.write(&sink, Checksum.crc32)
    link(header.checksum)
  }

  private mutating func link(_ checksum: UInt32) {
    var bytes = ByteSink()
    bytes.fixed(checksum)
    chain = Checksum.crc32(chain, bytes.bytes[...])
  }

  @discardableResult
  mutating func add(
    _ type: PartHeader.PartType, _ raw: ArraySlice<UInt8>, flags: UInt8 = 0, detail: [UInt8] = []
  ) throws(ArchiveError) -> PartHeader {
    var packed: [UInt8]?
    if let level = layout.packing.level {
      packed = try Zlib.deflated(raw, level: level)
    }
    let isPacked = packed.map { Zlib.isWorthKeeping($0.count, rawByteCount: raw.count) } ?? false
    let stored = isPacked ? packed?[...] ?? raw : raw
    return append(
      type, stored, flags: flags | (isPacked ? PartHeader.packedFlag : 0), detail, raw.count)
  }

  private mutating func append(
    _ type: PartHeader.PartType, _ stored: ArraySlice<UInt8>, flags: UInt8, _ detail: [UInt8],
    _ rawByteCount: Int
  ) -> PartHeader {
    var header = PartHeader(
      type, flags: flags, detail: detail, stored: stored, rawByteCount: rawByteCount,
      Checksum.crc32)
    header.write(&sink, Checksum.crc32)
    sink.append(stored)
    link(header.checksum)
    return header
  }

  /// Adds the blocks of a scope.
  mutating func addScope(
    content: [UInt8], rowCount: Int, rootCount: Int
  ) throws(ArchiveError) {
    var start = 0
    var ordinal = 0
    repeat {
      let end = min(content.count, start + ArchiveFraming.blockByteCount)
      let detail = BlockDetail(
        scope: scopeCount, ordinal: ordinal, rawOffset: start, rowCount: rowCount, nextObject: 0,
        start: ordinal == 0 ? .scope : .continuation
      ).bytes
      let header = try add(
        .block, content[start..<end],
        flags: end == content.count ? PartHeader.lastBlockFlag : 0, detail: detail)
      blocks.append((header, detail))
      start = end
      ordinal += 1
    } while start < content.count
    scopeCount += 1
    self.rootCount += rootCount
  }

  /// Adds index and end mark.
  mutating func finish() -> [UInt8] {
    var index = ByteSink()
    index.varint(0)
    index.varint(blocks.count)
    for block in blocks {
      index.varint(block.header.byteOffset)
      index.varint(block.header.rawByteCount)
      index.countedBytes(block.detail)
    }
    let header = append(.index, index.bytes[...], flags: 0, [], index.count)
    let mark = EndMark(
      indexOffset: header.byteOffset, ownOffset: sink.count, scopeCount: scopeCount,
      rootCount: rootCount, chainChecksum: chain)
    _ = append(.endMark, mark.bytes[...], flags: 0, [], ArchiveFraming.endMarkByteCount)
    return sink.bytes
  }
}
