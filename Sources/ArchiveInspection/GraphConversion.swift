internal import ArchiveCompression
package import ArchiveFormat
internal import FoundationArchiveFormat
internal import PropertyListFormat

/// Converts between the archives that `NSKeyedArchiver` writes, in both forms, and archives of this package.
///
/// Each way and back gives an archive with the same canonical dump. `Spec/foundation-archives.md` says what becomes what.
package struct GraphConversion {
  /// The form that is written.
  package enum Form: String, CaseIterable, Sendable {
    /// A binary property list.
    case binary
    /// An XML property list.
    case xml
    /// An archive of this package.
    case karc
  }

  private let graphLimits: PropertyListLimits
  private let limits: ArchiveLimits
  private let isTrusted: Bool

  /// - Parameter isTrusted: True to lift the limits on sizes and counts.
  package init(isTrusted: Bool) {
    self.isTrusted = isTrusted
    graphLimits = PropertyListLimits(isTrusted: isTrusted)
    limits = isTrusted ? .trusted : .untrusted
  }

  /// Returns true for bytes that begin as an archive of this package does.
  package static func isArchive(_ bytes: [UInt8]) -> Bool {
    (try? ArchiveOpener.check(beginning: bytes)) != nil
  }

  /// The bytes in another form.
  ///
  /// - Parameters:
  ///   - bytes: A keyed archive, or an archive of this package.
  ///   - form: What is written. An archive of this package becomes a property list.
  ///   - dictionary: What the archive was written against, if it is not self-contained.
  /// - Throws: ``ArchiveError``: what reading throws; ``ArchiveError/Code/invalidValue`` with a path for what the form cannot hold.
  package func converted(
    _ bytes: [UInt8], to form: Form, dictionary: ShapeDictionary? = nil
  ) throws(ArchiveError) -> [UInt8] {
    guard Self.isArchive(bytes) else {
      let graph = try FoundationGraph(bytes, limits: graphLimits)
      switch form {
      case .binary: return try graph.bytes(.binary)
      case .xml: return try graph.bytes(.xml)
      case .karc: return try archive(graph)
      }
    }
    let inspector = try ArchiveInspector(bytes, limits: limits, dictionary: dictionary)
    guard let document = inspector.documents.first, inspector.documents.count == 1 else {
      throw ArchiveError(.invalidValue, "an archive of several scopes is no keyed archive")
    }
    guard form != .karc else {
      throw ArchiveError(.invalidValue, "this is an archive of this package already")
    }
    return try FoundationGraph.bytes(
      ofDocument: document, form == .xml ? .xml : .binary, limits: graphLimits)
  }

  private func archive(_ graph: FoundationGraph) throws(ArchiveError) -> [UInt8] {
    var layout = ArchiveLayout()
    if isTrusted { layout.budget = nil }
    return try ArchiveAssembler(layout).assemble(
      try graph.archiveTape(), maximumDepth: limits.maximumDepth)
  }
}
