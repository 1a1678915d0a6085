/// An attribute of an entity: which property it is, what it is called, how it is stored, and its rules.
///
/// ```swift
/// Field("title", \Photo.title).default("untitled").indexed()
/// Field("file", \Photo.file, as: RelativeURLTransform()).unique()
/// Field("kind", \Photo.kind).fallback(to: .other)
/// ```
///
/// `Value` is the type of the attribute's values, and `Output` what is restored: the same for a property that always has
/// a value, `Value?` for an optional one until ``default(_:)`` or ``required()`` says that there is always one.
///
/// A field without a transform stores numbers, text, bytes, dates and UUIDs as they are, a value with such a raw value (Codable or not) as
/// that raw value, and every other Codable value as an archive. Bytes of other transforms get a stamp: ``StampedTransform``.
public struct Field<Root, Value, Output>: Sendable {
  var attribute: Attribute<Value>
  let read: @Sendable (Root) -> Value?
  /// The value of a property that always has one; nil for others.
  let readCertain: (@Sendable (Root) -> Value)?
  /// What is restored for a value that is there.
  let present: @Sendable (Value) -> Output
  /// What is restored for a value, or for none; nil if there has to be one.
  let output: @Sendable (Value?) -> Output?
  /// Stands for a value while the fields of a type are found out.
  var example: (@Sendable () -> Value)?

  private init(
    _ attribute: Attribute<Value>, _ read: @escaping @Sendable (Root) -> Value?,
    _ readCertain: (@Sendable (Root) -> Value)?, _ present: @escaping @Sendable (Value) -> Output,
    _ output: @escaping @Sendable (Value?) -> Output?, _ example: (@Sendable () -> Value)?
  ) {
    self.attribute = attribute
    self.read = read
    self.readCertain = readCertain
    self.present = present
    self.output = output
    self.example = example
  }

  /// The schema of the attribute, which a store has to know.
  public var schema: AttributeSchema { attribute.schema }

  /// The conversions of this field that fail, those included that a fallback hides.
  public var errors: ConversionErrors { attribute.errors }

  /// The same field, which always has an output.
  func certain(
    _ attribute: Attribute<Value>
  ) -> Field<Root, Value, Value> {
    Field<Root, Value, Value>(attribute, read, readCertain, { $0 }, { $0 }, example)
  }
}

extension Field where Output == Value {
  /// An attribute that is always there, by a transform.
  ///
  /// - Parameters:
  ///   - subject: Its name, and its id if that is another.
  ///   - path: The property.
  ///   - transform: What stores its values.
  ///   - isStamped: False for bytes that other programs read, without the stamp that tells what wrote them.
  public init<Transform: StorageTransform>(
    _ subject: TransformContext.Subject, _ path: any KeyPath<Root, Value> & Sendable,
    as transform: Transform, isStamped: Bool = true
  ) where Transform.Value == Value, Transform.Stored: StoredForm {
    let form = AttributeForm(transform, isStamped: isStamped)
    self.init(certain: Attribute(subject, form, isOptional: false), path)
  }

  /// An attribute that is always there, without a transform.
  ///
  /// - Parameters:
  ///   - subject: Its name, and its id if that is another.
  ///   - path: The property.
  @_disfavoredOverload
  public init(
    _ subject: TransformContext.Subject, _ path: any KeyPath<Root, Value> & Sendable
  ) where Value: Codable {
    self.init(
      certain: Attribute(subject, FreeTransform.form(of: Value.self), isOptional: false), path)
  }

  /// An attribute that is always there, stored as its raw value. The type need not be Codable.
  ///
  /// - Parameters:
  ///   - subject: Its name, and its id if that is another.
  ///   - path: The property.
  @_disfavoredOverload
  public init(
    _ subject: TransformContext.Subject, _ path: any KeyPath<Root, Value> & Sendable
  ) where Value: RawRepresentable, Value.RawValue: StoredForm {
    self.init(
      certain: Attribute(subject, FreeTransform.form(ofRaw: Value.self), isOptional: false), path)
  }

