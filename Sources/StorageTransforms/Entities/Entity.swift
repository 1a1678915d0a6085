/// Records of one kind: the attributes of a Swift type, how each is stored, and how a value is made of them again.
///
/// ```swift
/// let photos = try Entity("Photo", restoring: Photo.init) {
///   Field("title", \.title).default("untitled")
///   Field("taken", \.taken, as: .sortable(fractionDigits: 9)).indexed()
///   Field("file", \.file, as: RelativeURLTransform()).unique()
///   Field("kind", \.kind).fallback(to: .other)
/// }
/// let values = try photos.store(photo, recordKey: .integer(7))
/// ```
///
/// What is stored is a list of ``StoredValue``, one for each attribute of ``schema``, in their order. The outputs of the
/// fields are handed to what restores, in their order: a field too few or of another type does not compile. Whether two of the
/// same type changed places only a value can tell: `verify(_:recordKey:in:)`.
///
/// An entity is declared once and used by any number of threads.
public struct Entity<Root>: Sendable {
  /// The schema of the records, which a store has to know.
  public let schema: EntitySchema
  /// The conversions of all fields that fail, those included that a fallback hides.
  public let errors = ConversionErrors()
  let attributes: [any StoredAttribute]
  let storing: @Sendable (Root, EntityCall) throws(TransformError) -> [StoredValue]
  let restoring: @Sendable (StoredAttributes, EntityCall) throws -> Root
  /// True if a value is made of whatever its attributes restored.
  let alwaysMakes: Bool
  /// The positions of the attributes whose values may not come back.
  let uncertain: [Int]
  /// By the version that each begins with.
  var migrations: [Int: Step] = [:]

  init(
    schema: EntitySchema, attributes: [any StoredAttribute],
    storing: @escaping @Sendable (Root, EntityCall) throws(TransformError) -> [StoredValue],
    restoring: @escaping @Sendable (StoredAttributes, EntityCall) throws -> Root,
    alwaysMakes: Bool
  ) throws(SchemaError) {
    try schema.check()
    try Self.check(attributes, of: schema)
    self.schema = schema
    self.attributes = attributes
    self.storing = storing
    self.restoring = restoring
    self.alwaysMakes = alwaysMakes
    uncertain = attributes.indices.filter { !attributes[$0].alwaysRestores }
  }

  /// An entity by its fields.
  ///
  /// - Parameters:
  ///   - subject: Its name, and its id if that is another.
  ///   - version: Grows with each change of the fields: ``EntitySchema/version``.
  ///   - removed: The ids of attributes that were there in earlier versions; their first names, that is.
  ///   - restore: Makes a value of what the fields restored. If it throws, each value that is saved is made anew first, and refused if
  ///     that fails.
  ///   - fields: A line for each attribute.
  /// - Throws: ``SchemaError/Code/duplicateAttribute``, ``SchemaError/Code/duplicateProperty``,
  ///   ``SchemaError/Code/notComparable``.
  public init<each Output, Failure: Error>(
    _ subject: TransformContext.Subject, version: Int = 1, removed: [String] = [],
    restoring restore: @escaping @Sendable (repeat each Output) throws(Failure) -> Root,
    @FieldBuilder<Root> fields: () -> FieldList<Root, repeat each Output>
  ) throws(SchemaError) {
    try self.init(
      subject, version: version, removed: removed, fields: fields(), restoring: restore)
  }

  /// An entity by a list of fields that was made before: with very many of them the compiler finds a mistake sooner so.
  ///
  /// - Parameters:
  ///   - subject: Its name, and its id if that is another.
  ///   - version: Grows with each change of the fields: ``EntitySchema/version``.
  ///   - removed: The ids of attributes that were there in earlier versions.
  ///   - list: The fields: ``FieldList/list(of:_:)``.
  ///   - restore: Makes a value of what the fields restored. If it throws, each value that is saved is made anew first, and refused if
  ///     that fails.
  /// - Throws: ``SchemaError/Code/duplicateAttribute``, ``SchemaError/Code/duplicateProperty``,
  ///   ``SchemaError/Code/notComparable``.
  public init<each Output, Failure: Error>(
    _ subject: TransformContext.Subject, version: Int = 1, removed: [String] = [],
    fields list: FieldList<Root, repeat each Output>,
    restoring restore: @escaping @Sendable (repeat each Output) throws(Failure) -> Root
  ) throws(SchemaError) {
    let attributes = list.attributes
    let schema = EntitySchema(
      subject, version: version, attributes: attributes.map(\.schema), removed: removed)
    try self.init(
      schema: schema, attributes: attributes,
      storing: { root, call throws(TransformError) in try list.store(root, call) },
      restoring: { stored, call in try list.restore(stored, call, restore) },
      alwaysMakes: Failure.self == Never.self)
  }

  /// The conversions of one field that fail; nil if no attribute has the name. O(attributes).
  public func errors(of attribute: String) -> ConversionErrors? {
    attributes.first { $0.schema.name == attribute }?.errors
  }
}
