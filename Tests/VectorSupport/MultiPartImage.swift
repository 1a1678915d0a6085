import ArchiveCompression
import ArchiveFormat

/// A multi-part archive in the making. What each part says follows from the parts before it, but for
/// what is changed.
struct MultiPartImage {
  /// Where a part stands in the file.
  struct Place {
    var header: Int
    var detail: Int
    var stored: Int
    var isPacked: Bool

    /// The place of a byte of what the part holds.
    func raw(_ offset: Int) -> ArchivePlace {
      isPacked ? .packed(block: stored, raw: offset) : .file(stored + offset)
    }
  }

  /// The bytes of a file, and where its parts stand.
  struct Framed {
    var bytes: [UInt8] = []
    var places: [Place] = []
  }

  var parts: [PartImage]
  /// What is changed of the first 20 bytes.
  var changeHeader: (inout [UInt8]) -> Void = { _ in }
  var flipsHeaderChecksum = false

  init(_ parts: [PartImage]) { self.parts = parts }

  var framed: Framed {
    var framing = Framing()
    framing.header(changeHeader, flipsChecksum: flipsHeaderChecksum)
    for part in parts { framing.add(part) }
    return framing.framed
  }

  /// What the parts written so far add up to.
  private struct Framing {
    var framed = Framed()
    private var chain: UInt32 = 0
    private var (scope, ordinal, rawOffset, rowCount, rootCount) = (0, 0, 0, 0, 0)
    private var listed: [(offset: Int, rawByteCount: Int, detail: [UInt8])] = []
    private var indexOffset = 0

    mutating func header(_ change: (inout [UInt8]) -> Void, flipsChecksum: Bool) {
      var bytes =
        ArchiveFraming.magic + [1, 1, UInt8(ArchiveFraming.draft - 1), 0, 0, 0, 0, 0, 0, 0, 0, 0]
      change(&bytes)
      var sink = ByteSink()
      sink.append(bytes[...])
      link(&sink, Checksum.crc32(0, bytes[...]), flips: flipsChecksum)
      framed.bytes = sink.bytes
    }

    /// Writes a header's checksum, which counts for the chain as it is stored.
    private mutating func link(_ sink: inout ByteSink, _ checksum: UInt32, flips: Bool) {
      var stored = ByteSink()
      stored.fixed(flips ? checksum ^ 0x0001_0000 : checksum)
      sink.append(stored.bytes[...])
      chain = Checksum.crc32(chain, stored.bytes[...])
    }

    mutating func add(_ part: PartImage) {
      let start = framed.bytes.count
      var raw = raw(of: part, at: start)
      part.changeRaw(&raw)
      var detail = part.detail
      if case .block(_, let isLast) = part.content {
        detail = blockDetail(part)
        listed.append((start, raw.count, detail))
        ordinal += 1
        rawOffset += raw.count
        if isLast {
          scope += 1
          rootCount += 1
          (ordinal, rawOffset) = (0, 0)
        }
      }
      var stored = part.isPacked ? ZlibStream(raw).bytes : raw
      part.changeStored(&stored)
      write(part, raw, detail, stored, at: start)
    }

    private mutating func write(
      _ part: PartImage, _ raw: [UInt8], _ detail: [UInt8], _ stored: [UInt8], at start: Int
    ) {
      var isLastBlock = false
      if case .block(_, true) = part.content { isLastBlock = true }
      var fields = PartImage.Fields(
        type: part.type, flags: (part.isPacked ? 1 : 0) | (isLastBlock ? 8 : 0),
        detailByteCount: UInt16(detail.count), storedByteCount: UInt64(stored.count),
        rawByteCount: UInt32(part.isPacked ? raw.count : stored.count),
        storedChecksum: Checksum.crc32(0, stored[...]))
      part.changeFields(&fields)
      var sink = ByteSink()
      sink.byte(fields.type)
      sink.byte(fields.flags)
      sink.fixed(fields.detailByteCount)
      sink.fixed(fields.storedByteCount)
      sink.fixed(fields.rawByteCount)
      sink.fixed(fields.storedChecksum)
      let checksum = Checksum.crc32(Checksum.crc32(0, sink.bytes[...]), detail[...])
      link(&sink, checksum, flips: part.flipsHeaderChecksum)
      sink.append(detail[...])
      framed.places.append(
        Place(
          header: start, detail: start + PartHeader.byteCount, stored: start + sink.count,
          isPacked: part.isPacked))
      framed.bytes += sink.bytes + stored
    }

    private func blockDetail(_ part: PartImage) -> [UInt8] {
      var detail = PartImage.Detail(
        scope: scope, ordinal: ordinal, rawOffset: rawOffset, rowCount: rowCount,
        start: ordinal == 0 ? 0 : 1)
      if let state = part.state {
        (detail.nextObject, detail.start, detail.rest) = (state.nextObject, 2, state.bytes)
      }
      part.changeDetail(&detail)
      return detail.bytes
    }

    private mutating func raw(of part: PartImage, at start: Int) -> [UInt8] {
      switch part.content {
      case .definitions(let bytes, let count):
        rowCount += count
        return bytes
      case .block(let bytes, _), .other(let bytes): return bytes
      case .index:
        defer { (listed, indexOffset) = ([], start) }
        return index
      case .endMark:
        return EndMark(
          indexOffset: indexOffset, ownOffset: start, scopeCount: scope, rootCount: rootCount,
          chainChecksum: chain
        ).bytes
      }
    }

    private var index: [UInt8] {
      var sink = ByteSink()
      sink.varint(indexOffset)
      sink.varint(listed.count)
      for block in listed {
        sink.varint(block.offset)
        sink.varint(block.rawByteCount)
        sink.countedBytes(block.detail)
      }
      return sink.bytes
    }
  }
}
