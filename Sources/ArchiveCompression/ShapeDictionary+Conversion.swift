public import ArchiveFormat

/// Records that move between homes.
extension ShapeDictionary {
  /// The self-contained archive of a record that was written against this dictionary.
  ///
  /// It holds the same values: fields that the record's shapes have and the record lacks are absent,
  /// and a record that was stored as a map is one still. It is in canonical form as far as the
  /// record's sets and maps are, and needs no type of the user. If the record's shapes were made for
  /// it alone, these are the bytes that encoding the value without a dictionary gives.
  ///
  /// An archive that is self-contained already is written anew.
  ///
  /// - Parameters:
  ///   - record: The record, an archive with one unnamed root.
  ///   - layout: The layout of the result.
  ///   - limits: What reading it may cost.
  /// - Throws: ``ArchiveError`` as for reading it; ``ArchiveError/Code/invalidValue`` for other roots
  ///   than one unnamed one; ``ArchiveError/Code/ambiguousTypeName`` for a record that holds two
  ///   types of one name.
  public func selfContained(
    _ record: [UInt8], as layout: ArchiveLayout = ArchiveLayout(),
    limits: ArchiveLimits = .untrusted
  ) throws(ArchiveError) -> [UInt8] {
    let tape = try tape(ofArchive: record, onto: ArchiveTape(), limits)
    guard tape.hasDistinctTypeNames else {
      throw ArchiveError(.ambiguousTypeName, "the record holds two types of one name")
    }
    return try ArchiveAssembler(layout).assemble(tape, maximumDepth: limits.maximumDepth)
  }

  /// The value of a self-contained archive as a record against this dictionary.
  ///
  /// It holds the same values. With ``selfContained(_:as:limits:)`` it takes a record from one home
  /// to another.
  ///
  /// - Parameters:
  ///   - archive: An archive with one unnamed root.
  ///   - packing: Whether and how the record is compressed.
  ///   - limits: What reading the archive may cost.
  /// - Throws: ``ArchiveError`` as for reading it, and ``ArchiveError/Code/invalidValue`` for other
  ///   roots than one unnamed one.
  public func encoding(
    of archive: [UInt8], packing: BlockPacking = .none, limits: ArchiveLimits = .untrusted
  ) throws(ArchiveError) -> DictionaryEncoding {
    let tape = try tape(ofArchive: archive, onto: tape, limits)
    let layout = ArchiveLayout(framing: .singlePart, packing: packing)
    return try ArchiveAssembler(layout).assemble(
      tape, against: self, maximumDepth: limits.maximumDepth)
  }

  /// The one unnamed root of an archive, on a tape without values.
  private func tape(
    ofArchive bytes: [UInt8], onto tape: ArchiveTape, _ limits: ArchiveLimits
  ) throws(ArchiveError) -> ArchiveTape {
    let limits = limits.forInput(byteCount: bytes.count)
    var opener = ArchiveOpener(bytes, limits: limits, dictionary: self)
    let archive = try opener.open()
    guard archive.scopes.count == 1, let document = try archive.scopes.first?.scan(limits),
      document.roots.count == 1, let root = document.roots.first, root.name.isEmpty
    else {
      throw ArchiveError(.invalidValue, "the archive has other roots than one unnamed one")
    }
    var copy = TapeCopy(from: document, onto: tape)
    copy.append(ArchivedValue(document, at: root.cell))
    copy.appendTail()
    return copy.tape
  }
}
