internal import StorageTransforms

/// The values by which a record was found before a change.
enum FormerValues {
  /// There was no record, or it was found by its key alone.
  case none
  case known([StoredValue])
  /// There was a record that cannot be read.
  case unreadable
}
