internal import ArchiveFormat

/// Where an edge stands in an archive, and what it names.
enum ReferencePlace {
  indirect case cells(CellReference)
  /// An edge that was read from bytes: its place in the content, behind a tag, and the way on which it was reached, if that decides what is allowed.
  case bytes(Int, [any CodingKey]?)
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
    /// Twice the place of an edge that was read from bytes; twice the index of one that was read from cells, and 1.
    let place: UInt32
  }

  private struct Memory {
    var waiting = PiecewiseList<Waiting>()
    var types: [any ArchiveEdge.Type] = []
    /// The places of edges that were read from cells, and their objects once those are found.
    var cells: [CellReference] = []
    var targets: [AnyObject?] = []
    /// By index of those that wait, for edges that were read from bytes: the ways on which they were reached, if those decide what is allowed, and
    /// objects that only cells found.
    var paths: [Int: [any CodingKey]] = [:]
    var others: [Int: AnyObject] = [:]
  }

  /// It stands behind a pointer, since Swift checks each access to a variable of a class at run time.
  private let memory = Ref(Memory())
  /// True if a reference was asked for its object too early.
  var hasEarlyReads = false
  /// The engine that read references from bytes.
  private(set) var engine: DirectEngine?
  /// True if the way to a reference decides what is allowed there, or is told to somebody.
  private(set) var needsPaths = false

  /// True if all references were completed, or given up.
  private(set) var isOver = false

  deinit {
    memory.pointee.waiting.free()
    memory.free()
  }

  var count: Int { memory.pointee.waiting.count }

  /// Begins with references that an engine reads.
  func begin(_ engine: DirectEngine) {
    guard self.engine == nil else { return }
    self.engine = engine
    needsPaths = engine.ledger.needsPaths
  }

  /// Makes a reference wait whose edge is of a type; false if there are too many.
  func add(_ box: ReferenceBox, _ type: any ArchiveEdge.Type, _ place: ReferencePlace) -> Bool {
    let limit = Int(UInt32.max >> 1)
    let code: Int
    switch place {
    case .bytes(let offset, let path):
      guard offset <= limit else { return false }
      code = offset << 1
      if let path { memory.pointee.paths[self.count] = DecodingSession.knownPath(path) }
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
      if !memory.pointee.paths.isEmpty { memory.pointee.paths[self.count] = nil }
      given.append((entry.box, entry.place & 1 == 1 ? memory.pointee.cells.removeLast() : nil))
    }
    for entry in given { entry.box.abandon() }
  }

  /// True if somebody gets the graph. Else its references let go of their objects, so that no cycle stays.
  var isHandedOut = false

  /// Lets go of all that waits.
  func end() {
    isOver = true
    if !isHandedOut { forget(downTo: 0) }
    clear()
    engine = nil
  }

  /// Frees the memory of what waited.
  private func clear() {
    var former = memory.pointee
    memory.pointee = Memory()
    // Letting go of an object runs its deinitializer.
    former.waiting.free()
  }

  /// Completes all references, those included that this finds.
  func complete(_ ledger: DecodingLedger) throws {
    var index = 0
    while index < count {
      let entry = memory.pointee.waiting[index]
      let type = memory.pointee.types[Int(entry.type)]
      switch place(entry, index) {
      case .cells(let place): memory.pointee.targets.append(try type.find(place))
      case .bytes(let offset, let path):
        guard let engine else {
          throw ArchiveError(.invalidValue, "a reference is completed when its call is over")
        }
        if try !engine.isSettled(type, offset, path) {
          memory.pointee.others[index] = try type.find(engine.reference(at: offset, path))
        }
      }
      index += 1
    }
    guard count > 0 else {
      isOver = true
      return
    }
    // What was refused on the way, and caught, is not completed.
    if let refusal = ledger.finalError { throw refusal }
    if hasEarlyReads, let error = earlyRead() { throw error }
    isOver = true
    for index in 0..<count {
      let entry = memory.pointee.waiting[index]
      entry.box.complete(target(entry, index))
    }
    for index in 0..<count { try memory.pointee.waiting[index].box.callBack() }
  }

  private func place(_ entry: Waiting, _ index: Int) -> ReferencePlace {
    let place = Int(entry.place >> 1)
    return entry.place & 1 == 0
      ? .bytes(place, memory.pointee.paths[index]) : .cells(memory.pointee.cells[place])
  }

  /// The object of a reference, which was found.
  private func target(_ entry: Waiting, _ index: Int) -> AnyObject? {
    if entry.place & 1 == 1 { return memory.pointee.targets[Int(entry.place >> 1)] }
    if !memory.pointee.others.isEmpty, let other = memory.pointee.others[index] { return other }
    return decoded(entry)
  }

  /// The object that was decoded for an edge which was read from bytes.
  private func decoded(_ entry: Waiting) -> AnyObject? {
    guard let engine, let number = engine.number(ofEdgeAt: Int(entry.place >> 1)) else {
      return nil
    }
    return engine.state.pointee.objects.decoded?[number]
  }

  /// The error of the first reference that has an object and was asked for it too early; nil if there is none. Code that got none where there is none is
  /// right.
  private func earlyRead() -> (any Error)? {
    for index in 0..<count {
      let entry = memory.pointee.waiting[index]
      guard entry.box.wasReadEarly, target(entry, index) != nil else { continue }
      do {
        switch place(entry, index) {
        case .cells(let place): return place.session.earlyRead(place.cell)
        case .bytes(let offset, let path):
          guard let place = try engine?.reference(at: offset, path) else { return nil }
          return place.session.earlyRead(place.cell)
        }
      } catch {
        return error
      }
    }
    return nil
  }
}
