extension Entity {
  /// Brings the values of a record from one version to the next: ``step(from:_:)``.
  public typealias Step = @Sendable (inout MigrationValues<Root>) throws -> Void

  /// The entity with a step for records that a version stored: what names, defaults and former transforms cannot say, such as values that are
  /// split, joined or computed.
  ///
  /// ```swift
  /// let people = try Entity("Person", version: 2, removed: ["name"], restoring: Person.init) {
  ///   Field("first", \.first)
  ///   Field("last", \.last)
  /// }.step(from: 1) { values in
  ///   let words = (try values.value(String.self, of: "name") ?? "").split(separator: " ")
  ///   try values.set(\.first, to: words.first.map(String.init) ?? "")
  ///   try values.set(\.last, to: words.dropFirst().joined(separator: " "))
  /// }
  /// ```
  ///
  /// Records of version 1 go through the steps from 1, 2 and so on; a version without a step changes nothing by itself. So the step from 2 gets
  /// records of version 1 too. The step finds their names, attributes and forms as version 1 had them, and what the step from 1 has set.
  /// `added(default:)` and the other declarations of the fields come behind the last step. ``MigrationValues/storedVersion`` tells which version
  /// stored a record. Steps run in the transaction that brings the records of a store into the present form, and wherever an earlier record is
  /// read through a ``SchemaPlan``.
  ///
  /// - Parameters:
  ///   - version: The version that the step begins with, below that of the entity.
  ///   - step: What the step does, record by record.
  /// - Throws: ``SchemaError/Code/wrongStep`` for a version that is not below the entity's, or that has a step already.
  public func step(from version: Int, _ step: @escaping Step) throws(SchemaError) -> Entity {
    guard version < schema.version else {
      throw SchemaError(
        .wrongStep,
        "a step from version \(version) is declared, and the entity has version \(schema.version)",
        entity: schema.name, lines: ["version: \(version &+ 1)"])
    }
    guard migrations[version] == nil else {
      throw SchemaError(
        .wrongStep, "two steps from version \(version) are declared", entity: schema.name)
    }
    var entity = self
    entity.migrations[version] = step
    return entity
  }

  /// The steps that records of a version go through, in their order.
  func steps(from version: Int) -> [Step] {
    migrations.filter { $0.key >= version }.sorted { $0.key < $1.key }.map(\.value)
  }
}
