/// One call to store or restore a record: where it stands, and who is told of what fails.
struct EntityCall: Sendable {
  private let context: TransformContext
  private let watchers: [ConversionErrors]

  init(
    _ entity: TransformContext.Subject, _ recordKey: StoredValue?, _ context: TransformContext,
    _ watchers: [ConversionErrors]
  ) {
    var context = context
    context.entity = entity
    context.attribute = nil
    context.recordKey = recordKey ?? context.recordKey
    self.context = context
    self.watchers = watchers
  }

  /// The context of the whole record.
  var record: TransformContext { context }

  func context(of attribute: AttributeSchema) -> TransformContext {
    var context = context
    context.attribute = attribute.subject
    return context
  }

  /// Tells those who watch the entity or the store of what concerns a whole record. Of an attribute they know already.
  func reportRecord(_ direction: ConversionError.Direction, _ error: TransformError) {
    guard error.context?.attribute == nil else { return }
    for watcher in watchers { watcher.report(ConversionError(direction, error)) }
  }

  /// Tells those who watch the attribute, and those who watch the entity or the store.
  func report(_ error: @autoclosure () -> ConversionError, _ errors: ConversionErrors) {
    errors.report(error())
    for watcher in watchers { watcher.report(error()) }
  }
}
