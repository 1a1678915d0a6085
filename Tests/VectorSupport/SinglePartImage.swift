import ArchiveCompression
import ArchiveFormat

/// A single-part archive in the making.
struct SinglePartImage {
  var flags: UInt8 = 0
  /// With flag 0: the rows it is written against, and how many of them.
  var dictionary: (rows: VectorDictionary, count: Int)?
  /// With flag 3.
  var versions: [UInt8] = []
  var content: [UInt8]
  /// With flag 1: what is said that the content inflates to, if that is not true.
  var rawByteCount: Int?
  /// What the stream becomes before it is stored.
  var changeStream: (inout [UInt8]) -> Void = { _ in }

  init(_ content: [UInt8], flags: UInt8 = 0) {
    self.content = content
    self.flags = flags
  }

  /// The archive, and where its stored content begins.
  var framed: (bytes: [UInt8], start: Int) {
    var sink = ByteSink()
    sink.byte(ArchiveFraming.lead | flags)
    if let dictionary { sink.byte(UInt8(truncatingIfNeeded: dictionary.count)) }
    sink.append(versions[...])
    var stored = content
    if flags & 2 != 0 {
      sink.varint((rawByteCount ?? content.count) << 3 | 1)
      stored = ZlibStream(content).bytes
      changeStream(&stored)
    }
    let start = sink.count
    sink.append(stored[...])
    let seed = dictionary.map { $0.rows.checksum(afterRows: $0.count) } ?? 0
    sink.fixed(Checksum.crc32(seed ^ ArchiveFraming.draftSeed, sink.bytes[...]))
    return (sink.bytes, start)
  }

  /// The place of a byte of the content.
  func place(_ offset: Int) -> ArchivePlace {
    let start = framed.start
    return flags & 2 != 0 ? .packed(block: start, raw: offset) : .file(start + offset)
  }
}
