internal import ArchiveFormat

/// Where an edge stands in an archive, and what it names.
enum ReferencePlace {
  indirect case cells(CellReference)
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

/// The references of one call of `decode` that wait until every initializer has run.
///
/// Only then, with nothing under construction, the objects are handed out, and so no code sees one that
/// is half there. Objects that stand in the tail of the archive are decoded here, one after the other: a
/// chain of them does not nest.
final class GraphCompletion {
  private struct Waiting {
    let box: ReferenceBox
    let type: any ArchiveEdge.Type
    let place: ReferencePlace
  }

  /// They stand behind a pointer, since Swift checks each access to a variable of a class at run time.
  private let waiting = Ref<[Waiting]>([])
  /// A reference that was asked for its object too early.
  private var earlyRead: ReferenceBox?
  /// The engine that read references from bytes.
  var engine: DirectEngine?

  /// True if all references were completed, or given up.
  private(set) var isOver = false

  deinit { waiting.free() }

  var count: Int { waiting.pointee.count }

  /// Makes a reference wait whose edge is of a type.
  func add(_ box: ReferenceBox, _ type: any ArchiveEdge.Type, _ place: ReferencePlace) {
    waiting.pointee.append(Waiting(box: box, type: type, place: place))
  }

  /// Forgets the references of values that are read again.
  func forget(downTo count: Int) {
    guard self.count > count else { return }
    // They are held until the list is whole again: letting go of an object runs its deinitializer.
    let given = Array(waiting.pointee[count...])
    waiting.pointee.removeLast(self.count - count)
    for entry in given { entry.box.abandon() }
  }

  /// Lets go of all that waits.
  func end() {
    isOver = true
    forget(downTo: 0)
    (engine, earlyRead) = (nil, nil)
  }

  /// A reference was asked for its object too early.
  func noteEarlyRead(_ reference: ReferenceBox) { earlyRead = earlyRead ?? reference }

  /// Completes all references, those included that this finds.
  func complete(_ ledger: DecodingLedger) throws {
    var targets: [AnyObject?] = []
    while targets.count < count {
      let entry = waiting.pointee[targets.count]
      targets.append(try entry.type.find(entry.place, in: self))
    }
    guard !targets.isEmpty else {
      isOver = true
      return
    }
    // What was refused on the way, and caught, is not completed.
    if let refusal = ledger.finalError { throw refusal }
    let entries = waiting.pointee
    if let earlyRead {
      throw error(ofEarlyRead: entries.first { $0.box === earlyRead }?.place)
    }
    isOver = true
    for (target, entry) in zip(targets, entries) { entry.box.complete(target) }
    for entry in entries { try entry.box.callBack() }
    waiting.pointee = []
  }

  /// - Parameter place: That of the reference; nil if its value was given up.
  private func error(ofEarlyRead place: ReferencePlace?) -> ArchiveError {
    if case .cells(let place) = place { return place.session.earlyRead(place.cell) }
    return engine?.leaveToCells()
      ?? ArchiveError(.pendingReference, "a reference was read before the graph was complete")
  }
}
