/// A field of which only root and output are known. ``FieldBuilder`` makes it.
public struct AnyField<Root, Output>: Sendable {
  /// What a store has to know of the attribute.
  public let schema: AttributeSchema
  let attribute: any StoredAttribute
  let example: (@Sendable () -> Any)?
  let store: @Sendable (Root, EntityCall) throws(TransformError) -> StoredValue
  let restore:
    @Sendable (StoredValue?, AttributeSchema?, EntityCall) throws(TransformError) -> Output

  init<Value>(_ field: Field<Root, Value, Output>) {
    let (attribute, read, output) = (field.attribute, field.read, field.output)
    schema = attribute.schema
    self.attribute = attribute
    // What stands for values is as good an example as any.
    example = field.example ?? attribute.fallback ?? attribute.standIn ?? attribute.addition
    store = { root, call throws(TransformError) in try attribute.store(read(root), call) }
    restore = { stored, schema, call throws(TransformError) in
      if let result = output(try attribute.restore(stored, as: schema, call)) { return result }
      throw attribute.missingValue(call)
    }
  }
}
