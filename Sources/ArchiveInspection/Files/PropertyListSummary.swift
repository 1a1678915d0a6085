internal import ArchiveFormat
internal import FoundationArchiveFormat
internal import PropertyListFormat

/// A property list in numbers: a keyed archive of Foundation's, or a plain one.
package struct PropertyListSummary: Sendable, CustomStringConvertible {
  /// The objects of a keyed archive.
  struct Graph: Sendable {
    var archiver: String
    /// The keys of the roots, in file order.
    var roots: [String]
    /// The objects and values that the roots lead to.
    var reachedCount: Int
    /// Entries of `$objects`, without that for nil.
    var entryCount: Int
    var classCount: Int
  }

  /// True for the binary form, false for XML.
  let isBinary: Bool
  /// Bytes of the file.
  let byteCount: Int
  /// Objects of a binary file, or elements of an XML file.
  let nodeCount: Int
  /// The objects; nil for a plain property list.
  let graph: Graph?
  /// The reason why a plain property list that names an archiver is no keyed archive; nil for others.
  let lack: String?

  init(_ list: InspectedList) throws(ArchiveError) {
    isBinary = list.list.form == .binary
    byteCount = list.byteCount
    nodeCount = list.list.nodeCount
    lack = try FoundationGraph.lack(of: list.list)
    guard let graph = list.graph else {
      self.graph = nil
      return
    }
    self.graph = Graph(
      archiver: graph.list.string(graph.archiver),
      roots: graph.roots.map { graph.list.string($0.key) }, reachedCount: graph.objects.count,
      entryCount: graph.entryCount - 1, classCount: try graph.classUsages().count)
  }

  /// The form of the bytes in a word.
  var form: String { isBinary ? "binary" : "xml" }

  /// Everything in one line, which is safe to print.
  package var description: String {
    let form = isBinary ? "binary property list" : "XML property list"
    let size = byteCount.counted("byte")
    guard let graph else {
      let lack = lack.map { " (no keyed archive: \($0))" } ?? ""
      let parts = nodeCount.counted(isBinary ? "object" : "element")
      return "plain \(form)\(lack), \(parts), \(size)"
    }
    let keys = graph.roots.prefix(Self.maximumRootCount).map { TerminalText.quotedIfNeeded($0) }
    let more = graph.roots.count > keys.count ? ", …" : ""
    let roots = graph.roots.isEmpty ? "" : " (\(keys.joined(separator: ", "))\(more))"
    return [
      "keyed archive of \(TerminalText.escaped(graph.archiver)), version 100000", form,
      graph.roots.count.counted("root") + roots,
      graph.reachedCount.counted("object"), graph.classCount.counted("class", "classes"),
      "\(graph.entryCount.counted("entry", "entries")) of $objects", size,
    ].joined(separator: ", ")
  }

  /// Keys of roots that a line shows.
  private static var maximumRootCount: Int { 10 }
}
