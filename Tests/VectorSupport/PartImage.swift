import ArchiveFormat

/// A part of a multi-part archive in the making: what it holds, and what its header says falsely.
struct PartImage {
  /// What a part holds.
  enum Content {
    case definitions([UInt8], rowCount: Int)
    case block([UInt8], isLast: Bool)
    /// The index that lists the blocks since the one before.
    case index
    case endMark
    /// Of a type that is given.
    case other([UInt8])
  }

  /// The fields of a part header, as they are written.
  struct Fields {
    var type: UInt8
    var flags: UInt8
    var detailByteCount: UInt16
    var storedByteCount: UInt64
    var rawByteCount: UInt32
    var storedChecksum: UInt32
  }

  /// The numbers of a block detail.
  struct Detail {
    var scope = 0
    var ordinal = 0
    var rawOffset = 0
    var rowCount = 0
    var nextObject = 0
    var start: UInt8 = 0
    /// What follows.
    var rest: [UInt8] = []

    var bytes: [UInt8] {
      var sink = ByteSink()
      for number in [scope, ordinal, rawOffset, rowCount, nextObject] { sink.varint(number) }
      sink.byte(start)
      sink.append(rest[...])
      return sink.bytes
    }
  }

  var content: Content
  var type: UInt8
  var isPacked = false
  /// Objects that were mentioned before this block, and the state it begins with; nil without one.
  var state: (nextObject: Int, bytes: [UInt8])?
  /// Bytes of a detail that is none of a block.
  var detail: [UInt8] = []
  var changeDetail: (inout Detail) -> Void = { _ in }
  var changeRaw: (inout [UInt8]) -> Void = { _ in }
  /// What is changed before checksums are made.
  var changeStored: (inout [UInt8]) -> Void = { _ in }
  var changeFields: (inout Fields) -> Void = { _ in }
  /// Whether the checksums of the header and of the stored bytes have a wrong bit.
  var flipsHeaderChecksum = false

  init(_ content: Content, type: UInt8? = nil, isPacked: Bool = false) {
    self.content = content
    self.isPacked = isPacked
    let own =
      switch content {
      case .definitions: "D"
      case .block: "B"
      case .index: "i"
      case .endMark: "E"
      case .other: "z"
      }
    self.type = type ?? own.utf8.first ?? 0
  }
}
