internal import struct ArchiveFormat.ArchiveError

/// The place of a block in its scope, and the way to begin reading at the block (Spec, section 4).
struct BlockDetail: Hashable, Sendable {
  /// The start of a block: the start of its scope, a continuation of the block before, or a stated state.
  enum Start: UInt8, Sendable {
    case scope = 0
    case continuation = 1
    case state = 2
  }

  var scope: Int
  var ordinal: Int
  var rawOffset: Int
  var rowCount: Int
  var nextObject: Int
  var start: Start
  /// The bytes of the state, for the start `state`; else empty.
  var state: [UInt8] = []

  init(
    scope: Int, ordinal: Int, rawOffset: Int, rowCount: Int, nextObject: Int, start: Start,
    state: [UInt8] = []
  ) {
    self.state = state
    self.scope = scope
    self.ordinal = ordinal
    self.rawOffset = rawOffset
    self.rowCount = rowCount
    self.nextObject = nextObject
    self.start = start
  }

  /// The detail of the block behind a cut; of the first of its scope if there is none.
  init(
    scope: Int, ordinal: Int, rawOffset: Int, rowCount: Int, after cut: BlockCut?
  ) {
    self.init(
      scope: scope, ordinal: ordinal, rawOffset: rawOffset, rowCount: rowCount,
      nextObject: cut?.nextObject ?? 0,
      start: cut == nil ? .scope : cut?.state == nil ? .continuation : .state,
      state: cut?.state ?? [])
  }

  var bytes: [UInt8] {
    var sink = ByteSink()
    sink.varint(scope)
    sink.varint(ordinal)
    sink.varint(rawOffset)
    sink.varint(rowCount)
    sink.varint(nextObject)
    sink.byte(start.rawValue)
    sink.append(state)
    return sink.bytes
  }

  /// The detail of a block's part header. The bytes of a stated state are not checked.
  init(_ header: PartHeader, in bytes: [UInt8]) throws(ArchiveError) {
    try self.init(
      ByteCursor(bytes, from: header.detail.startIndex, to: header.detail.endIndex))
  }

  private init(_ cursor: consuming ByteCursor) throws(ArchiveError) {
    scope = try cursor.count()
    ordinal = try cursor.count()
    rawOffset = try cursor.count()
    rowCount = try cursor.count()
    nextObject = try cursor.count()
    let place = cursor.position
    guard let start = Start(rawValue: try cursor.byte()) else {
      throw ArchiveError(.malformed, "a block has another start than 0 to 2", byteOffset: place)
    }
    guard start == .state || cursor.remaining == 0 else {
      throw ArchiveError(
        .malformed, "bytes follow the detail of a block", byteOffset: cursor.position)
    }
    self.start = start
    state = Array(cursor.bytes[cursor.position..<cursor.end])
  }

  /// Throws if the numbers are not what the parts before add up to (rule M3).
  ///
  /// - Parameter place: The offset of the detail in the file, in bytes.
  func check(
    scope: Int, ordinal: Int, rawOffset: Int, rowCount: Int, at place: Int
  ) throws(ArchiveError) {
    var sink = ByteSink()
    for (name, stated, expected) in [
      ("scope", self.scope, scope), ("ordinal", self.ordinal, ordinal),
      ("raw offset", self.rawOffset, rawOffset), ("row count", self.rowCount, rowCount),
      ("next object", nextObject, start == .state ? nextObject : 0),
    ] {
      guard stated == expected else {
        throw ArchiveError(
          .malformed, "a block states \(name) \(stated), not \(expected)",
          byteOffset: place + sink.count)
      }
      sink.varint(stated)
    }
    guard (start == .scope) == (ordinal == 0) else {
      throw ArchiveError(
        .malformed, "only the first block of a scope has start 0", byteOffset: place + sink.count)
    }
  }
}
