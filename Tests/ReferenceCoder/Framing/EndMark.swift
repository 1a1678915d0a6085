internal import struct ArchiveFormat.ArchiveError

/// The content of the end mark of a multi-part archive (Spec, section 4).
struct EndMark: Hashable, Sendable {
  var indexOffset: Int
  var ownOffset: Int
  var scopeCount: Int
  var rootCount: Int
  var chainChecksum: UInt32

  init(
    indexOffset: Int, ownOffset: Int, scopeCount: Int, rootCount: Int, chainChecksum: UInt32
  ) {
    self.indexOffset = indexOffset
    self.ownOffset = ownOffset
    self.scopeCount = scopeCount
    self.rootCount = rootCount
    self.chainChecksum = chainChecksum
  }

  var bytes: [UInt8] {
    var sink = ByteSink()
    for number in [indexOffset, ownOffset, scopeCount, rootCount] {
      sink.fixed(UInt64(truncatingIfNeeded: number))
    }
    sink.fixed(chainChecksum)
    sink.fixed(UInt32(0))
    return sink.bytes
  }

  init(_ header: PartHeader, in bytes: [UInt8]) throws(ArchiveError) {
    guard header.storedByteCount == ArchiveFraming.endMarkByteCount else {
      throw ArchiveError(
        .malformed, "an end mark has \(header.storedByteCount) bytes",
        byteOffset: header.byteOffset + 4)
    }
    try self.init(ByteCursor(bytes, from: header.storedOffset))
  }

  private init(_ cursor: consuming ByteCursor) throws(ArchiveError) {
    var reserved = copy cursor
    reserved.position += ArchiveFraming.endMarkByteCount - 4
    let place = reserved.position
    guard try reserved.fixed(UInt32.self) == 0 else {
      throw ArchiveError(
        .needsFeature, "reading this needs to know a field of the end mark", byteOffset: place)
    }
    var numbers: [Int] = []
    for _ in 0..<4 {
      guard let number = Int(exactly: try cursor.fixed(UInt64.self)) else {
        throw ArchiveError(
          .malformed, "a number of an end mark is too large", byteOffset: cursor.position - 8)
      }
      numbers.append(number)
    }
    self.init(
      indexOffset: numbers[0], ownOffset: numbers[1], scopeCount: numbers[2],
      rootCount: numbers[3], chainChecksum: try cursor.fixed(UInt32.self))
  }
}
