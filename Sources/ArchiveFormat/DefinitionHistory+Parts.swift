/// Definitions that stand in the parts of one archive.
extension DefinitionHistory {
  /// Rows that lead from these definitions to later ones, which know the same kinds by the same
  /// numbers and began with the types, keys and shapes of these.
  package func rows(to later: ArchiveDefinitions) -> DefinitionRows {
    later.rows(after: definitions).rows
  }

  /// Adds the rows of a definitions part that was verified.
  package mutating func append(
    definitionsPart bytes: [UInt8], limits: ArchiveLimits
  ) throws(ArchiveError) {
    var cursor = ByteCursor(bytes)
    _ = try cursor.count()
    try append(Array(bytes[cursor.position...]), limits: limits)
  }
}
