internal import StorageTransforms

/// What a record was found by before a change.
enum FormerValues {
  /// There was no record, or it was found by its key alone.
  case none
  case known([StoredValue])
  /// There was a record that cannot be read.
  case unreadable
}
