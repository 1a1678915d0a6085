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
/// chain of them does not nest. Each reference that was read from bytes takes 16 bytes meanwhile.
final class GraphCompletion {
  private struct Waiting {
    let box: ReferenceBox
    /// The index of the edge's type.
    let type: UInt32
    /// Twice the number of the object, for an edge that was read from bytes; twice the index of the edge and 1, for one that was read from cells.
    let place: UInt32
  }

  private struct Memory {
    var waiting = PiecewiseList<Waiting>()
    var types: [any ArchiveEdge.Type] = []
    /// The places of edges that were read from cells, and their objects once those are found.
    var cells: [CellReference] = []
    var targets: [AnyObject?] = []
  }

  /// It stands behind a pointer, since Swift checks each access to a variable of a class at run time.
  private let memory = Ref(Memory())
  /// A reference that was asked for its object too early.
  private var earlyRead: ReferenceBox?
  /// The engine that read references from bytes.
  var engine: DirectEngine?

  /// True if all references were completed, or given up.
  private(set) var isOver = false

  deinit {
    memory.pointee.waiting.free()
    memory.free()
  }

  var count: Int { memory.pointee.waiting.count }

  /// Makes a reference wait whose edge is of a type; false if there are too many.
  func add(_ box: ReferenceBox, _ type: any ArchiveEdge.Type, _ place: ReferencePlace) -> Bool {
    let limit = Int(UInt32.max >> 1)
    let code: Int
    switch place {
    case .bytes(let number):
      guard number <= limit else { return false }
      code = number << 1
    case .cells(let place):
      guard memory.pointee.cells.count <= limit else { return false }
      code = memory.pointee.cells.count << 1 | 1
      memory.pointee.cells.append(place)
    }
    let waiting = Waiting(
      box: box, type: index(of: type), place: UInt32(truncatingIfNeeded: code))
    memory.pointee.waiting.append(waiting)
    return true
  }

  /// A program has few types of edges: they are compared one by one, those first that were met last.
  private func index(of type: any ArchiveEdge.Type) -> UInt32 {
    var index = memory.pointee.types.count
    while index > 0 {
      index -= 1
      if ObjectIdentifier(memory.pointee.types[index]) == ObjectIdentifier(type) {
        return UInt32(truncatingIfNeeded: index)
      }
    }
    memory.pointee.types.append(type)
    return UInt32(truncatingIfNeeded: memory.pointee.types.count - 1)
  }

  /// Forgets the references of values that are read again.
  func forget(downTo count: Int) {
    guard self.count > count else { return }
    // They are held until the list is whole again: letting go of an object runs its deinitializer.
    var given: [(box: ReferenceBox, place: CellReference?)] = []
    while self.count > count {
      let entry = memory.pointee.waiting.removeLast()
      given.append((entry.box, entry.place & 1 == 1 ? memory.pointee.cells.removeLast() : nil))
    }
    for entry in given { entry.box.abandon() }
  }

  /// Lets go of all that waits.
  func end() {
    isOver = true
    forget(downTo: 0)
    clear()
    (engine, earlyRead) = (nil, nil)
  }

  /// Frees the memory of what waited.
  private func clear() {
    var former = memory.pointee
    memory.pointee = Memory()
    // Letting go of an object runs its deinitializer.
    former.waiting.free()
  }

  /// A reference was asked for its object too early.
  func noteEarlyRead(_ reference: ReferenceBox) { earlyRead = earlyRead ?? reference }

  /// Completes all references, those included that this finds.
  func complete(_ ledger: DecodingLedger) throws {
    var index = 0
    while index < count {
      let entry = memory.pointee.waiting[index]
      let type = memory.pointee.types[Int(entry.type)]
      let target = try type.find(place(entry), in: self)
      if entry.place & 1 == 1 { memory.pointee.targets.append(target) }
      index += 1
    }
    guard count > 0 else {
      isOver = true
      return
    }
    // What was refused on the way, and caught, is not completed.
    if let refusal = ledger.finalError { throw refusal }
    if let earlyRead { throw error(ofEarlyRead: earlyRead) }
    isOver = true
    for index in 0..<count {
      let entry = memory.pointee.waiting[index]
      entry.box.complete(target(entry))
    }
    for index in 0..<count { try memory.pointee.waiting[index].box.callBack() }
    clear()
  }

  private func place(_ entry: Waiting) -> ReferencePlace {
    let number = Int(entry.place >> 1)
    return entry.place & 1 == 0 ? .bytes(number) : .cells(memory.pointee.cells[number])
  }

  /// The object of a reference, which was found.
  private func target(_ entry: Waiting) -> AnyObject? {
    let number = Int(entry.place >> 1)
    if entry.place & 1 == 1 { return memory.pointee.targets[number] }
    return engine?.state.pointee.objects.decoded?[number]
  }

  private func error(ofEarlyRead box: ReferenceBox) -> ArchiveError {
    for index in 0..<count where memory.pointee.waiting[index].box === box {
      guard case .cells(let place) = place(memory.pointee.waiting[index]) else { break }
      return place.session.earlyRead(place.cell)
    }
    return engine?.leaveToCells()
      ?? ArchiveError(.pendingReference, "a reference was read before the graph was complete")
  }
}
