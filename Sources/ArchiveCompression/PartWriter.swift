package import ArchiveFormat

/// Appends parts to a multi-part archive (Spec, section 4).
package struct PartWriter: ~Copyable {
  private var buffer: RawBuffer
  private let layout: ArchiveLayout
  private var place = PartPlace()

  /// - Parameters:
  ///   - capacity: Bytes of content that are to be expected.
  ///   - cuts: Where blocks of it end. A large buffer that had to grow would stand in memory twice.
  package init(_ layout: ArchiveLayout, capacity: Int, cuts: [BlockCut] = []) {
    self.layout = layout
    let framing = cuts.reduce(512) { $0 + Self.framingByteCount + 2 * ($1.state?.count ?? 0) }
    buffer = RawBuffer(capacity: capacity + framing)
    var sink = ByteSink()
    var header = FileHeader()
    header.write(&sink, Checksum.crc32)
    buffer.append(sink.bytes)
    place.link(header.checksum)
  }

  /// Header, detail and index entry of a block are smaller, but for the state, which stands in both.
  private static let framingByteCount = 128

  /// Goes on behind the parts of an archive, the last of which was an end mark.
  package init(_ layout: ArchiveLayout, after place: PartPlace) {
    self.layout = layout
    self.place = place
    buffer = RawBuffer(capacity: ArchiveFraming.blockByteCount)
  }

  /// Where in the file the next part begins.
  private var fileOffset: Int { place.offset + buffer.count }

  /// Bytes of the archive so far.
  package var byteCount: Int { fileOffset }

  /// Hands out the bytes written since the last time.
  package mutating func drain<Failure: Error>(_ write: ([UInt8]) throws(Failure) -> Void)
    throws(Failure)
  {
    try write(buffer.array)
    place.offset += buffer.count
    buffer.removeAll()
  }

  package mutating func add(definitions: [UInt8]) throws(ArchiveError) {
    _ = try unsafe definitions.withUnsafeBufferPointer { bytes throws(ArchiveError) in
      try unsafe add(.definitions, before: [], UnsafeRawBufferPointer(bytes), after: [])
    }
  }

  /// Adds a part whose raw bytes are given in three pieces.
  private mutating func add(
    _ type: PartHeader.PartType, before: [UInt8], _ raw: UnsafeRawBufferPointer, after: [UInt8],
    flags: UInt8 = 0, detail: [UInt8] = [], packedBefore: PackedPiece? = nil
  ) throws(ArchiveError) -> PartHeader {
    let rawByteCount = before.count + raw.count + after.count
    if layout.packing.level != nil {
      let piece: PackedPiece
      if let packedBefore {
        piece = packedBefore
      } else {
        piece = try unsafe PackedPiece(before, raw, after, layout)
      }
      if let packed = piece.bytes {
        return unsafe packed.withUnsafeBytes { packed in
          unsafe append(
            type, before: [], packed, after: [], flags: flags | ArchiveCodec.zlib.rawValue, detail,
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
    buffer.append(header.bytes(at: fileOffset, Checksum.crc32))
    buffer.append(before)
    unsafe buffer.append(stored)
    buffer.append(after)
    place.link(header.checksum)
    return header
  }

  /// Adds the blocks of a scope, whose content is given in three pieces, the second of which is cut.
  ///
  /// - Parameter sufficientByteCount: The bytes that have to be stored for the scope, given those that are: so many of the
  ///   blocks that packing gains most for are left unpacked.
  package mutating func addScope(
    before: [UInt8], _ content: UnsafeRawBufferPointer, after: [UInt8], cuts: [BlockCut],
    rowCount: Int, rootCount: Int,
    sufficientByteCount: (_ storedByteCount: Int) throws(ArchiveError) -> Int = { _ in 0 }
  ) throws(ArchiveError) {
    let (begin, byteCount) = (place, buffer.count)
    let gains = try unsafe addBlocks(before, content, after, cuts, rowCount: rowCount, plain: [])
    let storedByteCount = buffer.count - byteCount
    if layout.packing.level != nil {
      let sufficient = try sufficientByteCount(storedByteCount)
      if storedByteCount < sufficient {
        var plain: Set<Int> = []
        var missing = sufficient - storedByteCount
        for block in gains.indices.sorted(by: { gains[$0] > gains[$1] }) where missing > 0 {
          plain.insert(block)
          missing -= gains[block]
        }
        place = begin
        buffer.removeAll(from: byteCount)
        _ = try unsafe addBlocks(
          before, content, after, cuts, rowCount: rowCount, plain: plain)
      }
    }
    endScope(rootCount: rootCount)
  }

  /// Adds the blocks of a scope, some of them unpacked; the bytes that packing saves for each.
  private mutating func addBlocks(
    _ before: [UInt8], _ content: UnsafeRawBufferPointer, _ after: [UInt8], _ cuts: [BlockCut],
    rowCount: Int, plain: Set<Int>
  ) throws(ArchiveError) -> [Int] {
    let count = before.count + content.count + after.count
    let ends = cuts.map { before.count + $0.position } + [count]
    var packed: ArraySlice<PackedPiece> = []
    var gains: [Int] = []
    var start = 0
    for ordinal in 0...cuts.count {
      if packed.isEmpty {
        packed = try unsafe PackedPiece.packed(
          before, content, after, ends: ends, from: ordinal, layout)
      }
      let end = ends[ordinal]
      let cut = ordinal == 0 ? nil : cuts[ordinal - 1]
      let detail = BlockDetail(
        scope: place.scopeCount, ordinal: ordinal, rawOffset: start, rowCount: rowCount, after: cut
      ).bytes
      let range = max(0, start - before.count)..<min(content.count, end - before.count)
      let piece = packed.popFirst()
      let header = try unsafe add(
        .block, before: ordinal == 0 ? before : [],
        UnsafeRawBufferPointer(rebasing: content[range]),
        after: end == count ? after : [],
        flags: end == count ? PartHeader.lastBlockFlag : 0, detail: detail,
        packedBefore: plain.contains(ordinal) ? PackedPiece.plain : piece)
      place.unindexed.add(header)
      gains.append(header.rawByteCount - header.storedByteCount)
      start = end
    }
    return gains
  }

  /// Adds the header of a block without its stored bytes, which stand behind it already.
  mutating func addHeader(
    ofBlock stored: UnsafeRawBufferPointer, detail: [UInt8], isLast: Bool
  ) {
    var header = PartHeader(
      .block, flags: isLast ? PartHeader.lastBlockFlag : 0, detail: detail,
      storedByteCount: stored.count, storedChecksum: unsafe Checksum.crc32(stored, seed: 0),
      rawByteCount: stored.count)
    buffer.append(header.bytes(at: fileOffset, Checksum.crc32))
    place.offset += stored.count
    place.link(header.checksum)
    place.unindexed.add(header)
  }

  /// Ends a scope, all of whose blocks were added.
  mutating func endScope(rootCount: Int) {
    place.scopeCount += 1
    place.rootCount += rootCount
    if place.unindexed.count >= Self.indexedBlockCount { addIndex() }
  }

  /// Blocks after which an index part follows, so that what is to be listed stays small.
  private static let indexedBlockCount = 4_096

  private mutating func addIndex() {
    let header = append(.index, place.unindexed.bytes(after: place.indexOffset))
    place.indexOffset = header.byteOffset
    place.unindexed = BlockIndex()
  }

  /// Adds index and end mark: what was written up to here is an archive.
  package mutating func addEnd() {
    addIndex()
    let mark = EndMark(
      indexOffset: place.indexOffset, ownOffset: fileOffset, scopeCount: place.scopeCount,
      rootCount: place.rootCount, chainChecksum: place.chain)
    _ = append(.endMark, mark.bytes)
  }

  /// All bytes, with index and end mark.
  consuming func finish() -> RawBuffer {
    addEnd()
    return buffer
  }

  private mutating func append(_ type: PartHeader.PartType, _ bytes: [UInt8]) -> PartHeader {
    unsafe bytes.withUnsafeBytes {
      unsafe append(type, before: [], $0, after: [], flags: 0, [], bytes.count)
    }
  }
}
