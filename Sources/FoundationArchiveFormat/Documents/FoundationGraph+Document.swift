public import ArchiveFormat
public import PropertyListFormat

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

  /// The bytes of a keyed archive with a value of an archive of ours as its root `root`.
  ///
  /// A value that ``archivedValue(ofRoot:)`` made gives the same root again. Of any other, arrays, sets, maps and records become `NSArray`, `NSSet` and
  /// `NSDictionary`, and objects have their class, with `NSObject` as the last of its superclasses.
  ///
  /// - Parameters:
  ///   - value: The value. Objects outside of it that it refers to come along.
  ///   - form: The form of the property list.
  ///   - limits: The most values, and containers in each other, that the archive may have.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/invalidValue`` and a path for labels that contradict each other and for values that
  ///   have no form in a keyed archive or in XML, ``ArchiveError/Code/duplicateKey``, ``ArchiveError/Code/limitExceeded``.
  public static func bytes(
    of value: ArchivedValue, _ form: PropertyList.Form = .binary,
    limits: PropertyListLimits = PropertyListLimits()
  ) throws(ArchiveError) -> [UInt8] {
    try bytes(ofDocument: ArchivedDocument(TapeCopy.tape(of: value)), form, limits: limits)
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
  /// The bytes of a keyed archive with the roots of a document, as ``bytes(of:_:limits:)``. What ``archivedDocument()`` made gives the same dump again.
  package static func bytes(
    ofDocument document: ArchivedDocument, _ form: PropertyList.Form = .binary,
    limits: PropertyListLimits = PropertyListLimits()
  ) throws(ArchiveError) -> [UInt8] {
    var archiver = DocumentArchiver(document, form, limits)
    return try archiver.write()
  }
}