  /// An attribute that is always there, stored as its raw value.
  ///
  /// - Parameters:
  ///   - subject: Its name, and its id if that is another.
  ///   - path: The property.
  @_disfavoredOverload
  public init(
    _ subject: TransformContext.Subject, _ path: any KeyPath<Root, Value> & Sendable
  ) where Value: Codable & RawRepresentable, Value.RawValue: StoredForm {
    self.init(
      certain: Attribute(subject, FreeTransform.form(ofRaw: Value.self), isOptional: false), path)
  }

  private init(certain attribute: Attribute<Value>, _ path: any KeyPath<Root, Value> & Sendable) {
    var attribute = attribute
    attribute.path = path
    self.init(
      attribute, { $0[keyPath: path] }, { $0[keyPath: path] }, { $0 }, { $0 }, nil)
  }
}

extension Field where Output == Value? {
  /// An attribute that may be missing, by a transform of values that are there.
  ///
  /// - Parameters:
  ///   - subject: Its name, and its id if that is another.
  ///   - path: The property.
  ///   - transform: What stores its values. Nil is null.
  ///   - isStamped: False for bytes that other programs read, without the stamp that tells what wrote them.
  public init<Transform: StorageTransform>(
    _ subject: TransformContext.Subject, _ path: any KeyPath<Root, Value?> & Sendable,
    as transform: Transform, isStamped: Bool = true
  ) where Transform.Value == Value, Transform.Stored: StoredForm {
    let form = AttributeForm(transform, isStamped: isStamped)
    self.init(uncertain: Attribute(subject, form, isOptional: true), path)
  }

  /// An attribute that may be missing, by a transform of optional values.
  ///
  /// - Parameters:
  ///   - subject: Its name, and its id if that is another.
  ///   - path: The property.
  ///   - transform: What stores its values. Nil is null.
  ///   - isStamped: False for bytes that other programs read, without the stamp that tells what wrote them.
  public init<Transform: StorageTransform>(
    _ subject: TransformContext.Subject, _ path: any KeyPath<Root, Value?> & Sendable,
    as transform: OptionalTransform<Transform>, isStamped: Bool = true
  ) where Transform.Value == Value, Transform.Stored: StoredForm {
    self.init(subject, path, as: transform.base, isStamped: isStamped)
  }

  /// An attribute that may be missing, without a transform.
  ///
  /// - Parameters:
  ///   - subject: Its name, and its id if that is another.
  ///   - path: The property.
  public init(
    _ subject: TransformContext.Subject, _ path: any KeyPath<Root, Value?> & Sendable
  ) where Value: Codable {
    self.init(
      uncertain: Attribute(subject, FreeTransform.form(of: Value.self), isOptional: true), path)
  }

  /// An attribute that may be missing, stored as its raw value. The type need not be Codable.
  ///
  /// - Parameters:
  ///   - subject: Its name, and its id if that is another.
  ///   - path: The property.
  public init(
    _ subject: TransformContext.Subject, _ path: any KeyPath<Root, Value?> & Sendable
  ) where Value: RawRepresentable, Value.RawValue: StoredForm {
    self.init(
      uncertain: Attribute(subject, FreeTransform.form(ofRaw: Value.self), isOptional: true), path)
  }

  /// An attribute that may be missing, stored as its raw value.
  ///
  /// - Parameters:
  ///   - subject: Its name, and its id if that is another.
  ///   - path: The property.
  public init(
    _ subject: TransformContext.Subject, _ path: any KeyPath<Root, Value?> & Sendable
  ) where Value: Codable & RawRepresentable, Value.RawValue: StoredForm {
    self.init(
      uncertain: Attribute(subject, FreeTransform.form(ofRaw: Value.self), isOptional: true), path)
  }

  private init(
    uncertain attribute: Attribute<Value>, _ path: any KeyPath<Root, Value?> & Sendable
  ) {
    var attribute = attribute
    attribute.path = path
    self.init(attribute, { $0[keyPath: path] }, nil, { .some($0) }, { .some($0) }, nil)
  }
}
