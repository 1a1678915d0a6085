public import StorageTransforms

/// A record as back ends hold it: its key, and a value for each attribute of its table, in their order.
public struct StoredRecord: Hashable, Sendable {
  /// Its key.
  public var key: RecordKey
  /// A value for each attribute.
  public var values: [StoredValue]

  /// A record.
  public init(key: RecordKey, values: [StoredValue]) {
    self.key = key
    self.values = values
  }
}
