internal import FuzzOracles

/// What parts add up to, which blocks, indices and end marks repeat.
struct PartTotals {
  /// The checksums of all headers so far.
  var chain: [UInt8]
  private var rowCount: UInt64 = 0
  private var scope: UInt64 = 0
  private var ordinal: UInt64 = 0
  private var rawOffset: UInt64 = 0
  private var lastIndex: UInt64 = 0
  private var listed: [UInt8] = []
  private var listedCount: UInt64 = 0

  init(chain: [UInt8]) { self.chain = chain }

  /// Makes a part say what is true, and counts it.
  mutating func count(_ part: inout ArchivePart, at byteOffset: Int) {
    switch part.type {
    case UInt8(ascii: "D"):
      if let raw = part.raw, let count = Varint.value(raw, at: 0) { rowCount &+= count }
    case UInt8(ascii: "B"): countBlock(&part, at: byteOffset)
    case UInt8(ascii: "i"):
      part.stored = Varint.bytes(lastIndex) + Varint.bytes(listedCount) + listed
      (lastIndex, listed, listedCount) = (UInt64(byteOffset), [], 0)
    case UInt8(ascii: "E") where part.stored.count == 40:
      let mark = Varint.little(lastIndex) + Varint.little(UInt64(byteOffset)) + Varint.little(scope)
      let end = Varint.little(Checksum.crc32(0, chain)) + part.stored[36..<40]
      part.stored = mark + part.stored[24..<32] + end
    default: break
    }
  }

  private mutating func countBlock(_ part: inout ArchivePart, at byteOffset: Int) {
    var place = 0
    for _ in 0..<5 where place < part.detail.count {
      place += Varint.byteCount(part.detail[place])
    }
    guard place < part.detail.count, let next = nextObject(part.detail) else { return }
    let head = [scope, ordinal, rawOffset, rowCount, next].flatMap { Varint.bytes($0) }
    var tail = Array(part.detail[place...])
    if ordinal == 0 { tail = [0] } else if tail[0] == 0 { tail = [1] }
    part.detail = head + tail
    let rawByteCount = UInt64(part.raw?.count ?? part.stored.count)
    listed += [UInt64(byteOffset), rawByteCount, UInt64(part.detail.count)].flatMap {
      Varint.bytes($0)
    }
    listed += part.detail
    listedCount += 1
    if part.flags & ArchivePart.isLastFlag != 0 {
      (scope, ordinal, rawOffset) = (scope + 1, 0, 0)
    } else {
      (ordinal, rawOffset) = (ordinal + 1, rawOffset + rawByteCount)
    }
  }

  private func nextObject(_ detail: [UInt8]) -> UInt64? {
    var place = 0
    for _ in 0..<4 where place < detail.count { place += Varint.byteCount(detail[place]) }
    return Varint.value(detail, at: place)
  }
}
