/// A field of which only root and output are known. ``FieldBuilder`` makes it.
public struct AnyField<Root, Output>: Sendable {
  /// All of it, behind one reference: copies of a generic value of several parts ask for its metadata.
  private final class Core: Sendable {
    let attribute: any StoredAttribute
    let example: (@Sendable () -> Any)?
    let store: @Sendable (Root, EntityCall) throws(TransformError) -> StoredValue
    let restore:
      @Sendable (StoredValue?, AttributeSchema?, EntityCall) throws(TransformError) -> Output

    init(
      _ attribute: any StoredAttribute, _ example: (@Sendable () -> Any)?,
      store: @escaping @Sendable (Root, EntityCall) throws(TransformError) -> StoredValue,
      restore:
        @escaping @Sendable (StoredValue?, AttributeSchema?, EntityCall)
        throws(TransformError) -> Output
    ) {
      self.attribute = attribute
      self.example = example
      self.store = store
      self.restore = restore
    }
  }

  private let core: Core

  /// The schema of the attribute, which a store has to know.
  public var schema: AttributeSchema { core.attribute.schema }
  var attribute: any StoredAttribute { core.attribute }
  var example: (@Sendable () -> Any)? { core.example }

  func store(_ root: Root, _ call: EntityCall) throws(TransformError) -> StoredValue {
    try core.store(root, call)
  }

  func restore(
    _ stored: StoredValue?, _ schema: AttributeSchema?, _ call: EntityCall
  ) throws(TransformError) -> Output {
    try core.restore(stored, schema, call)
  }

  init<Value>(_ field: Field<Root, Value, Output>) {
    let (attribute, present, subject) = (field.attribute, field.present, field.schema.subject)
    let transform = field.attribute.form.transform
    let (storing, restoring) = (transform.storing, transform.restoring)
    let (ignoresContext, noContext) = (transform.ignoresContext, TransformContext())
    let sharesShapes = attribute.schema.sharesShapes
    let readCertain = attribute.rules.isEmpty ? field.readCertain : nil
    // What stands for values is as good an example as any.
    let example = field.example ?? attribute.fallback ?? attribute.standIn ?? attribute.addition
    // Nearly all values go a way without copies of generic ones, whose metadata would be asked for. The other ways are functions of their
    // own, since a function asks for all of its metadata at its begin.
    core = Core(attribute, example) { root, call throws(TransformError) in
      if let readCertain {
        do {
          let stored = try storing(
            readCertain(root),
            ignoresContext
              ? noContext : call.storingContext(of: subject, sharesShapes: sharesShapes))
          if stored != .null { return stored }
        } catch {
          throw attribute.told(error, call)
        }
      }
      return try field.store(root, call)
    } restore: { stored, schema, call throws(TransformError) in
      guard schema == nil, let stored, stored != .null else {
        return try field.restore(stored, schema, call)
      }
      do {
        return present(
          try restoring(stored, ignoresContext ? noContext : call.context(of: subject)))
      } catch {
        return try field.standIn(for: error, call)
      }
    }
  }
}

extension Field {
  /// The stored form of the property of any value.
  @inline(never)
  fileprivate func store(_ root: Root, _ call: EntityCall) throws(TransformError) -> StoredValue {
    try attribute.store(read(root), call)
  }

  /// The output of any stored form.
  @inline(never)
  fileprivate func restore(
    _ stored: StoredValue?, _ schema: AttributeSchema?, _ call: EntityCall
  ) throws(TransformError) -> Output {
    if let result = output(try attribute.restore(stored, as: schema, call)) { return result }
    throw attribute.missingValue(call)
  }

  /// The output that stands for a value that cannot be restored.
  @inline(never)
  fileprivate func standIn(
    for error: any Error, _ call: EntityCall
  ) throws(TransformError) -> Output {
    if let result = output(try attribute.standIn(for: error, call)) { return result }
    throw attribute.missingValue(call)
  }
}
