extension Entity where Root: Codable & SendableMetatype {
  /// The entity of a Codable type, whose properties are the attributes.
  ///
  /// ```swift
  /// let students = try Entity(of: Student.self)
  /// ```
  ///
  /// Nothing is stored to find them out. A type with `@Archivable` says itself what it has; any other is decoded
  /// from values that are made up, three times, and what it reads is noted: `init(from:)` has to bear false and true, small numbers, empty
  /// and short text, empty collections, and the first values of enumerations. Each property is stored as a ``Field`` without a transform
  /// would store it, one with ``Stored`` by its transform, under the name of its coding key. What cannot be found
  /// out is an error with the line to write.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - subject: The name of the entity, and its id if that is another; nil for the archive name of the type.
  ///   - version: Grows with each change of the fields: ``EntitySchema/version``.
  ///   - removed: The ids of attributes that were there in earlier versions.
  /// - Throws: ``SchemaError``: ``SchemaError/Code/undeterminable``, ``SchemaError/Code/duplicateAttribute``.
  public init(
    of type: Root.Type, named subject: TransformContext.Subject? = nil, version: Int = 1,
    removed: [String] = []
  ) throws(SchemaError) {
    try self.init(of: type, named: subject, version: version, removed: removed) {}
  }

  /// The entity of a Codable type, with fields for those of its properties that have rules, or a transform of their own.
  ///
  /// ```swift
  /// let students = try Entity(of: Student.self, version: 2) {
  ///   Field("number", \.number).unique()
  ///   Field("kind", \.kind).fallback(to: .other)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - subject: The name of the entity, and its id if that is another; nil for the archive name of the type.
  ///   - version: Grows with each change of the fields: ``EntitySchema/version``.
  ///   - removed: The ids of attributes that were there in earlier versions.
  ///   - fields: A line for each property that is not stored just as it comes. The name is that of its coding key, and finds the
  ///     property; the path tells its type.
  /// - Throws: ``SchemaError``: ``SchemaError/Code/undeterminable``, ``SchemaError/Code/wrongField`` for a field that
  ///   the type does not have, ``SchemaError/Code/duplicateAttribute``.
  public init<each Output>(
    of type: Root.Type, named subject: TransformContext.Subject? = nil, version: Int = 1,
    removed: [String] = [], @FieldBuilder<Root> fields: () -> FieldList<Root, repeat each Output>
  ) throws(SchemaError) {
    let list = fields()
    let subject = subject ?? TransformContext.Subject(KeyedArchiver.archiveName(of: type))
    let declared = list.attributes
    try EntitySchema(subject, attributes: declared.map(\.schema)).check()
    let derivation = FieldDerivation<Root>(
      entity: subject.name,
      declared: Dictionary(declared.map { ($0.schema.name, $0) }) { first, _ in first },
      examples: list.examples)
    let derived = DerivedFields(try derivation.attributes())
    let schema = EntitySchema(
      subject, version: version, attributes: derived.attributes.map(\.schema), removed: removed)
    try self.init(
      schema: schema, attributes: derived.attributes,
      storing: { root, call throws(TransformError) in try derived.store(root, call) },
      restoring: { stored, call in try derived.restore(type, stored, call) },
      alwaysMakes: false)
  }
}
