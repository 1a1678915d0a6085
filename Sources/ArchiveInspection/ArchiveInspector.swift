@_exported public import ArchiveCompression
@_exported public import ArchiveFormat

/// Shows what is in an archive, any archive, without the types that wrote it.
///
/// An archive says itself what it holds: keys, type names and structure stand in it. So everything
/// here works on bytes alone, and no name in a file chooses code:
///
/// ```swift
/// let inspector = try ArchiveInspector(bytes)
/// inspector.summary.objectCount
/// try inspector.value(at: ArchivePath(parsing: "users[3].name")).stringValue
/// String(decoding: try inspector.dump(), as: UTF8.self)
/// ```
///
/// Opening verifies every checksum and every rule of `Spec/archive-format.md`, within limits, before
/// anything is shown. For what is damaged there is ``ArchiveVerification``, which goes on where it can
/// and lists everything that is wrong. ``ArchivedValue/init(json:maximumDepth:)`` and
/// ``ArchivedValue/json(_:isEscapedForTerminal:)`` lead from JSON and to it.
///
/// Values live in flat lists; nothing here recurses, whatever the nesting, and memory is about
/// 48 bytes a value.
public struct ArchiveInspector: Sendable {
  package let archive: OpenedArchive
  package let documents: [ArchivedDocument]
  /// The limits less what reading took.
  private let limits: ArchiveLimits

  /// Opens an archive and checks all of it. O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: What reading it may cost.
  ///   - dictionary: What the archive was written against, if it is not self-contained.
  /// - Throws: ``ArchiveError`` with a byte offset for the first thing that is wrong.
  public init(
    _ bytes: [UInt8], limits: ArchiveLimits = .untrusted, dictionary: ShapeDictionary? = nil
  ) throws(ArchiveError) {
    let limits = limits.forInput(byteCount: bytes.count)
    var opener = ArchiveOpener(bytes, limits: limits, dictionary: dictionary)
    let archive = try opener.open()
    try self.init(archive, limits.after(byteCount: opener.inflatedByteCount))
  }

  /// An archive that was opened.
  ///
  /// - Parameter limits: Those with which it was opened, less what that took.
  init(_ archive: OpenedArchive, _ limits: ArchiveLimits) throws(ArchiveError) {
    var limits = limits
    var documents: [ArchivedDocument] = []
    for scope in archive.scopes {
      let document = try scope.scan(limits)
      limits = limits.after(byteCount: document.byteCount, valueCount: document.cells.count)
      documents.append(document)
    }
    if let error = archive.rootCountErrors(documents.map(\.roots.count)).first { throw error }
    self.archive = archive
    self.documents = documents
    self.limits = limits
  }

  /// A root with the scope it belongs to.
  public struct Root: Sendable {
    /// The scope's number, from 0. Roots of one scope share objects.
    public var scope: Int
    /// The name, empty for the unnamed root.
    public var name: String
    /// The value.
    public var value: ArchivedValue
  }

  /// All roots, scope by scope, in order.
  public var roots: [Root] { values.roots }

  /// The values of all scopes.
  package var values: DocumentInspector { DocumentInspector(documents, of: archive, limits) }

  /// The value dump of `Spec/value-dump.md`: everything the archive holds, as one line of JSON.
  ///
  /// Characters that a terminal could obey are escaped, so that it can be printed. O(values).
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded`` for more text than the archive pays for.
  public func dump() throws(ArchiveError) -> [UInt8] { try values.dump() }

  /// One value in the form in which it stands in the value dump, however long that is.
  public static func dump(_ value: ArchivedValue) -> [UInt8] { ValueDump.value(value) }

  /// The value at a path.
  ///
  /// A path leads through objects, references, typed values and extensions to what is inside. A
  /// position in a map means its entry. Where no root is unnamed, a path that begins with a
  /// key names a root by it. O(steps × children), and O(keys) more for a key that is missing.
  ///
  /// - Throws: ``ArchiveError/Code/keyNotFound`` with the path as far as it went, the message naming
  ///   the keys that come nearest.
  public func value(at path: ArchivePath) throws(ArchiveError) -> ArchivedValue {
    try values.value(at: ValuePath(path))
  }

  /// The value at a path that may name a scope or an object.
  ///
  /// - Throws: As ``value(at:)-(ArchivePath)``, also for a scope or an object that is not there.
  public func value(at path: ValuePath) throws(ArchiveError) -> ArchivedValue {
    try values.value(at: path)
  }

  /// Hands the lines of a tree of all roots to `write`, each without its line break, then those of
  /// objects that only back references lead to. Labels are steps of a ``ValuePath``. O(values shown).
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded``, behind the lines that the archive pays for.
  public func printTree(
    _ style: ValueTree.Style = ValueTree.Style(), _ write: (String) -> Void
  ) throws(ArchiveError) {
    try values.printTree(style, write)
  }

  /// Hands the lines of a tree of one value to `write`.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded``, as ``printTree(_:_:)``.
  public func printTree(
    of value: ArchivedValue, label: String, _ style: ValueTree.Style = ValueTree.Style(),
    _ write: (String) -> Void
  ) throws(ArchiveError) {
    try values.printTree(of: value, label: label, style, write)
  }

  /// The archive as one JSON text: the unnamed root if it is the only one, else an object with the
  /// roots by name.
  ///
  /// - Throws: ``ArchiveError/Code/invalidValue`` as ``ArchivedValue/json(_:isEscapedForTerminal:)``
  ///   does, and for two roots of one name.
  public func json(
    _ fidelity: JSONFidelity = .exact, isEscapedForTerminal: Bool = false
  ) throws(ArchiveError) -> [UInt8] {
    try values.json(fidelity, isEscapedForTerminal: isEscapedForTerminal)
  }
}
