package import ArchiveFormat

/// A scope whose bytes are verified and inflated, not yet scanned.
package struct OpenedScope: Sendable {
  /// All raw content that belongs to the scope.
  package var content: [UInt8]
  /// Where in `content` the roots begin.
  package var start: Int
  /// Whether a list of roots stands there, or one unnamed value.
  package var hasRootList: Bool
  package var definitions: ArchiveDefinitions
  package var outline: DefinitionOutline
  package var map: OffsetMap

  /// The values, checked. O(bytes) time, and memory by ``ArchiveLimits``.
  package func scan(_ limits: ArchiveLimits) throws(ArchiveError) -> ArchivedDocument {
    var count = 0
    return try scan(limits, counting: &count)
  }

  /// The values, checked.
  ///
  /// - Parameter count: The values that were read are added, also where they are in error.
  package func scan(
    _ limits: ArchiveLimits, counting count: inout Int
  ) throws(ArchiveError) -> ArchivedDocument {
    var scanner = ContentScanner(
      content, from: start, definitions: definitions, fieldTable: outline.fieldTable,
      limits: limits)
    defer { count += scanner.readCellCount }
    do {
      return hasRootList ? try scanner.scanRoots() : try scanner.scanValue()
    } catch {
      throw map.located(error)
    }
  }

  /// Checks the values. O(bytes) time; memory does not grow with them.
  ///
  /// - Parameter passer: Passes over long values.
  /// - Returns: The roots, with the places of their bytes; nil if there are edges, whose objects stand anywhere.
  package func check(
    _ limits: ArchiveLimits, _ passer: any ValuePasser
  ) throws(ArchiveError) -> [ArchivedRoot]? {
    var scanner = ContentScanner(
      content, from: start, definitions: definitions, fieldTable: outline.fieldTable,
      limits: limits)
    scanner.passer = passer
    do {
      _ = try scanner.survey(hasRootList: hasRootList, [])
    } catch {
      throw map.located(error)
    }
    return scanner.hasEdges ? nil : scanner.roots
  }

  /// Of the scope's blocks that have a state, those whose state is not true (rule M9), by their numbers. O(bytes) time.
  package func untrueStates(
    _ blocks: [BlockDetail], _ limits: ArchiveLimits
  ) throws(ArchiveError) -> [Int] {
    var limits = limits
    // A row of numbers is no level but where it is read one by one, and holds no further ones.
    limits.maximumDepth = min(limits.maximumDepth, .max - 1) + 1
    var scanner = ContentScanner(
      content, from: start, definitions: definitions, fieldTable: outline.fieldTable,
      limits: limits)
    do {
      return try scanner.untrueStates(
        blocks.map { ContentScanner.StatedBlock(offset: $0.rawOffset, state: $0.state) })
    } catch {
      throw map.located(error)
    }
  }
}

/// A part of an opened multi-part archive, for showing.
package struct OpenedPart: Sendable {
  package var header: PartHeader
  package var detail: BlockDetail?
  package var endMark: EndMark?
}

/// An archive whose framing was read and whose checksums hold.
package struct OpenedArchive: Sendable {
  package var isMultiPart = false
  package var readVersion: UInt64 = 1
  package var writeVersion: UInt64 = 1
  package var optionalFeatures: UInt64 = 0
  package var scopes: [OpenedScope] = []
  /// True if damage that was gathered left scopes out.
  package var lacksScopes = false
  package var parts: [OpenedPart] = []
  package var endMark: EndMark?
  package var rawByteCount = 0
  package var storedByteCount = 0
  package var isPacked = false
  /// How many rows of a dictionary the definitions are; nil for a self-contained archive.
  package var dictionaryRowCount: Int?

  /// What is wrong with the end marks' counts of roots (Spec, rule M5), if each scope has so many.
  package func rootCountErrors(_ rootCounts: [Int]) -> [ArchiveError] {
    // How many roots the first scopes have, so that many end marks do not add up all scopes each.
    var sums = [0]
    for rootCount in rootCounts { sums.append(sums[sums.count - 1] + rootCount) }
    return parts.compactMap { part in
      guard let mark = part.endMark else { return nil }
      let rootCount = sums[min(mark.scopeCount, sums.count - 1)]
      if mark.rootCount == rootCount { return nil }
      return ArchiveError(
        .malformed, "an end mark counts \(mark.rootCount) roots, there are \(rootCount)",
        byteOffset: part.header.storedOffset + 24)
    }
  }
}
