internal import ArchiveCompression
internal import ArchiveFormat

extension ArchiveInspector {
  /// What types the archive holds, those that cost the most bytes of their own first. O(values).
  public func typeUsages() -> [TypeUsage] {
    var tally = TypeTally()
    for (scope, document) in zip(archive.scopes, documents) { tally.add(document, scope) }
    return tally.sorted
  }
}
