package import struct ArchiveFormat.ArchiveError
package import struct ArchiveFormat.ArchiveLimits

/// Encodes any `Encodable` value through a tape of cells: the general way of this package, as it was when this copy was
/// taken.
///
/// ```swift
/// let bytes = try ReferenceEncoder().encode(value)
/// ```
package struct ReferenceEncoder: Sendable {
  /// The framing of archives.
  package enum Framing: Sendable {
    /// Single-part up to 65,536 raw bytes, multi-part beyond.
    case automatic
    case singlePart, multiPart
  }

  package var framing: Framing
  /// Names and versions of types, as their caller knows them.
  package var names: ReferenceNames
  /// The `userInfo` that `encode(to:)` finds in its encoder.
  package var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The greatest nesting of containers.
  package var maximumDepth = 512

  package init(framing: Framing = .automatic, names: ReferenceNames = ReferenceNames()) {
    (self.framing, self.names) = (framing, names)
  }

  /// The archive of a value, with it as the one unnamed root.
  package func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
    try encode(roots: [("", value)])
  }

  /// The archive of several roots, which share their objects.
  package func encode(roots: [(name: String, value: any Encodable)]) throws -> [UInt8] {
    let tape = try tape(ofRoots: roots, ArchiveTape())
    return try assemble(tape)
  }

  /// A value as a record against the rows of a shape dictionary, and the rows that these lack.
  package func encode<Value: Encodable>(
    _ value: Value, against rows: [UInt8]
  ) throws -> (bytes: [UInt8], additions: [UInt8]) {
    let earlier = try EarlierRows(rows)
    var tape = try tape(ofRoots: [("", value)], earlier.tape)
    let matcher = try ShapeMatcher.matched(&tape, after: earlier, maximumDepth: maximumDepth)
    var writer = ContentWriter(matcher, tape)
    let additions = writer.newRows
    let content = [ArchiveFraming.noDefinitions] + writer.value(at: 0) + writer.tail()
    let record = FramingWriter.singlePart(
      content, flags: .dictionary,
      prefix: [UInt8(truncatingIfNeeded: earlier.rowCount + additions.count)],
      seed: Checksum.crc32(0, (rows + additions.bytes)[...]))
    return (record, additions.bytes)
  }

  private func tape(
    ofRoots roots: [(name: String, value: any Encodable)], _ tape: ArchiveTape
  ) throws -> ArchiveTape {
    let session = EncodingSession(self, tape)
    defer { session.end() }
    var lists: [(name: String, list: CellList)] = []
    for root in roots { lists.append((root.name, try session.list(ofRoot: root.value))) }
    return try session.tape(ofRoots: lists)
  }

  private func assemble(_ tape: ArchiveTape) throws -> [UInt8] {
    var tape = tape
    let matcher = try ShapeMatcher.matched(
      &tape, after: EarlierRows(), maximumDepth: maximumDepth)
    var writer = ContentWriter(matcher, tape)
    let rows = writer.newRows
    guard rows.count <= ArchiveLimits.untrusted.maximumDefinitionCount else {
      throw ArchiveError(.limitExceeded, "more types and shapes than readers take")
    }
    let definitions = rows.countedBytes
    if tape.roots.count > 1 || tape.roots[0].name != "" {
      let content = writer.roots()
      return isSinglePart(definitions.count + content.count)
        ? FramingWriter.singlePart(definitions + content, flags: .roots)
        : FramingWriter.multiPart(rows, content, writer.cuts, rootCount: tape.roots.count)
    }
    let value = writer.value(at: 0)
    let end = writer.endOfRoots()
    if isSinglePart(definitions.count + value.count + end.count - 1) {
      return FramingWriter.singlePart(definitions + value + end.dropFirst(), flags: [])
    }
    // The list of roots is one without a name.
    let cuts = writer.cuts.map { cut in
      BlockCut(position: cut.position + 1, nextObject: cut.nextObject, state: cut.state)
    }
    return FramingWriter.multiPart(rows, [0x03] + value + end, cuts, rootCount: 1)
  }

  private func isSinglePart(_ byteCount: Int) -> Bool {
    switch framing {
    case .automatic: byteCount <= ArchiveFraming.singlePartByteCount
    case .singlePart: true
    case .multiPart: false
    }
  }
}
