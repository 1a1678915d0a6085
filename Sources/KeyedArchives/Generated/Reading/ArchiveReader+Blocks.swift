/// Content that stands in several blocks, which begin between elements: who reads elements looks before
/// each whether the block is at its end.
extension ArchiveReader {
  /// Goes on with the next block if this one is at its end.
  @inlinable
  @inline(__always)
  mutating func reachElement() throws {
    if unsafe position == end {
      let block = unsafe try Self.nextBlock(state)
      unsafe position = unsafe block.start
      unsafe end = unsafe block.end
    }
  }

  /// Goes to an element that may have to know its coding path.
  @inlinable
  mutating func reachElement(_ index: Int, at place: ArchivedPlace) throws {
    if place.tracksPath { noteIndex(index) } else { try reachElement() }
  }

  @usableFromInline
  @inline(never)
  static func nextBlock(
    _ state: UnsafeMutablePointer<DirectState>
  ) throws -> (start: UnsafeRawPointer, end: UnsafeRawPointer) {
    let next = unsafe state.pointee.blockIndex + 1
    guard unsafe next < state.pointee.blocks.count,
      let start = unsafe state.pointee.blocks[next].buffer.baseAddress
    else { throw unforeseen() }
    let byteCount = unsafe state.pointee.blocks[next].count
    unsafe state.pointee.blockIndex = next
    unsafe state.pointee.laterByteCount -= byteCount
    return unsafe (start, start + byteCount)
  }

  /// Copies a row of values that are their own bytes to a place that has room for them.
  @inlinable
  @inline(__always)
  mutating func takeRow(
    _ byteCount: Int, stride: Int, to target: UnsafeMutableRawPointer
  ) throws {
    if byteCount <= remaining {
      unsafe target.copyMemory(from: position, byteCount: byteCount)
      unsafe position += byteCount
    } else {
      self = try unsafe Self.rowAcross(self, byteCount, stride, target)
    }
  }

  @usableFromInline
  @inline(never)
  static func rowAcross(
    _ reader: ArchiveReader, _ byteCount: Int, _ stride: Int, _ target: UnsafeMutableRawPointer
  ) throws -> ArchiveReader {
    var reader = reader
    var done = 0
    while done < byteCount {
      try reader.reachElement()
      let count = min(byteCount - done, reader.remaining)
      guard count % stride == 0 else { throw unforeseen() }
      unsafe (target + done).copyMemory(from: reader.position, byteCount: count)
      unsafe reader.position += count
      done += count
    }
    return reader
  }
}
