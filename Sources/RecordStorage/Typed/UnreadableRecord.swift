public import StorageTransforms

/// A record whose value cannot be restored: which one, and why.
public struct UnreadableRecord: Error, Sendable {
  /// The key of the record. It can be read as it is stored, deleted, or stored anew.
  public let key: RecordKey
  /// The error, with the attribute in its context.
  public let cause: TransformError

  /// An unreadable record.
  public init(key: RecordKey, cause: TransformError) {
    self.key = key
    self.cause = cause
  }
}

extension UnreadableRecord: CustomStringConvertible {
  /// The cause in one line, with the record.
  public var description: String {
    cause.context?.recordKey == nil ? "\(cause), record \(key)" : "\(cause)"
  }
}
