package import ArchiveFormat

/// Appends parts to a multi-part archive (Spec, section 4).
struct PartWriter: ~Copyable {
  private var buffer: RawBuffer
  private let layout: ArchiveLayout
  private var chain: UInt32 = 0
  private var scopeCount = 0
  private var rootCount = 0
  private var blocks: [(header: PartHeader, detail: [UInt8])] = []

  /// - Parameter capacity: Bytes of content that are to be expected.
  init(_ layout: ArchiveLayout, capacity: Int) {
    self.layout = layout
    let blockCount = capacity / ArchiveFraming.blockByteCount + 1
    buffer = RawBuffer(capacity: capacity + 256 + 64 * blockCount)
    var sink = ByteSink()
    var header = FileHeader()
    header.write(&sink, Checksum.crc32)
    buffer.append(sink.bytes)
    link(header.checksum)
  }

  private mutating func link(_ checksum: UInt32) {
    var bytes = ByteSink()
    bytes.fixed(checksum)
    chain = Checksum.crc32(chain, bytes.bytes[...])
  }

  mutating func add(definitions: [UInt8]) throws(ArchiveError) {
    _ = try unsafe definitions.withUnsafeBufferPointer { bytes throws(ArchiveError) in
      try unsafe add(.definitions, before: [], UnsafeRawBufferPointer(bytes), after: [])
    }
  }

  /// Adds a part whose raw bytes are given in three pieces.
  private mutating func add(
    _ type: PartHeader.PartType, before: [UInt8], _ raw: UnsafeRawBufferPointer, after: [UInt8],
    flags: UInt8 = 0, detail: [UInt8] = []
  ) throws(ArchiveError) -> PartHeader {
    let rawByteCount = before.count + raw.count + after.count
    if layout.packing.level != nil {
      var bytes = before
      unsafe bytes.append(contentsOf: raw)
      bytes += after
      if let packed = try layout.packed(bytes[...]) {
        return unsafe packed.withUnsafeBytes { packed in
          unsafe append(
            type, before: [], packed, after: [], flags: flags | PartHeader.packedFlag, detail,
            rawByteCount)
        }
      }
    }
    return unsafe append(
      type, before: before, raw, after: after, flags: flags, detail, rawByteCount)
  }

  private mutating func append(
    _ type: PartHeader.PartType, before: [UInt8], _ stored: UnsafeRawBufferPointer,
    after: [UInt8], flags: UInt8, _ detail: [UInt8], _ rawByteCount: Int
  ) -> PartHeader {
    var checksum = Checksum.crc32(0, before[...])
    checksum = unsafe Checksum.crc32(stored, seed: checksum)
    checksum = Checksum.crc32(checksum, after[...])
    var header = PartHeader(
      type, flags: flags, detail: detail,
      storedByteCount: before.count + stored.count + after.count, storedChecksum: checksum,
      rawByteCount: rawByteCount)
    buffer.append(header.bytes(at: buffer.count, Checksum.crc32))
    buffer.append(before)
    unsafe buffer.append(stored)
    buffer.append(after)
    link(header.checksum)
    return header
  }

  /// Adds the blocks of a scope, whose content is given in three pieces.
  mutating func addScope(
    before: [UInt8], _ content: UnsafeRawBufferPointer, after: [UInt8], rowCount: Int,
    rootCount: Int
  ) throws(ArchiveError) {
    let count = before.count + content.count + after.count
    var start = 0
    var ordinal = 0
    repeat {
      let end = min(count, start + ArchiveFraming.blockByteCount)
      let detail = BlockDetail(
        scope: scopeCount, ordinal: ordinal, rawOffset: start, rowCount: rowCount, nextObject: 0,
        start: ordinal == 0 ? .scope : .continuation
      ).bytes
      let range = max(0, start - before.count)..<min(content.count, end - before.count)
      let header = try unsafe add(
        .block, before: ordinal == 0 ? before : [],
        UnsafeRawBufferPointer(rebasing: content[range]),
        after: end == count ? Array(after.suffix(end - start)) : [],
        flags: end == count ? PartHeader.lastBlockFlag : 0, detail: detail)
      blocks.append((header, detail))
      start = end
      ordinal += 1
    } while start < count
    scopeCount += 1
    self.rootCount += rootCount
  }

  /// Adds index and end mark.
  consuming func finish() -> RawBuffer {
    var index = ByteSink()
    index.varint(0)
    index.varint(blocks.count)
    for block in blocks {
      index.varint(block.header.byteOffset)
      index.varint(block.header.rawByteCount)
      index.countedBytes(block.detail)
    }
    let header = append(.index, index.bytes)
    let mark = EndMark(
      indexOffset: header.byteOffset, ownOffset: buffer.count, scopeCount: scopeCount,
      rootCount: rootCount, chainChecksum: chain)
    _ = append(.endMark, mark.bytes)
    return buffer
  }

  private mutating func append(_ type: PartHeader.PartType, _ bytes: [UInt8]) -> PartHeader {
    unsafe bytes.withUnsafeBytes {
      unsafe append(type, before: [], $0, after: [], flags: 0, [], bytes.count)
    }
  }
}
