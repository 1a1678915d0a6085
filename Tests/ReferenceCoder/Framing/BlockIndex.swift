/// The blocks since the last index part, as an index part lists them (Spec, section 4).
struct BlockIndex {
  private(set) var count = 0
  private var entries = ByteSink()

  mutating func add(_ block: PartHeader) {
    count += 1
    entries.varint(block.byteOffset)
    entries.varint(block.rawByteCount)
    entries.countedBytes(block.detail)
  }

  /// The raw bytes of the index part that follows one at `previousOffset`, 0 for none.
  func bytes(after previousOffset: Int) -> [UInt8] {
    var sink = ByteSink()
    sink.varint(previousOffset)
    sink.varint(count)
    sink.append(entries.bytes)
    return sink.bytes
  }
}
