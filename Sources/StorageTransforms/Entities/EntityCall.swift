/// One call to store or restore a record: where it stands, and who is told of what fails.
struct EntityCall: Sendable {
  private let context: TransformContext
  private let ofEntity: ConversionErrors
  private let ofStore: ConversionErrors?

  init(
    _ entity: TransformContext.Subject, _ recordKey: StoredValue?, _ context: TransformContext,
    _ ofEntity: ConversionErrors, _ ofStore: ConversionErrors?
  ) {
    var context = context
    context.entity = entity
    context.attribute = nil
    context.recordKey = recordKey ?? context.recordKey
    self.context = context
    (self.ofEntity, self.ofStore) = (ofEntity, ofStore)
  }

  /// The context of the whole record.
  var record: TransformContext { context }

  /// The context in which values of an attribute are restored.
  func context(of attribute: AttributeSchema) -> TransformContext {
    context(of: attribute.subject)
  }

  /// The context in which values of an attribute are restored.
  func context(of attribute: TransformContext.Subject) -> TransformContext {
    var context = context
    context.attribute = attribute
    return context
  }

  /// The context in which values of an attribute are stored.
  func storingContext(of attribute: AttributeSchema) -> TransformContext {
    storingContext(of: attribute.subject, sharesShapes: attribute.sharesShapes)
  }

  /// The context in which values of an attribute are stored.
  func storingContext(
    of attribute: TransformContext.Subject, sharesShapes: Bool
  ) -> TransformContext {
    var context = context(of: attribute)
    if !sharesShapes { context.shapes = nil }
    return context
  }

  /// Tells those who watch the entity or the store of what concerns a whole record. Of an attribute they know already.
  func reportRecord(_ direction: ConversionError.Direction, _ error: TransformError) {
    guard error.context?.attribute == nil, error.code != .unknownShapes, !context.isTrial
    else { return }
    ofEntity.report(ConversionError(direction, error))
    ofStore?.report(ConversionError(direction, error))
  }

  /// Tells those who watch the attribute, and those who watch the entity or the store.
  func report(_ error: @autoclosure () -> ConversionError, _ errors: ConversionErrors) {
    if context.isTrial { return }
    let error = error()
    // The store asks for the shapes, and restores the record again.
    guard error.cause.code != .unknownShapes else { return }
    errors.report(error)
    ofEntity.report(error)
    ofStore?.report(error)
  }
}
