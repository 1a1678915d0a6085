internal import ArchiveFormat

extension BlockDirectory {
  /// The content of the last scope where it stands, block by block; nil if it has to be put together,
  /// or if anything is wrong with it.
  ///
  /// Each block but the first begins between elements of an array, a set or the values of a map, so who
  /// reads them in turns never needs two at once. Every checksum is compared, and the index with the
  /// blocks (rule M4).
  package func plainBlocks(
    in bytes: UnsafeRawBufferPointer, verifiesChecksums: Bool
  ) -> [UnsafeRawBufferPointer]? {
    // Scopes before the last one have checksums too, which are left to who opens the whole archive.
    guard verifiesIndex, endMark?.scopeCount == 1, endMark?.rootCount == 1 else {
      return nil
    }
    var found: [UnsafeRawBufferPointer] = unsafe []
    for block in blocks {
      let header = block.header
      guard !header.isPacked, block.detail.start == .state || block.detail.ordinal == 0,
        header.rawByteCount <= limits.maximumBlockByteCount
      else { return nil }
      let start = header.base + header.storedOffset
      let stored = unsafe UnsafeRawBufferPointer(
        rebasing: bytes[start..<start + header.storedByteCount])
      if verifiesChecksums {
        guard unsafe Checksum.crc32(stored, seed: 0) == header.storedChecksum else { return nil }
      }
      unsafe found.append(stored)
    }
    return unsafe found
  }
}
