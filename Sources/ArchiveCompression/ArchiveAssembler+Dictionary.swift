package import ArchiveFormat

extension ArchiveAssembler {
  /// A tape's one unnamed root as a record against a dictionary, whose tape it was begun with.
  ///
  /// The record is a single part, whatever its size.
  package func assemble(
    _ tape: ArchiveTape, against dictionary: ShapeDictionary, maximumDepth: Int
  ) throws(ArchiveError) -> DictionaryEncoding {
    guard layout.framing != .multiPart else {
      throw ArchiveError(.invalidValue, "a record against a dictionary is a single part")
    }
    var tape = tape
    let matcher = try ShapeMatcher.matched(
      &tape, after: dictionary.history, maximumDepth: maximumDepth)
    var writer = ContentWriter(matcher, tape)
    let additions = ShapeAdditions(
      rows: writer.newRows.bytes, rowCount: writer.newRows.count,
      baseRowCount: dictionary.rowCount, baseChecksum: dictionary.checksum)
    // Reads the new rows, so that nothing is written that a reader refuses.
    let used = additions.isEmpty ? dictionary : try dictionary.adding(additions)
    let content = writer.value(at: 0) + writer.tail()
    let record = try record(
      content, used.rowCount, seed: used.checksum, valueCount: ValueCount(of: tape.cells))
    return DictionaryEncoding(bytes: record, additions: additions)
  }

  /// Frames a value, and the tail behind it, whose definitions stand in the first rows of a dictionary (Spec, section 3).
  private func record(
    _ value: [UInt8], _ rowCount: Int, seed: UInt32, valueCount: ValueCount
  ) throws(ArchiveError) -> [UInt8] {
    var flags = ArchiveFraming.LeadFlags.dictionary
    var content = [ArchiveFraming.noDefinitions] + value
    let rawByteCount = content.count
    if let level = layout.packing.level {
      let packed = try Zlib.deflated(content[...], level: level)
      let cost = ReadingCost(
        rawByteCount: rawByteCount, valueCount: valueCount, further: layout.further)
      if Zlib.isWorthKeeping(packed.count, rawByteCount: rawByteCount),
        layout.budget.map({ cost.sufficientByteCount($0) <= packed.count }) ?? true
      {
        flags.insert(.packed)
        content = packed
      }
    }
    try ReadingCost(rawByteCount: rawByteCount, valueCount: valueCount, further: layout.further)
      .check(storedByteCount: content.count, layout.budget)
    var sink = ByteSink()
    sink.bytes.reserveCapacity(content.count + 12)
    sink.byte(ArchiveFraming.lead | flags.rawValue)
    sink.byte(UInt8(truncatingIfNeeded: rowCount))
    if flags.contains(.packed) {
      sink.varint(ArchiveCodec.zlib.packing(rawByteCount: rawByteCount))
    }
    sink.append(content[...])
    sink.fixed(Checksum.crc32(seed ^ ArchiveFraming.draftSeed, sink.bytes[...]))
    return sink.bytes
  }
}
