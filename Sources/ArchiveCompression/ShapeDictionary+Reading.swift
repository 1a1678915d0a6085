internal import ArchiveFormat

/// The definitions of a record that was written against a dictionary.
struct RecordDefinitions {
  var definitions: ArchiveDefinitions
  var outline: DefinitionOutline
  /// How many rows of the dictionary the record was written against.
  var rowCount: Int
}

extension ShapeDictionary {
  /// The definitions after those rows that a record was written against (rules H1 and H3).
  ///
  /// The record names their number modulo 256, and its checksum is seeded with theirs. The bytes are
  /// gone over once, so that trying all numbers costs O(bytes + rows / 256).
  ///
  /// - Parameters:
  ///   - bytes: The whole record.
  ///   - end: Where its checksum begins.
  func definitions(
    ofRecord bytes: [UInt8], end: Int
  ) throws(ArchiveError) -> RecordDefinitions {
    var tail = ByteCursor(bytes, from: end)
    let stored = try tail.fixed(UInt32.self)
    let own = Checksum.crc32(0, bytes[..<end])
    var count = rowCount - (rowCount - Int(bytes[1])) & 0xFF
    while count >= 0 {
      if let seed = checksum(afterRows: count),
        let draft = Checksum.draft(
          stored ^ Checksum.combined(seed, own, byteCount: end), byteCount: end)
      {
        guard draft == ArchiveFraming.draft else { throw ArchiveFraming.needsDraft(draft, at: end) }
        return try definitions(afterRows: count)
      }
      count -= 256
    }
    throw ArchiveError(
      .wrongDictionary,
      "no rows of this dictionary are those that the record was written against, or the record "
        + "was changed", byteOffset: end)
  }

  private func definitions(afterRows count: Int) throws(ArchiveError) -> RecordDefinitions {
    guard history.isComplete(afterRows: count) else {
      throw ArchiveError(
        .malformed, "the first \(count) rows of the dictionary name shapes or types of later ones",
        byteOffset: 1)
    }
    let definitions = history.definitions(afterRows: count)
    return RecordDefinitions(
      definitions: definitions,
      outline: count == rowCount ? history.outline : DefinitionOutline(definitions), rowCount: count
    )
  }
}
