extension Entity {
  /// The use of records that a plan allows.
  public enum Access: Sendable {
    /// They are read and written. Those of a newer program are an error.
    case readWrite
    /// They are read in the form in which they are stored. Those of a newer program are read as far as their fields are known. None is written.
    case readOnly
  }

  /// Makes a plan of how records are read that were stored under a schema, and of what has to be done before any is written.
  ///
  /// An earlier version becomes the present one by what the entity declares: names and ids, ``Field/renamed(from:)``,
  /// `added(default:)`, ``Field/formerly(as:isStamped:)`` and the removed attributes. All that changed holds at once: two
  /// attributes may have changed their names with each other. Where steps are declared for the version that is stored (``step(from:_:)``), they
  /// may give the values of attributes that are new or have another form.
  ///
  /// - Parameters:
  ///   - stored: The schema that the records were stored under.
  ///   - access: Whether records of a newer program are read.
  /// - Throws: ``SchemaError``: ``SchemaError/Code/newerSchema``, ``SchemaError/Code/wrongEntity``, and
  ///   ``SchemaError/Code/undeclaredDifference`` with the lines to write.
  public func plan(
    for stored: EntitySchema, allowing access: Access = .readWrite
  ) throws(SchemaError) -> SchemaPlan<Root> {
    guard stored.id == schema.id else {
      throw SchemaError(
        .wrongEntity,
        "what is stored is entity '\(stored.name)' with the id '\(stored.id)', not '\(schema.id)'",
        entity: schema.name,
        lines: [
          "TransformContext.Subject(\"\(schema.name)\", id: \"\(stored.id)\")  // if it was renamed"
        ])
    }
    let isNewer = stored.version > schema.version
    if isNewer, access == .readWrite {
      throw SchemaError(
        .newerSchema,
        "the records are of version \(stored.version), and this program knows \(schema.version)",
        entity: schema.name)
    }
    try stored.check()
    let changes = isNewer ? [] : self.steps(from: stored.version)
    var comparison = SchemaComparison<Root>(
      stored, schema, attributes, isNewer: isNewer, hasSteps: !changes.isEmpty)
    comparison.compare()
    guard comparison.differences.isEmpty else {
      throw SchemaError(
        isNewer ? .newerSchema : .undeclaredDifference,
        comparison.differences.joined(separator: "; "), entity: schema.name,
        lines: isNewer ? [] : comparison.lines)
    }
    return SchemaPlan(
      stored: stored, entity: self, steps: isNewer ? [] : comparison.steps, isReadOnly: isNewer,
      places: comparison.places, changes: changes)
  }
}
