internal import ArchiveCompression
package import ArchiveFormat
package import FoundationArchiveFormat
package import PropertyListFormat

/// Finds, prints and exports the values of documents, whatever kind of file they were read from.
///
/// A document holds the roots that share objects: a scope of an archive, or all of a property list.
package struct DocumentInspector: Sendable {
  /// The documents, by the number of their scope.
  let documents: [ArchivedDocument]
  /// The kind of input that the documents were read from, in the value dump's words.
  private let framing: String
  /// The content of each document, for the sizes of its values; none for values of other files.
  private let scopes: [OpenedScope]
  /// The bytes of text that may be made of the values.
  private let budget: TextBudget
  /// A name that leads to the unnamed root where no root has it.
  let unnamedRootKey: String?

  /// The values of an archive.
  ///
  /// - Parameter limits: Those with which the archive was read, less what reading took.
  init(_ documents: [ArchivedDocument], of archive: OpenedArchive, _ limits: ArchiveLimits) {
    budget = TextBudget(limits)
    self.documents = documents
    framing = archive.isMultiPart ? "multi" : "single"
    scopes = archive.scopes
    unnamedRootKey = nil
  }

  /// The values of a keyed archive of Foundation's, as section 7 of `Spec/foundation-archives.md` says. O(bytes).
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/limitExceeded`` if many references lead to large texts or data.
  package init(
    _ graph: FoundationGraph, limits: ArchiveLimits = .trusted
  ) throws(ArchiveError) {
    self.init(list: try graph.plainDocument(), FoundationGraph.usualRootKey, limits)
  }

  /// The values of a property list that is no keyed archive. O(values).
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/malformedPropertyList`` or ``ArchiveError/Code/limitExceeded``.
  package init(_ list: PropertyList, limits: ArchiveLimits = .trusted) throws(ArchiveError) {
    self.init(list: try list.plainDocument(), nil, limits)
  }

  /// - Parameter unnamedRootKey: The key of the unnamed root in the file, if it has one.
  private init(
    list document: ArchivedDocument, _ unnamedRootKey: String?, _ limits: ArchiveLimits
  ) {
    budget = TextBudget(limits.after(byteCount: document.byteCount))
    self.unnamedRootKey = unnamedRootKey
    documents = [document]
    framing = "propertyList"
    scopes = []
  }

  /// All roots, scope by scope, in order.
  var roots: [ArchiveInspector.Root] {
    documents.enumerated().flatMap { scope, document in
      document.roots.map {
        ArchiveInspector.Root(
          scope: scope, name: $0.name, value: ArchivedValue(document, at: $0.cell))
      }
    }
  }

  /// The value dump of `Spec/value-dump.md`, with characters escaped that a terminal could obey. O(values).
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded`` for more text than the input pays for.
  package func dump() throws(ArchiveError) -> [UInt8] {
    try ValueDump.documents(documents, framing: framing, budget)
  }

  /// One value in the form in which it stands in the value dump.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded``, as ``dump()``.
  package func dump(_ value: ArchivedValue) throws(ArchiveError) -> [UInt8] {
    try ValueDump.value(value, budget)
  }

  /// Hands the lines of a tree of all roots to `write`, each without its line break, then those of
  /// objects that only back references lead to. Labels are steps of a ``ValuePath``. O(values shown).
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded``, behind the lines that the input pays for.
  package func printTree(
    _ style: ValueTree.Style, _ write: (String) -> Void
  ) throws(ArchiveError) {
    var budget = budget
    let sizes = documents.indices.map { self.sizes(ofScope: $0) }
    var names: Set<String.UTF8View.Digest> = []
    for root in roots {
      var tree = ValueTree(style, sizes[root.scope])
      let path = ArchivePath(root.name.isEmpty ? [] : [.root(root.name)])
      // Without a scope, a path leads to the first root of its name.
      let isFirst = names.insert(root.name.utf8.digest).inserted
      try tree.print(
        "\(ValuePath(path, scope: isFirst ? nil : root.scope))", root.value, &budget, write)
    }
    for (scope, document) in documents.enumerated() {
      for cell in document.tail {
        var tree = ValueTree(style, sizes[scope])
        let path = ValuePath(
          scope: scope == 0 ? nil : scope, object: Int(document.cells[cell].detail))
        try tree.print("\(path)", ArchivedValue(document, at: cell), &budget, write)
      }
    }
  }

  /// Hands the lines of a tree of one value to `write`.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded``, as ``printTree(_:_:)``.
  package func printTree(
    of value: ArchivedValue, label: String, _ style: ValueTree.Style, _ write: (String) -> Void
  ) throws(ArchiveError) {
    var budget = budget
    let scope = documents.firstIndex { $0 === value.document }
    var tree = ValueTree(style, scope.flatMap { sizes(ofScope: $0) })
    try tree.print(label, value, &budget, write)
  }

  private func sizes(ofScope scope: Int) -> ValueSizes? {
    scope < scopes.count ? ValueSizes(documents[scope], in: scopes[scope]) : nil
  }

  /// The documents as one JSON text: the unnamed root if it is the only one, else an object with the
  /// roots by name.
  ///
  /// - Throws: ``ArchiveError/Code/invalidValue`` as ``ArchivedValue/json(_:isEscapedForTerminal:)``
  ///   does, and for two roots of one name; ``ArchiveError/Code/limitExceeded`` for more text than the input pays for.
  package func json(
    _ fidelity: JSONFidelity, isEscapedForTerminal: Bool
  ) throws(ArchiveError) -> [UInt8] {
    var printer = JSONPrinter(fidelity, isEscapedForTerminal: isEscapedForTerminal, budget)
    try print(&printer)
    return printer.text.bytes
  }

  /// Hands the JSON text to a function piece by piece, of any length and without keeping the text. Where JSON lacks a value, all is thrown before the
  /// first piece.
  ///
  /// - Throws: As ``json(_:isEscapedForTerminal:)``.
  package func writeJSON(
    _ fidelity: JSONFidelity, isEscapedForTerminal: Bool, to write: @escaping ([UInt8]) -> Void
  ) throws(ArchiveError) {
    var trial = JSONPrinter(fidelity) { _ in }
    try print(&trial)
    var printer = JSONPrinter(fidelity, isEscapedForTerminal: isEscapedForTerminal, write: write)
    try print(&printer)
    printer.finish()
  }

  private func print(_ printer: inout JSONPrinter) throws(ArchiveError) {
    let roots = roots
    if roots.count == 1, let root = roots.first, root.name.isEmpty {
      return try printer.print(root.value)
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
    printer.text.raw(roots.isEmpty ? "{}" : "}")
  }
}
