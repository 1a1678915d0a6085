package import ArchiveFormat

/// A multi-part archive of one root, plain, that is made where its content stands (Spec, section 4).
///
/// Where a block of the content ends, whoever writes it leaves a gap for what is going to stand
/// between it and the next one, as many bytes as that seems to take then. If that is right, nothing
/// is moved; else the blocks that it is wrong for.
///
/// ```
/// content   room                    block 0   gap         block 1   room
/// archive   header  D  B: header    block 0   B: header   block 1   i  E
/// ```
package struct PlacedArchive {
  /// Where a block stands at first, and where it is going to stand.
  private struct Block {
    var source: Int
    var target: Int
    var byteCount: Int
    var detail: [UInt8]
  }

  private let definitions: [UInt8]
  package let rowCount: Int
  private var blocks: [Block] = []
  /// More bytes than those from the start of the memory to the end of the archive.
  package private(set) var neededByteCount = 0

  /// - Parameters:
  ///   - content: Where the content stands, gaps and all, from the start of the memory.
  ///   - cuts: Where its blocks end, counted without the gaps.
  ///   - gaps: The bytes of the gap at each cut.
  package init(
    _ definitions: [UInt8], content: Range<Int>, _ cuts: [BlockCut], gaps: [Int]
  ) throws(ArchiveError) {
    self.definitions = definitions
    var rows = ByteCursor(definitions)
    rowCount = try rows.count()
    var source = content.lowerBound
    var target = ArchiveFraming.headerByteCount
    if definitions.count > 1 { target += PartHeader.byteCount + definitions.count }
    var rawOffset = 0
    for ordinal in 0...cuts.count {
      let detail = BlockDetail(
        scope: 0, ordinal: ordinal, rawOffset: rawOffset, rowCount: rowCount,
        after: ordinal == 0 ? nil : cuts[ordinal - 1]
      ).bytes
      if ordinal > 0 { source += gaps[ordinal - 1] }
      target += PartHeader.byteCount + detail.count
      let byteCount =
        ordinal < cuts.count ? cuts[ordinal].position - rawOffset : content.upperBound - source
      blocks.append(
        Block(source: source, target: target, byteCount: byteCount, detail: detail))
      source += byteCount
      target += byteCount
      rawOffset += byteCount
    }
    // The first block stays where it is, unless there is too little room before it.
    let room = max(0, blocks[0].source - blocks[0].target)
    for index in blocks.indices { blocks[index].target += room }
    neededByteCount = blocks.reduce(target + room + Self.endByteCount) {
      $0 + Self.entryByteCount + $1.detail.count
    }
  }

  /// Index parts and the end mark are smaller without the entries for blocks.
  private static let endByteCount = 256
  /// An entry for a block is smaller without the detail.
  private static let entryByteCount = 32

  /// Completes the archive in the memory where the content stands; the place of its bytes there.
  package func complete(in base: UnsafeMutableRawPointer) throws(ArchiveError) -> Range<Int> {
    unsafe moveBlocks(in: base)
    var parts = PartWriter(ArchiveLayout(framing: .multiPart), capacity: definitions.count)
    if definitions.count > 1 { try parts.add(definitions: definitions) }
    var start = 0
    var end = 0
    for ordinal in blocks.indices {
      let block = blocks[ordinal]
      unsafe parts.addHeader(
        ofBlock: UnsafeRawBufferPointer(start: base + block.target, count: block.byteCount),
        detail: block.detail, isLast: ordinal == blocks.count - 1)
      parts.drain { bytes in
        unsafe (base + block.target - bytes.count).copyMemory(from: bytes, byteCount: bytes.count)
        if ordinal == 0 { start = block.target - bytes.count }
      }
      end = block.target + block.byteCount
    }
    parts.endScope(rootCount: 1)
    parts.addEnd()
    parts.drain { bytes in
      unsafe (base + end).copyMemory(from: bytes, byteCount: bytes.count)
      end += bytes.count
    }
    return start..<end
  }

  /// Blocks that go up are moved from the last one on, and then those that go down from the first one
  /// on, so that none is written over before it was moved.
  private func moveBlocks(in base: UnsafeMutableRawPointer) {
    for block in blocks.reversed() where block.target > block.source {
      unsafe (base + block.target).copyMemory(from: base + block.source, byteCount: block.byteCount)
    }
    for block in blocks where block.target < block.source {
      unsafe (base + block.target).copyMemory(from: base + block.source, byteCount: block.byteCount)
    }
  }
}
