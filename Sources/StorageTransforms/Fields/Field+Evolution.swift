extension Field {
  /// The field under another name than the one it had when records were stored.
  ///
  /// The first name that it ever had is its id, which stays the same: name that one here, whatever names there were
  /// between.
  public func renamed(from first: String) -> Field {
    changed { $0.schema.id = first }
  }

  /// A field that records did not always have, with its value for those that were stored before.
  public func added(default value: Value) -> Field where Value: Sendable {
    changed { $0.addition = { value } }
  }

  /// A field of an optional property that was added in a later version. Records of earlier ones have a value, or none if it is nil.
  public func added(default value: Value?) -> Field where Value: Sendable {
    guard let value else { return self }
    return added(default: value)
  }

  /// A field whose values were stored by another transform before, which is still read; they are stored anew with the next
  /// change of a record. May be said of any number of transforms, each with another form: values of one form cannot be told apart. Where they changed all
  /// the same, as with other settings of a ``JSONTransform``, a step of the entity converts them.
  ///
  /// A form that is read is read from whoever wrote it: below a sealed one, name none that is not sealed for longer than
  /// it takes to store all records anew.
  ///
  /// - Parameters:
  ///   - transform: What stored the values.
  ///   - isStamped: False for bytes that had no stamp.
  public func formerly<Transform: StorageTransform>(
    as transform: Transform, isStamped: Bool = true
  ) -> Field where Transform.Value == Value, Transform.Stored: StoredForm {
    changed { $0.addFormer(transform, isStamped: isStamped) }
  }
}
