internal import ArchiveFormat
internal import Synchronization

/// Leads to an object once the graph that it is in is complete.
///
/// Copies of a value share the boxes of its references while those are pending; setting a reference gives
/// it a box of its own.
final class ReferenceBox<Target: AnyObject & Codable> {
  private let isWeak: Bool
  private let isRequired: Bool
  /// The graph that it waits for, and the cell of the edge in its archive.
  private let pending: (graph: GraphCompletion, cell: Int)?
  /// Whether the object is known: it is written once, before this is set.
  private let isComplete: Atomic<Bool>
  private var strong: Target?
  private weak var held: Target?
  private let lock = Mutex<Void>(())
  private var observers: [(Target?) throws -> Void] = []

  init(_ target: Target?, isWeak: Bool) {
    self.isWeak = isWeak
    isRequired = false
    pending = nil
    isComplete = Atomic(true)
    set(target)
  }

  init(_ graph: GraphCompletion, _ cell: Int, isWeak: Bool, isRequired: Bool) {
    self.isWeak = isWeak
    self.isRequired = isRequired
    pending = (graph, cell)
    isComplete = Atomic(false)
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
    if isComplete.load(ordering: .acquiring) { return false }
    if let pending { pending.graph.noteEarlyRead(pending.cell) }
    return true
  }

  /// The object; nil if there is none, if it is gone, or if the graph is not complete.
  var target: Target? { isPending ? nil : storedTarget }

  /// The object of a box that is complete.
  private var storedTarget: Target? { isWeak ? held : strong }

  /// Calls back with the object: when the graph is complete, or at once if nothing is pending.
  func whenComplete(_ body: @escaping (Target?) throws -> Void) throws {
    let isWaiting = lock.withLock { _ in
      if isComplete.load(ordering: .acquiring) { return false }
      observers.append(body)
      return true
    }
    if !isWaiting { try body(storedTarget) }
  }
}

extension ReferenceBox: PendingReference {
  func find(_ place: ReferencePlace) throws -> AnyObject? {
    let found = try place.session.object(Target.self, place)
    if found == nil, isRequired {
      throw place.session.unresolved("a \(Target.self) is needed, none is stored", place)
    }
    return found
  }

  func complete(_ target: AnyObject?) {
    set(target as? Target)
    lock.withLock { _ in isComplete.store(true, ordering: .releasing) }
  }

  func abandon() {
    var bodies: [(Target?) throws -> Void] = []
    lock.withLock { _ in swap(&bodies, &observers) }
  }

  func callBack() throws {
    var bodies: [(Target?) throws -> Void] = []
    lock.withLock { _ in swap(&bodies, &observers) }
    for body in bodies { try body(storedTarget) }
  }
}

/// `@unchecked Sendable`: the object is written once, before `isComplete` is set, and read by nobody who has
/// not seen it set; what waits for it is read and written under the lock.
extension ReferenceBox: @unchecked Sendable where Target: Sendable {}
