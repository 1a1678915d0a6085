internal import ArchiveFormat

/// Leads to an object once the graph that it is in is complete.
///
/// Copies of a value share the boxes of its references while those are pending; setting a reference gives
/// it a box of its own.
final class ReferenceBox<Target: AnyObject & Codable> {
  private let isWeak: Bool
  private let isRequired: Bool
  private var strong: Target?
  private weak var held: Target?
  /// The graph that it waits for.
  private var pending: GraphCompletion?
  private var observers: [(Target?) throws -> Void] = []

  init(_ target: Target?, isWeak: Bool) {
    self.isWeak = isWeak
    isRequired = false
    set(target)
  }

  init(_ graph: GraphCompletion, isWeak: Bool, isRequired: Bool) {
    self.isWeak = isWeak
    self.isRequired = isRequired
    pending = graph
  }

  deinit {
    guard strong != nil, isKnownUniquelyReferenced(&strong) else { return }
    ReleaseQueue.release(&strong)
  }

  private func set(_ target: Target?) {
    if isWeak { held = target } else { strong = target }
  }

  /// Whether the graph is not complete. Who asks for the object then gets none, and the call of `decode`
  /// fails.
  var isPending: Bool {
    guard let pending, !pending.isOver else { return false }
    pending.noteEarlyRead(self)
    return true
  }

  /// The object; nil if there is none, if it is gone, or if the graph is not complete.
  var target: Target? {
    if isPending { return nil }
    return isWeak ? held : strong
  }

  /// Calls back with the object: when the graph is complete, or at once if nothing is pending.
  func whenComplete(_ body: @escaping (Target?) throws -> Void) throws {
    if let pending, !pending.isOver {
      observers.append(body)
    } else {
      try body(target)
    }
  }
}

extension ReferenceBox: PendingReference {
  func find(_ place: ReferencePlace, in graph: GraphCompletion) throws -> AnyObject? {
    switch place {
    case .bytes(let number): return try graph.engine?.object(Target.self, number)
    case .cells(let place):
      let found = try place.session.object(Target.self, place)
      if found == nil, isRequired {
        throw place.session.unresolved(
          "\(TypePhrase.one(Target.self)) is needed, none is stored", place)
      }
      return found
    }
  }

  func complete(_ target: AnyObject?) {
    set(target as? Target)
    pending = nil
  }

  func callBack() throws {
    let bodies = observers
    observers = []
    for body in bodies { try body(target) }
  }

  func abandon() {
    observers = []
    set(nil)
  }
}
