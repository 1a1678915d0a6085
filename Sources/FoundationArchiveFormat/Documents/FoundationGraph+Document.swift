public import ArchiveFormat
package import PropertyListFormat

extension FoundationGraph {
  /// The value of a root as one of our own archives has it; nil if there is no such root. O(bytes).
  ///
  /// Values of Foundation's classes are native ones; objects of other classes are records under the name of their class. Objects keep their
  /// identity, and cycles are closed by back references. `Spec/foundation-archives.md` defines the labels for what only Foundation's archives have.
  ///
  /// - Parameter key: The key of the root.
  /// - Throws: ``ArchiveError`` for a graph beyond the limits that it was read with.
  public func archivedValue(ofRoot key: String = "root") throws(ArchiveError) -> ArchivedValue? {
    let document = try archivedDocument()
    let name = DocumentRoots.name(ofKey: Array(key.utf8))
    return document.roots.first { $0.name.hasSameBytes(as: name) }
      .map { ArchivedValue(document, at: $0.cell) }
  }

  /// All roots as a document of our own, from which ``bytes(ofDocument:_:limits:)`` makes an archive with the same dump. O(bytes).
  ///
  /// The root `root` has no name, others have their key; a root `$archiver` says the name of an unusual archiver.
  package func archivedDocument() throws(ArchiveError) -> ArchivedDocument {
    ArchivedDocument(try archiveTape())
  }

  /// The tape of ``archivedDocument()``, for writing it.
  package func archiveTape() throws(ArchiveError) -> ArchiveTape {
    var maker = try DocumentMaker(self)
    try maker.make()
    return maker.tape
  }
}

extension FoundationGraph {
  /// The bytes of a keyed archive with the roots of a document.
  ///
  /// A document that ``archivedDocument()`` made gives an archive with the same dump. In any other, arrays, sets, maps and records become
  /// `NSArray`, `NSSet` and `NSDictionary`, and objects have their class, with `NSObject` as the last of its superclasses.
  ///
  /// - Parameters:
  ///   - document: One scope of an archive.
  ///   - form: The form of the property list.
  ///   - limits: The most values, and containers in each other, that the archive may have.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` and a path for labels that contradict each other and for values that
  ///   have no form in a keyed archive or in XML, ``ArchiveError/Code/duplicateKey``, ``ArchiveError/Code/limitExceeded``.
  package static func bytes(
    ofDocument document: ArchivedDocument, _ form: PropertyList.Form = .binary,
    limits: PropertyListLimits = PropertyListLimits()
  ) throws(ArchiveError) -> [UInt8] {
    var archiver = DocumentArchiver(document, form, limits)
    return try archiver.write()
  }
}
