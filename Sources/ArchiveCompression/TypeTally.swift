internal import ArchiveFormat

/// Adds up what the values of each type cost, in all scopes.
struct TypeTally {
  private var usages: [ArchivedTypeRow: TypeUsage] = [:]

  /// The types, those that cost the most bytes of their own first; of equals, by name and version.
  var sorted: [TypeUsage] {
    usages.values.sorted {
      ($1.ownByteCount, $0.name ?? "", $0.version, $0.isClass ? 1 : 0)
        < ($0.ownByteCount, $1.name ?? "", $1.version, $1.isClass ? 1 : 0)
    }
  }

  /// Adds a scope that was read.
  mutating func add(
    _ sizes: consuming ScopeTypeSizes, _ places: consuming TypePlaces, _ scope: OpenedScope
  ) {
    for (key, usage) in sizes.finished() {
      guard var known = usages[key] else {
        usages[key] = usage
        continue
      }
      known.count += usage.count
      known.byteCount += usage.byteCount
      known.ownByteCount += usage.ownByteCount
      usages[key] = known
    }
    for row in places.rowsAmongOthers() {
      usages[Self.key(ofRow: row, scope.definitions)]?.isAmongOthers = true
    }
  }

  /// Full names tell generic types apart across scopes, whose rows are numbered alike or not.
  static func key(ofRow row: Int?, _ definitions: ArchiveDefinitions) -> ArchivedTypeRow {
    let type = row.map { definitions.types[$0] }
    return ArchivedTypeRow(
      name: row.map { definitions.fullName(ofType: $0) } ?? "",
      isClass: type?.isClass ?? false, version: type?.version ?? 0)
  }
}
