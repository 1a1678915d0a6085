/// The fields of an entity, in order, with the types of what is restored. ``FieldBuilder`` makes it.
public struct FieldList<Root, each Output>: Sendable {
  let fields: (repeat AnyField<Root, each Output>)

  init(_ fields: repeat AnyField<Root, each Output>) { self.fields = (repeat each fields) }

  /// A list of fields, a line for each.
  public static func list(
    of type: Root.Type, @FieldBuilder<Root> _ lines: () -> FieldList<Root, repeat each Output>
  ) -> FieldList<Root, repeat each Output> { lines() }

  /// The attributes without their types.
  var attributes: [any StoredAttribute] {
    var attributes: [any StoredAttribute] = []
    for field in repeat each fields { attributes.append(field.attribute) }
    return attributes
  }

  /// What is stored of a value.
  func store(_ root: Root, _ call: EntityCall) throws(TransformError) -> [StoredValue] {
    var values: [StoredValue] = []
    for field in repeat each fields { values.append(try field.store(root, call)) }
    return values
  }

  /// What a function makes of what is restored of a record.
  func restore(
    _ stored: StoredAttributes, _ call: EntityCall, _ make: (repeat each Output) throws -> Root
  ) throws -> Root {
    var rest = stored
    func restored<Result>(_ field: AnyField<Root, Result>) throws -> Result {
      let (value, schema) = rest.next()
      return try field.restore(value, schema, call)
    }
    return try make(repeat restored(each fields))
  }

  /// What stands for values that have to be made up, by the names of the attributes.
  var examples: [String: @Sendable () -> Any] {
    var examples: [String: @Sendable () -> Any] = [:]
    for field in repeat each fields { examples[field.schema.name] = field.example }
    return examples
  }
}
