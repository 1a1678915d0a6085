/// Where a block stands in its scope and how to begin reading at it (Spec, section 4).
package struct BlockDetail: Hashable, Sendable {
  /// Whether the scope begins here or the block goes on where the one before ended.
  package enum Start: UInt8, Sendable {
    case scope = 0
    case continuation = 1
    case state = 2
  }

  package var scope: Int
  package var ordinal: Int
  package var rawOffset: Int
  package var rowCount: Int
  package var nextObject: Int
  package var start: Start

  package init(
    scope: Int, ordinal: Int, rawOffset: Int, rowCount: Int, nextObject: Int, start: Start
  ) {
    self.scope = scope
    self.ordinal = ordinal
    self.rawOffset = rawOffset
    self.rowCount = rowCount
    self.nextObject = nextObject
    self.start = start
  }

  package var bytes: [UInt8] {
    var sink = ByteSink()
    for number in [scope, ordinal, rawOffset, rowCount, nextObject] { sink.varint(number) }
    sink.byte(start.rawValue)
    return sink.bytes
  }

  /// The detail of a block's part header. A stated start state is passed over.
  package init(_ header: PartHeader, in bytes: [UInt8]) throws(ArchiveError) {
    var cursor = ByteCursor(bytes, from: header.detail.startIndex, to: header.detail.endIndex)
    scope = try cursor.count()
    ordinal = try cursor.count()
    rawOffset = try cursor.count()
    rowCount = try cursor.count()
    nextObject = try cursor.count()
    guard let start = Start(rawValue: try cursor.byte()),
      start == .state || cursor.remaining == 0, (start == .scope) == (ordinal == 0)
    else {
      throw ArchiveError(
        .malformed, "a block's detail is not in its form", byteOffset: cursor.position)
    }
    self.start = start
  }
}
