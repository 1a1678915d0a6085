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
    let bare = Checksum.crc32(0, bytes[..<end])
    let last = rowCount - (rowCount - Int(bytes[1])) & 0xFF
    /// The checksums that the record has against so many rows, and 256, 512 … less.
    var tried: [UInt32] = []
    for count in stride(from: last, through: 0, by: -256) {
      guard let checksum = checksum(afterRows: count) else { continue }
      let own = Checksum.combined(checksum ^ ArchiveFraming.draftSeed, bare, byteCount: end)
      if own == stored { return try definitions(afterRows: count) }
      tried.append(own)
    }
    let seeds = DraftSeeds(byteCount: end)
    for own in tried {
      if let draft = seeds.draft(of: stored, own: own) {
        throw ArchiveFraming.needsDraft(draft, at: end)
      }
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
