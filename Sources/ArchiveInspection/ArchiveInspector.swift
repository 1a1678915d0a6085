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
/// String(decoding: inspector.dump(), as: UTF8.self)
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
    var limits = limits.forInput(byteCount: bytes.count)
    var opener = ArchiveOpener(bytes, limits: limits, dictionary: dictionary)
    archive = try opener.open()
    limits = limits.after(byteCount: opener.inflatedByteCount)
    var documents: [ArchivedDocument] = []
    for scope in archive.scopes {
      let document = try scope.scan(limits)
      limits = limits.after(byteCount: document.byteCount, valueCount: document.cells.count)
      documents.append(document)
    }
    if let error = archive.rootCountErrors(documents.map(\.roots.count)).first { throw error }
    self.documents = documents
  }

  init(archive: OpenedArchive, documents: [ArchivedDocument]) {
    self.archive = archive
    self.documents = documents
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
  public var roots: [Root] {
    documents.enumerated().flatMap { scope, document in
      document.roots.map {
        Root(scope: scope, name: $0.name, value: ArchivedValue(document, at: $0.cell))
      }
    }
  }

  /// The value dump of `Spec/value-dump.md`: everything the archive holds, as one line of JSON.
  ///
  /// Characters that a terminal could obey are escaped, so that it can be printed. O(values).
  public func dump() -> [UInt8] {
    ValueDump.archive(isMultiPart: archive.isMultiPart, documents)
  }

  /// One value in the form in which it stands in the value dump.
  public static func dump(_ value: ArchivedValue) -> [UInt8] { ValueDump.value(value) }

  /// Hands the lines of a tree of all roots to `write`, each without its line break, then those of
  /// objects that only back references lead to. Labels are steps of a ``ValuePath``. O(values shown).
  public func printTree(
    _ style: ValueTree.Style = ValueTree.Style(), _ write: (String) -> Void
  ) {
    let sizes = documents.indices.map { ValueSizes(documents[$0], in: archive.scopes[$0]) }
    var names: Set<String.UTF8View.Digest> = []
    for root in roots {
      var tree = ValueTree(style, sizes[root.scope])
      let path = ArchivePath(root.name.isEmpty ? [] : [.root(root.name)])
      // Without a scope, a path leads to the first root of its name.
      let isFirst = names.insert(root.name.utf8.digest).inserted
      tree.print("\(ValuePath(path, scope: isFirst ? nil : root.scope))", root.value, write)
    }
    for (scope, document) in documents.enumerated() {
      for cell in document.tail {
        var tree = ValueTree(style, sizes[scope])
        let path = ValuePath(
          scope: scope == 0 ? nil : scope, object: Int(document.cells[cell].detail))
        tree.print("\(path)", ArchivedValue(document, at: cell), write)
      }
    }
  }

  /// Hands the lines of a tree of one value to `write`.
  public func printTree(
    of value: ArchivedValue, label: String, _ style: ValueTree.Style = ValueTree.Style(),
    _ write: (String) -> Void
  ) {
    let scope = documents.firstIndex { $0 === value.document }
    let sizes = scope.map { ValueSizes(documents[$0], in: archive.scopes[$0]) }
    var tree = ValueTree(style, sizes)
    tree.print(label, value, write)
  }

  /// The archive as one JSON text: the unnamed root if it is the only one, else an object with the
  /// roots by name.
  ///
  /// - Throws: ``ArchiveError/Code/invalidValue`` as ``ArchivedValue/json(_:isEscapedForTerminal:)``
  ///   does, and for two roots of one name.
  public func json(
    _ fidelity: JSONFidelity = .exact, isEscapedForTerminal: Bool = false
  ) throws(ArchiveError) -> [UInt8] {
    let roots = roots
    var printer = JSONPrinter(fidelity, isEscapedForTerminal: isEscapedForTerminal)
    if roots.count == 1, let root = roots.first, root.name.isEmpty {
      try printer.print(root.value)
      return printer.text.bytes
    }
    var seen: Set<String.UTF8View.Digest> = []
    var scope = 0
    for root in roots {
      guard seen.insert(root.name.utf8.digest).inserted else {
        throw ArchiveError(
          .invalidValue, "two scopes have roots of one name", path: ArchivePath([.root(root.name)]))
      }
      if root.scope != scope { printer.beginScope() }
      scope = root.scope
      printer.text.raw(seen.count == 1 ? "{" : ",")
      printer.text.string(root.name)
      printer.text.raw(":")
      do {
        try printer.print(root.value)
      } catch {
        var error = error
        error.path.steps.insert(.root(root.name), at: 0)
        throw error
      }
    }
    printer.text.raw("}")
    return printer.text.bytes
  }
}
