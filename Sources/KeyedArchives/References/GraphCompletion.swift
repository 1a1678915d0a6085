internal import ArchiveFormat

/// Where an edge stands in an archive, and what it names.
enum ReferencePlace {
  case cells(CellReference)
  /// An edge that was read from bytes, to an object of this number.
  case bytes(Int)
}

/// An edge that was read from cells.
struct CellReference {
  let session: DecodingSession
  /// The edge.
  let cell: Int
  /// The number of its object.
  let object: Int
  /// The way on which it was reached, if that decides what is allowed.
  let path: [any CodingKey]?
}

/// A reference that waits for its object.
protocol PendingReference: AnyObject {
  /// Its object, decoded if nobody did; nil if it stands nowhere.
  func find(_ place: ReferencePlace, in graph: GraphCompletion) throws -> AnyObject?
  /// Gives it the object.
  func complete(_ target: AnyObject?)
  /// Tells who waits for it.
  func callBack() throws
  /// Nobody gets the graph: it lets go of its object, if it has one, so that no cycle stays.
  func abandon()
}

/// The references of one call of `decode` that wait until every initializer has run.
///
/// Only then, with nothing under construction, the objects are handed out, and so no code sees one that
/// is half there. Objects that stand in the tail of the archive are decoded here, one after the other: a
/// chain of them does not nest.
final class GraphCompletion {
  private var waiting: [(reference: any PendingReference, place: ReferencePlace)] = []
  /// A reference that was asked for its object too early.
  private var earlyRead: (any PendingReference)?
  /// The engine that read references from bytes.
  var engine: DirectEngine?

  /// Whether all references were completed, or given up.
  private(set) var isOver = false

  var count: Int { waiting.count }

  func add(_ reference: any PendingReference, _ place: ReferencePlace) {
    waiting.append((reference, place))
  }

  /// Forgets the references of values that are read again.
  func forget(downTo count: Int) {
    guard waiting.count > count else { return }
    for entry in waiting[count...] { entry.reference.abandon() }
    waiting.removeLast(waiting.count - count)
  }

  /// Lets go of all that waits.
  func end() {
    isOver = true
    forget(downTo: 0)
    (engine, earlyRead) = (nil, nil)
  }

  /// A reference was asked for its object too early.
  func noteEarlyRead(_ reference: any PendingReference) { earlyRead = earlyRead ?? reference }

  /// Completes all references, those included that this finds.
  func complete(_ ledger: DecodingLedger) throws {
    var targets: [AnyObject?] = []
    while targets.count < waiting.count {
      let (reference, place) = waiting[targets.count]
      targets.append(try reference.find(place, in: self))
    }
    guard !waiting.isEmpty else {
      isOver = true
      return
    }
    // What was refused on the way, and caught, is not completed.
    if let refusal = ledger.finalError { throw refusal }
    if let earlyRead {
      throw error(ofEarlyRead: waiting.first { $0.reference === earlyRead }?.place)
    }
    isOver = true
    for (target, entry) in zip(targets, waiting) { entry.reference.complete(target) }
    for entry in waiting { try entry.reference.callBack() }
    waiting = []
  }

  /// - Parameter place: That of the reference; nil if its value was given up.
  private func error(ofEarlyRead place: ReferencePlace?) -> ArchiveError {
    if case .cells(let place) = place { return place.session.earlyRead(place.cell) }
    return engine?.leaveToCells()
      ?? ArchiveError(.pendingReference, "a reference was read before the graph was complete")
  }
}
