/// Frames content as an archive, without packing it (Spec, sections 3 and 4).
struct FramingWriter {
  private var sink = ByteSink()
  private var chain: UInt32 = 0
  private var index = BlockIndex()

  private init() {}

  /// A single part.
  ///
  /// - Parameter seed: The bits that the rows of a dictionary change in the seed of the checksum; 0 for no rows.
  static func singlePart(
    _ content: [UInt8], flags: ArchiveFraming.LeadFlags, prefix: [UInt8] = [], seed: UInt32 = 0
  ) -> [UInt8] {
    var sink = ByteSink()
    sink.byte(ArchiveFraming.lead | flags.rawValue)
    sink.append(prefix)
    sink.append(content)
    sink.fixed(Checksum.crc32(ArchiveFraming.draftSeed ^ seed, sink.bytes[...]))
    return sink.bytes
  }

  /// Parts with one scope.
  ///
  /// - Parameters:
  ///   - definitions: The rows.
  ///   - content: The list of roots and the tail.
  ///   - cuts: The places in the content at which its blocks end.
  static func multiPart(
    _ definitions: DefinitionRows, _ content: [UInt8], _ cuts: [BlockCut], rootCount: Int
  ) -> [UInt8] {
    var writer = FramingWriter()
    var header = FileHeader()
    header.write(&writer.sink)
    writer.link(header.checksum)
    if definitions.count > 0 { _ = writer.append(.definitions, definitions.countedBytes) }
    let ends = cuts.map(\.position) + [content.count]
    var start = 0
    for (ordinal, end) in ends.enumerated() {
      let detail = BlockDetail(
        scope: 0, ordinal: ordinal, rawOffset: start, rowCount: definitions.count,
        after: ordinal == 0 ? nil : cuts[ordinal - 1])
      let block = writer.append(
        .block, Array(content[start..<end]),
        flags: end == content.count ? PartHeader.lastBlockFlag : 0, detail.bytes)
      writer.index.add(block)
      start = end
    }
    let index = writer.append(.index, writer.index.bytes(after: 0))
    let mark = EndMark(
      indexOffset: index.byteOffset, ownOffset: writer.sink.count, scopeCount: 1,
      rootCount: rootCount, chainChecksum: writer.chain)
    _ = writer.append(.endMark, mark.bytes)
    return writer.sink.bytes
  }

  private mutating func append(
    _ type: PartHeader.PartType, _ stored: [UInt8], flags: UInt8 = 0, _ detail: [UInt8] = []
  ) -> PartHeader {
    var header = PartHeader(
      type, flags: flags, detail: detail, storedByteCount: stored.count,
      storedChecksum: Checksum.crc32(0, stored[...]), rawByteCount: stored.count)
    sink.append(header.bytes(at: sink.count))
    sink.append(stored)
    link(header.checksum)
    return header
  }

  private mutating func link(_ checksum: UInt32) {
    var bytes = ByteSink()
    bytes.fixed(checksum)
    chain = Checksum.crc32(chain, bytes.bytes[...])
  }
}
