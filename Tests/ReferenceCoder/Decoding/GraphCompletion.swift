/// The references of one call of `decode` that wait until every initializer has run.
///
/// Only then, with nothing under construction, the objects are handed out, and so no code sees one that
/// is half there. Objects that stand in the tail of the archive are decoded here, one after the other: a
/// chain of them does not nest.
final class GraphCompletion {
  /// Finds the object of an edge, and returns what hands it out.
  typealias Pending = (DecodingSession) throws -> () throws -> Void

  private var waiting: [Pending] = []
  /// A Boolean value indicating whether references that are decoded now would wait for ever.
  private(set) var isOver = false

  var count: Int { waiting.count }

  func add(_ pending: @escaping Pending) { waiting.append(pending) }

  /// Forgets the references of values that are given up.
  func forget(downTo count: Int) { waiting.removeLast(max(0, waiting.count - count)) }

  func end() {
    isOver = true
    waiting = []
  }

  /// Completes all references, including those that are found on the way.
  func complete(_ session: DecodingSession) throws {
    var found: [() throws -> Void] = []
    while found.count < waiting.count { found.append(try waiting[found.count](session)) }
    // The session throws a refusal that user code caught. Then no reference is completed.
    try session.checkRefusal()
    isOver = true
    for complete in found { try complete() }
  }
}
