/// The fields of an entity, in order, with the types of what is restored. ``FieldBuilder`` makes it.
public struct FieldList<Root, each Output>: Sendable {
  let fields: (repeat AnyField<Root, each Output>)

  init(_ fields: repeat AnyField<Root, each Output>) { self.fields = (repeat each fields) }

  /// The attributes without their types.
  var attributes: [any StoredAttribute] {
    var attributes: [any StoredAttribute] = []
    for field in repeat each fields { attributes.append(field.attribute) }
    return attributes
  }

  /// What stands for values that have to be made up, by the names of the attributes.
  var examples: [String: @Sendable () -> Any] {
    var examples: [String: @Sendable () -> Any] = [:]
    for field in repeat each fields { examples[field.schema.name] = field.example }
    return examples
  }
}
