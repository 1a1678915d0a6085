internal import ArchiveCompression
internal import ArchiveFormat

/// The bytes of this call as an archive.
extension DirectEncoder {
  /// What was written: the root's payload, and its tag once that was put before it.
  var content: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      start: state.pointee.base + state.pointee.contentStart,
      count: state.pointee.count - state.pointee.contentStart)
  }

  /// Puts the root's tag before its payload; false if that needs the general way.
  func putTag(ofRoot root: UnsafeMutablePointer<EncodingSlot>) -> Bool {
    var slot = unsafe root
    while unsafe slot.pointee.kind == EncodingSlot.delegated, let inner = unsafe slot.pointee.inner
    {
      unsafe slot = unsafe inner
    }
    let kind = unsafe slot.pointee.kind
    if unsafe !content.isEmpty, KindCode.isLeaf(kind) {
      putTag(ofLeaf: kind)
      return true
    }
    if kind == KindCode.recordOfShape, let plan = unsafe slot.pointee.plan,
      unsafe plan.pointee.shape < KindCode.shortFormLimit
    {
      unsafe putBefore(KindCode.shortRecordTag + UInt8(truncatingIfNeeded: plan.pointee.shape))
      return true
    }
    if kind == KindCode.record { return putTagOfAnyRecord() }
    guard tagByteCount == 0 else { return false }
    guard let tag = unsafe rootTag(slot), tag.count < Self.headRoom / 2 else { return false }
    unsafe tag.withUnsafeBytes { unsafe putBefore($0) }
    return true
  }

  private func putTag(ofLeaf kind: UInt8) {
    let first = unsafe state.pointee.base + state.pointee.contentStart
    if let tag = unsafe Self.tag(of: kind, first.load(as: UInt8.self)) {
      unsafe first.storeBytes(of: tag, as: UInt8.self)
      tagByteCount = 1
    } else {
      putBefore(kind)
    }
  }

  /// The tag of a record whose shape stands before its body already: it belongs to the tag.
  private func putTagOfAnyRecord() -> Bool {
    // The blocks that were begun count from where the payload was thought to begin.
    guard unsafe snapshots.isEmpty || tagByteCount == 1 else { return false }
    tagByteCount = 1
    let first = unsafe state.pointee.base + state.pointee.contentStart
    let shape = unsafe first.load(as: UInt8.self) >> 1
    if shape < KindCode.shortFormLimit {
      unsafe first.storeBytes(of: KindCode.shortRecordTag + shape, as: UInt8.self)
    } else {
      putBefore(KindCode.record)
    }
    return true
  }

  func putBefore(_ byte: UInt8) {
    unsafe state.pointee.contentStart -= 1
    unsafe (state.pointee.base + state.pointee.contentStart).storeBytes(of: byte, as: UInt8.self)
  }

  func putBefore(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe putBefore($0) }
  }

  private func putBefore(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    unsafe state.pointee.contentStart -= bytes.count
    unsafe (state.pointee.base + state.pointee.contentStart).copyMemory(
      from: start, byteCount: bytes.count)
  }

  /// The content framed as a single part, where it stands, up to the end of the call.
  func singlePart(_ definitions: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    if unsafe definitions.count >= state.pointee.contentStart {
      makeHeadRoom(definitions.count + 1)
    }
    unsafe putBefore(definitions)
    putBefore(ArchiveFraming.lead)
    unsafe state.pointee.put(Checksum.crc32(content, seed: ArchiveFraming.draftSeed).littleEndian)
    return unsafe content
  }

  /// Whether several parts are best made where the content stands: it has gaps for them, or is so large
  /// that moving it costs less than fresh memory for a copy.
  var isPlaced: Bool { unsafe gapByteCount > 0 || state.pointee.hasLargeBuffer }

  /// The content framed as a multi-part archive, where it stands, up to the end of the call: its place
  /// in the buffer; nil if it needs the general way.
  func multiPart(_ definitions: UnsafeRawBufferPointer) throws -> Range<Int>? {
    guard let cuts = blockCuts() else { return nil }
    // The list of roots: one without a name, and the end of the list.
    putBefore(0x03)
    unsafe state.pointee.put(1 as UInt8)
    let archive = try unsafe PlacedArchive(
      Array(definitions), content: state.pointee.contentStart..<state.pointee.count,
      cuts.map { $0.moved(by: 1) }, gaps: snapshots.map { unsafe $0.gapByteCount })
    expectedRowCount = archive.rowCount
    unsafe state.pointee.reserve(archive.neededByteCount - state.pointee.count)
    return unsafe try archive.complete(in: state.pointee.base)
  }

  /// Bytes of the buffer, up to the end of the call.
  func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      start: state.pointee.base + range.lowerBound, count: range.count)
  }

  /// Hands over a buffer that is too large to be kept, with the bytes that count; nil if it is kept.
  func takeLargeBuffer(_ range: Range<Int>) -> RawBuffer? {
    guard unsafe state.pointee.hasLargeBuffer else { return nil }
    let (base, byteCount) = unsafe state.pointee.takeBuffer()
    return unsafe RawBuffer(taking: base, capacity: byteCount, bytes: range)
  }

  private func makeHeadRoom(_ byteCount: Int) {
    unsafe state.pointee.reserve(byteCount)
    let content = unsafe content
    unsafe (state.pointee.base + state.pointee.contentStart + byteCount).copyMemory(
      from: content.baseAddress.unsafelyUnwrapped, byteCount: content.count)
    unsafe state.pointee.position += byteCount
    unsafe state.pointee.contentStart += byteCount
  }

  /// Ends the call: what was written is not needed any more.
  func end() {
    endOpenRows()
    forgetLateContainers()
    objects.removeAll()
    // Of a caller nothing stays: an encoder waits in the pool for the next one.
    if !userInfo.isEmpty { userInfo = [:] }
    unsafe state.pointee.releaseLargeBuffer()
  }
}
