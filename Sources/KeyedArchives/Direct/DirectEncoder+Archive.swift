internal import ArchiveCompression
internal import ArchiveFormat

/// The bytes of this call as an archive.
extension DirectEncoder {
  /// What was written: the root's payload, and its tag once that was put before it.
  var content: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      start: state.pointee.base + contentStart, count: state.pointee.count - contentStart)
  }

  /// Puts the root's tag before its payload; false if that needs the general way.
  func putTag(ofRoot root: UnsafeMutablePointer<EncodingSlot>) -> Bool {
    guard let tag = unsafe rootTag(root), tag.count < Self.headRoom / 2 else { return false }
    putBefore(tag)
    return true
  }

  private func putBefore(_ bytes: [UInt8]) {
    contentStart -= bytes.count
    for (index, byte) in bytes.enumerated() {
      unsafe (state.pointee.base + contentStart + index).storeBytes(of: byte, as: UInt8.self)
    }
  }

  /// The content framed as a single part, where it stands; nil if there is no room for it.
  func singlePart(_ definitions: [UInt8]) -> UnsafeRawBufferPointer? {
    if definitions.count >= contentStart { makeHeadRoom(definitions.count + 1) }
    putBefore(definitions)
    putBefore([ArchiveFraming.lead])
    unsafe state.pointee.put(Checksum.crc32(content, seed: 0).littleEndian)
    return unsafe content
  }

  private func makeHeadRoom(_ byteCount: Int) {
    unsafe state.pointee.reserve(byteCount)
    let start = contentStart
    unsafe (state.pointee.base + start + byteCount).copyMemory(
      from: state.pointee.base + start, byteCount: state.pointee.count - start)
    unsafe state.pointee.position += byteCount
    contentStart += byteCount
  }

  /// Ends the call: what was written is not needed any more.
  func end() {
    unsafe state.pointee.releaseLargeBuffer()
  }
}
