extension Entity {
  /// Stores a value, restores it and stores that: whether the same is stored again.
  ///
  /// For a test: it finds fields of one type that are restored in each other's places, and transforms that do not bring back
  /// what they stored. What is never stored the same twice, such as an encrypted attribute, is not compared.
  ///
  /// - Parameters:
  ///   - value: A value whose properties differ from each other and from all defaults.
  ///   - recordKey: The key of its record.
  ///   - context: What the caller hands to transforms.
  /// - Throws: ``SchemaError/Code/wrongField`` with the names of the attributes that are not what they were, and what storing
  ///   and restoring throw.
  public func verify(
    _ value: Root, recordKey: StoredValue? = nil, in context: TransformContext = TransformContext()
  ) throws {
    let stored = try store(value, recordKey: recordKey, in: context)
    let again = try store(value, recordKey: recordKey, in: context)
    let restored = try restore(stored, recordKey: recordKey, in: context)
    let last = try store(restored, recordKey: recordKey, in: context)
    let changed = schema.attributes.indices.filter {
      stored[$0] == again[$0] && stored[$0] != last[$0]
    }
    guard !changed.isEmpty else { return }
    let names = changed.map { "'\(schema.attributes[$0].name)'" }.joined(separator: ", ")
    throw SchemaError(
      .wrongField, "\(names): what is restored is not what was stored", entity: schema.name)
  }
}
