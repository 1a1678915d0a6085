/// The arrangement that the copies of a record set found last. It stands as long as the store has the same tables.
final class KnownArrangement: Sendable {
  private struct Known: Sendable {
    let rules: TableRules
    let arrangement: Arrangement
  }

  private let known = ThreadStripes<Known?>(nil)

  /// The arrangement of a set's table in the one that the store has. O(1) if that is the table of the call before.
  ///
  /// - Throws: ``StorageError/Code/schemaChanged``.
  func arrangement(of table: RecordTable, in rules: TableRules) throws -> Arrangement {
    try known.withOwn { known, _ in
      if let known, known.rules === rules { return known.arrangement }
      let arrangement = try Arrangement(of: table, in: rules.table)
      known = Known(rules: rules, arrangement: arrangement)
      return arrangement
    }
  }
}
