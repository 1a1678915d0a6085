internal import ArchiveFormat

/// Leads to an object once the graph that the object is in is complete.
///
/// Copies of a value share the boxes of its references while those are pending; setting a reference gives
/// it a box of its own. The box does not know the class of its object, so none is looked up at run time to make one; the reference does.
final class ReferenceBox {
  private let isWeak: Bool
  private var strong: AnyObject?
  private weak var held: AnyObject?
  /// The graph that it waits for.
  private var pending: GraphCompletion?
  /// True if it was asked for its object while the graph was not complete.
  private(set) var wasReadEarly = false
  /// The callbacks of code that waits for the object, if there is any.
  private var observers: Observers?

  private final class Observers {
    var bodies: [(AnyObject?) throws -> Void] = []
  }

  init(_ target: AnyObject?, isWeak: Bool) {
    self.isWeak = isWeak
    set(target)
  }

  init(_ graph: GraphCompletion, isWeak: Bool) {
    self.isWeak = isWeak
    pending = graph
  }

  deinit {
    guard strong != nil, isKnownUniquelyReferenced(&strong) else { return }
    ReleaseQueue.release(&strong)
  }

  private func set(_ target: AnyObject?) {
    if isWeak { held = target } else { strong = target }
  }

  /// True if the graph is not complete. Code that asks for the object then gets none, and the call of `decode`
  /// fails if there is one.
  var isPending: Bool {
    guard let pending, !pending.isOver else { return false }
    wasReadEarly = true
    pending.hasEarlyReads = true
    return true
  }

  /// The object; nil if there is none, if it is gone, or if the graph is not complete.
  var target: AnyObject? {
    if isPending { return nil }
    return isWeak ? held : strong
  }

  /// Calls back with the object: when the graph is complete, or at once if nothing is pending.
  func whenComplete(_ body: @escaping (AnyObject?) throws -> Void) throws {
    guard let pending, !pending.isOver else { return try body(target) }
    if observers == nil { observers = Observers() }
    observers?.bodies.append(body)
  }

  // MARK: Completion

  /// Gives the reference its object, when the graph is complete.
  func complete(_ target: AnyObject?) {
    set(target)
    pending = nil
  }

  /// Calls back the code that waits for the object.
  func callBack() throws {
    guard let waiting = observers else { return }
    observers = nil
    for body in waiting.bodies { try body(target) }
  }

  /// Lets go of the object, if there is one, so that no cycle stays: nobody gets the graph.
  func abandon() {
    observers = nil
    set(nil)
  }
}
