import ArchiveCompression
import ArchiveFormat

/// The bytes of hex digits with spaces between them.
func hex(_ text: String) -> [UInt8] {
  let digits = text.filter(\.isHexDigit).map { UInt8($0.hexDigitValue ?? 0) }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// A single-part archive of content given in hex, with a right checksum.
func singlePart(_ content: String, flags: UInt8 = 0) -> [UInt8] {
  var sink = ByteSink()
  sink.byte(ArchiveFraming.lead | flags)
  sink.append(hex(content)[...])
  sink.fixed(SinglePart.checksum(of: sink.bytes[...]))
  return sink.bytes
}

extension ByteSink {
  /// The row of a type that has nothing but a name.
  mutating func typeRow(named name: String) {
    varint(name.utf8.count << 3)
    bytes += name.utf8
  }
}

/// A multi-part archive made part by part, so that each of its rules can be broken.
struct MultiPartFile {
  private(set) var sink = ByteSink()
  private var chain: UInt32 = 0
  private var blocks: [PartHeader] = []
  private var indexOffset = 0

  init(_ change: (inout FileHeader) -> Void = { _ in }) {
    var header = FileHeader()
    change(&header)
    header.write(&sink, Checksum.crc32)
    link(header.checksum)
  }

  private mutating func link(_ checksum: UInt32) {
    var bytes = ByteSink()
    bytes.fixed(checksum)
    chain = Checksum.crc32(chain, bytes.bytes[...])
  }

  @discardableResult
  mutating func part(
    _ type: PartHeader.PartType, _ stored: [UInt8], flags: UInt8 = 0, detail: [UInt8] = [],
    rawByteCount: Int? = nil
  ) -> PartHeader {
    var header = PartHeader(
      type, flags: flags, detail: detail, storedByteCount: stored.count,
      storedChecksum: Checksum.crc32(0, stored[...]), rawByteCount: rawByteCount ?? stored.count)
    sink.append(header.bytes(at: sink.count, Checksum.crc32)[...])
    sink.append(stored[...])
    link(header.checksum)
    if type == .block { blocks.append(header) }
    return header
  }

  /// A block of content; `change` may falsify where it says it stands.
  mutating func block(
    _ content: [UInt8], isLast: Bool = true, packed: [UInt8]? = nil, rawByteCount: Int? = nil,
    _ change: (inout BlockDetail) -> Void = { _ in }
  ) {
    var detail = BlockDetail(
      scope: 0, ordinal: 0, rawOffset: 0, rowCount: 0, nextObject: 0, start: .scope)
    change(&detail)
    part(
      .block, packed ?? content,
      flags: (isLast ? PartHeader.lastBlockFlag : 0)
        | (packed == nil ? 0 : ArchiveCodec.zlib.rawValue),
      detail: detail.bytes, rawByteCount: rawByteCount ?? content.count)
  }

  mutating func index(_ change: (inout [UInt8]) -> Void = { _ in }) {
    var bytes = ByteSink()
    bytes.varint(indexOffset)
    bytes.varint(blocks.count)
    for block in blocks {
      bytes.varint(block.byteOffset)
      bytes.varint(block.rawByteCount)
      bytes.countedBytes(block.detail)
    }
    change(&bytes.bytes)
    indexOffset = part(.index, bytes.bytes).byteOffset
    blocks = []
  }

  mutating func endMark(
    scopes: Int = 1, roots: Int = 1, _ change: (inout EndMark) -> Void = { _ in }
  ) {
    var mark = EndMark(
      indexOffset: indexOffset, ownOffset: sink.count, scopeCount: scopes, rootCount: roots,
      chainChecksum: chain)
    change(&mark)
    part(.endMark, mark.bytes)
  }

  /// One block with one unnamed root that is the int 5.
  static func whole(_ change: (inout MultiPartFile) -> Void = { _ in }) -> [UInt8] {
    var file = MultiPartFile()
    file.block(hex("03 45 01"))
    file.index()
    change(&file)
    file.endMark()
    return file.sink.bytes
  }
}
