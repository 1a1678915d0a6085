package import ArchiveFormat

/// Frames content as an archive (Spec, sections 3 and 4).
package struct ArchiveAssembler {
  let layout: ArchiveLayout

  package init(_ layout: ArchiveLayout) { self.layout = layout }

  /// The archive of a tape.
  package func assemble(
    _ tape: ArchiveTape, maximumDepth: Int
  ) throws(ArchiveError) -> [UInt8] {
    var tape = tape
    let matcher = try ShapeMatcher.matched(&tape, maximumDepth: maximumDepth)
    var writer = ContentWriter(matcher, tape)
    let limit = ArchiveLimits.untrusted.maximumDefinitionCount
    guard layout.budget == nil || writer.newRows.count <= limit else {
      throw ArchiveError(
        .limitExceeded,
        "\(writer.newRows.count) types and shapes are more than readers take: \(limit)")
    }
    let definitions = writer.definitionBytes
    let valueCount = ValueCount(of: tape.cells)
    if tape.roots.count > 1 || tape.roots[0].name != "" {
      return try unsafe writer.roots().withUnsafeBufferPointer { roots throws(ArchiveError) in
        unsafe try assemble(
          definitions, roots: UnsafeRawBufferPointer(roots), tape.roots.count, writer.cuts,
          valueCount: valueCount
        ).array
      }
    }
    var content = writer.value(at: 0)
    var end = writer.endOfRoots()
    let isSingle = layout.framing.isSinglePart(definitions.count + content.count + end.count - 1)
    if isSingle { end.removeFirst() }
    if isSingle || !tape.tail.isEmpty {
      content += end
      end = []
    }
    return try unsafe content.withUnsafeBufferPointer { content throws(ArchiveError) in
      let content = UnsafeRawBufferPointer(content)
      return unsafe isSingle
        ? try singlePart(definitions, content, valueCount: valueCount).array
        : try multiPart(definitions, content, end: end, writer.cuts, valueCount: valueCount).array
    }
  }

  /// The archive of one unnamed root whose definitions and tagged value are at hand, and where blocks
  /// of the value end if it has several.
  package func assemble(
    _ definitions: [UInt8], _ value: UnsafeRawBufferPointer, _ cuts: [BlockCut]
  ) throws(ArchiveError) -> RawBuffer {
    unsafe layout.framing.isSinglePart(definitions.count + value.count)
      ? try singlePart(definitions, value)
      : try multiPart(definitions, value, end: [ArchiveFraming.endOfRoots], cuts)
  }

  /// The archive of a list of roots whose definitions and bytes are at hand, and where blocks of these end if they have several.
  package func assemble(
    _ definitions: [UInt8], roots: UnsafeRawBufferPointer, _ rootCount: Int, _ cuts: [BlockCut],
    valueCount: ValueCount? = nil
  ) throws(ArchiveError) -> RawBuffer {
    unsafe layout.framing.isSinglePart(definitions.count + roots.count)
      ? try singlePart(definitions, roots, flags: .roots, valueCount: valueCount)
      : try multiPart(
        definitions, before: [], roots, end: [], cuts, rootCount: rootCount,
        valueCount: valueCount)
  }

  private func singlePart(
    _ definitions: [UInt8], _ value: UnsafeRawBufferPointer,
    flags: ArchiveFraming.LeadFlags = [], valueCount: ValueCount? = nil
  ) throws(ArchiveError) -> RawBuffer {
    var sink = ByteSink()
    var packed: [UInt8]?
    let rawByteCount = definitions.count + value.count
    if layout.packing.level != nil {
      var raw = definitions
      unsafe raw.append(contentsOf: value)
      packed = try layout.packed(raw[...])
      if let bytes = packed,
        try unsafe bytes.count
          < sufficientByteCount(
            definitions, [], value, [], hasRootList: flags.contains(.roots), valueCount,
            storedByteCount: bytes.count)
      {
        packed = nil
      }
    }
    try check(valueCount, rawByteCount, storedByteCount: packed?.count ?? rawByteCount)
    if let packed {
      sink.byte(ArchiveFraming.lead | flags.union(.packed).rawValue)
      sink.varint(ArchiveCodec.zlib.packing(rawByteCount: rawByteCount))
      sink.append(packed[...])
    } else {
      sink.byte(ArchiveFraming.lead | flags.rawValue)
      sink.append(definitions[...])
    }
    var buffer = RawBuffer(capacity: sink.count + rawByteCount + 4)
    buffer.append(sink.bytes)
    var checksum = SinglePart.checksum(of: sink.bytes[...])
    if packed == nil {
      unsafe buffer.append(value)
      checksum = unsafe Checksum.crc32(value, seed: checksum)
    }
    var end = ByteSink()
    end.fixed(checksum)
    buffer.append(end.bytes)
    return buffer
  }

  private func multiPart(
    _ definitions: [UInt8], before: [UInt8] = [0x03], _ value: UnsafeRawBufferPointer,
    end: [UInt8], _ cuts: [BlockCut], rootCount: Int = 1, valueCount: ValueCount? = nil
  ) throws(ArchiveError) -> RawBuffer {
    var rows = ByteCursor(definitions)
    var parts = PartWriter(layout, capacity: definitions.count + value.count, cuts: cuts)
    if definitions.count > 1 { try parts.add(definitions: definitions) }
    // By default the list of roots is one without a name.
    try unsafe parts.addScope(
      before: before, value, after: end, cuts: cuts, rowCount: try rows.count(),
      rootCount: rootCount
    ) { storedByteCount throws(ArchiveError) in
      try unsafe sufficientByteCount(
        definitions, before, value, end, hasRootList: true, valueCount,
        storedByteCount: storedByteCount)
    }
    let archive = parts.finish()
    try check(valueCount, definitions.count + value.count, storedByteCount: archive.count)
    return archive
  }

  /// - Parameter valueCount: The values of the content; nil from the direct encoder, whose bytes pay for all values that may share them.
  private func check(
    _ valueCount: ValueCount?, _ rawByteCount: Int, storedByteCount: Int
  ) throws(ArchiveError) {
    try ReadingCost(rawByteCount: rawByteCount, valueCount: valueCount, further: layout.further)
      .check(storedByteCount: storedByteCount, layout.budget)
  }

  /// The bytes that have to be stored for content whose packed bytes are so many.
  private func sufficientByteCount(
    _ definitions: [UInt8], _ before: [UInt8], _ value: UnsafeRawBufferPointer, _ after: [UInt8],
    hasRootList: Bool, _ valueCount: ValueCount?, storedByteCount: Int
  ) throws(ArchiveError) -> Int {
    guard let budget = layout.budget else { return 0 }
    var cost = ReadingCost(
      rawByteCount: definitions.count + before.count + value.count + after.count,
      valueCount: valueCount, further: layout.further)
    return try cost.sufficientByteCount(budget, storedByteCount: storedByteCount) {
      () throws(ArchiveError) in
      var content = definitions + before
      unsafe content.append(contentsOf: value)
      content += after
      var cursor = ByteCursor(content)
      var rows = ArchiveDefinitions()
      try rows.read(&cursor, limits: .trusted)
      return try ContentScanner.valueCount(
        of: content, from: cursor.position, rows, hasRootList: hasRootList)
    }
  }
}

extension ArchiveLayout {
  /// Deflated bytes where packing is on and makes them smaller.
  func packed(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) -> [UInt8]? {
    guard let level = packing.level else { return nil }
    let packed = try Zlib.deflated(bytes, level: level)
    return Zlib.isWorthKeeping(packed.count, rawByteCount: bytes.count) ? packed : nil
  }
}
