internal import ArchiveFormat
internal import FoundationArchiveFormat
internal import PropertyListFormat

/// A property list that a command looks into: a keyed archive of Foundation's, or a plain one.
struct InspectedList: Sendable {
  let list: PropertyList
  /// The objects of a keyed archive; nil for a plain property list.
  let graph: FoundationGraph?
  /// Bytes of the file.
  let byteCount: Int
  private let limits: ArchiveLimits

  /// Reads the objects of a keyed archive and checks them; of a plain property list it checks what all values stand on. O(bytes).
  ///
  /// - Throws: ``ArchiveError`` of the property list, and of the archive in it.
  init(_ bytes: [UInt8], isTrusted: Bool) throws(ArchiveError) {
    byteCount = bytes.count
    limits = isTrusted ? .trusted : ArchiveLimits.untrusted.forInput(byteCount: bytes.count)
    list = try PropertyList(bytes, limits: PropertyListLimits(isTrusted: isTrusted))
    do throws(ArchiveError) {
      graph = try FoundationGraph(list)
    } catch {
      guard error.code == .notKeyedArchive else { throw error }
      graph = nil
    }
  }

  /// Everything that is wrong with it, up to a number of findings, and notes on what is odd. O(bytes).
  func findings(atMost maximumCount: Int) -> [ArchiveError] {
    do throws(ArchiveError) {
      if let graph { return try graph.findings(atMost: maximumCount) }
      // Each value is read.
      _ = try values()
      guard let lack = try FoundationGraph.lack(of: list) else { return [] }
      return [
        ArchiveError(
          .notKeyedArchive, "the property list names an archiver, and is no keyed archive: \(lack)",
          byteOffset: list.byteOffset(of: list.root))
      ]
    } catch {
      return [error]
    }
  }

  /// Its values.
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/limitExceeded`` or ``ArchiveError/Code/malformedPropertyList``.
  func values() throws(ArchiveError) -> DocumentInspector {
    if let graph { return try DocumentInspector(graph, limits: limits) }
    return try DocumentInspector(list, limits: limits)
  }
}
