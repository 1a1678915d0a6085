package import ArchiveFormat

/// Counts what the scopes of an archive hold while they are read, without a list of values.
package struct ArchiveCensus: Sendable {
  /// Roots by scope.
  package private(set) var rootCounts: [Int] = []
  package private(set) var objectCount = 0
  /// Values of every kind, those in packed rows included.
  package private(set) var valueCount = 0

  /// Limits what reading further scopes costs. A list of the values so far counts as if one was made, so that all scopes share what the input pays for.
  package private(set) var limits: ArchiveLimits

  package init(_ limits: ArchiveLimits) { self.limits = limits }

  /// Reads a scope, checks all of it, and tells observers of its values. O(bytes) time.
  package mutating func add(
    _ scope: OpenedScope, _ observers: [any ScanObserver] = []
  ) throws(ArchiveError) {
    let values = ValueCounter()
    var scanner = ContentScanner(
      scope.content, from: scope.start, definitions: scope.definitions,
      fieldTable: scope.outline.fieldTable, limits: limits)
    do {
      let counts = try scanner.survey(hasRootList: scope.hasRootList, [values] + observers)
      rootCounts.append(counts.rootCount)
      objectCount += counts.objectCount
      valueCount += values.count
      limits = limits.after(byteCount: counts.listByteCount, valueCount: counts.cellCount)
    } catch {
      throw scope.map.located(error)
    }
  }

  /// Reads all scopes and adds up their types.
  package static func types(
    of archive: OpenedArchive, _ limits: ArchiveLimits
  ) throws(ArchiveError) -> (census: ArchiveCensus, types: [TypeUsage]) {
    var (census, tally) = (ArchiveCensus(limits), TypeTally())
    for scope in archive.scopes {
      let sizes = StateObserver(ScopeTypeSizes(scope))
      let places = StateObserver(TypePlaces())
      try census.add(scope, [sizes, places])
      tally.add(sizes.state, places.state, scope)
    }
    if let error = archive.rootCountErrors(census.rootCounts).first { throw error }
    return (census, tally.sorted)
  }
}
