internal import struct ArchiveFormat.ArchiveError

/// Cells of one tape segment and the encoder that may append to it now.
final class CellList {
  /// 0 for that of the root, else one more than the segment's.
  let number: Int
  var cells: [ArchiveCell] = []
  /// The identity of the innermost encoder whose value is not complete.
  var current = 0

  init(_ number: Int = 0) { self.number = number }
}

/// Everything one call of `encode` shares.
final class EncodingSession {
  /// Bytes, keys, types and names; the cells stand in lists until the end.
  var tape: ArchiveTape
  let settings: ReferenceEncoder
  /// Containers that were handed out to be filled later, by number.
  private(set) var segments: [CellList] = []
  /// Encoders of the segments, which complete them.
  var segmentEncoders: [ValueEncoder] = []
  /// A misuse that no container call could report.
  var misuse: ArchiveError?

  /// An object that was mentioned.
  struct MentionedObject {
    /// The object. The session keeps it, so that no other object gets its address while the address stands for it.
    var object: AnyObject
    /// The list of cells and the index in it at which the object stands; nil for an object that edges alone name so
    /// far.
    var place: (list: Int, position: Int)?
  }

  var objectNumbers: [ObjectIdentifier: Int] = [:]
  var objects: [MentionedObject] = []
  /// The numbers of the objects that stand somewhere, in the order in which they began to.
  private var standing: [Int] = []
  /// A Boolean value indicating whether numbers were given to objects that are not in the archive, or to edges. All
  /// numbers are then given anew, in the order of the bytes.
  var needsRenumbering = false
  /// Objects that back references name, in the order of the calls.
  var awaited: [Int] = []
  var openObjects: [Int: (parent: ValueEncoder, place: ArchiveCell)] = [:]
  private var isClassByName: [Digest: Bool] = [:]
  private var typesByName: [Digest: ObjectIdentifier] = [:]
  private var typeRows: [ObjectIdentifier: Int] = [:]
  private var encoderCount = 0

  init(_ settings: ReferenceEncoder, _ tape: ArchiveTape) {
    (self.settings, self.tape) = (settings, tape)
  }

  /// Lets go of the encoders, which hold the session as it holds them: the call that began it ends so, whatever it threw.
  func end() {
    segmentEncoders = []
    openObjects = [:]
  }

  /// Encodes a further root to a list of its own.
  func list<Value: Encodable>(ofRoot value: Value) throws -> CellList {
    let root = ValueEncoder(self, newSegment(), parent: nil, step: .root)
    root.list.current = root.identity
    try encodeRoot(value, root)
    if let misuse { throw misuse }
    return root.list
  }

  private func encodeRoot<Value: Encodable>(_ value: Value, _ root: ValueEncoder) throws {
    do {
      try encode(value, into: root, ArchiveCell(.null))
    } catch {
      throw misuse ?? ArchiveError.outermost(error)
    }
  }

  /// The whole tape of lists that are complete but for their segments, each of which is a root.
  func tape(ofRoots roots: [(name: String, list: CellList)]) throws -> ArchiveTape {
    if let misuse { throw misuse }
    let starts = try flatten(roots.map(\.list))
    tape.roots = zip(roots, starts).map { ArchivedRoot(name: $0.name, cell: $1) }
    return tape
  }

  /// Puts the cells of all lists in order, with the tail behind them.
  private func flatten(_ lists: [CellList]) throws -> [Int] {
    for encoder in segmentEncoders { try encoder.finish() }
    while let number = awaited.popLast() { try encodeAwaited(number) }
    var flattener = TapeFlattener(self)
    var starts: [Int] = []
    for list in lists {
      starts.append(flattener.cells.count)
      flattener.flatten(list.number)
    }
    while let number = flattener.nextAwaitedObject() {
      try encodeAwaited(number)
      guard let place = objects[number].place else {
        throw ArchiveError(.invalidValue, "a back reference leads to an object that is not stored")
      }
      tape.tail.append(flattener.cells.count)
      flattener.flatten(place)
    }
    if let misuse = flattener.misuse { throw misuse }
    tape.cells = flattener.cells
    return starts
  }

  /// Encodes an object that a back reference names and that stands nowhere yet, to a list of its own.
  /// The flattening of all lists gives the object its place in the archive.
  private func encodeAwaited(_ number: Int) throws {
    guard objects[number].place == nil,
      let object = objects[number].object as? any (AnyObject & Encodable)
    else { return }
    let finished = segmentEncoders.count
    let root = ValueEncoder(self, newSegment(), parent: nil, step: .root)
    root.list.current = root.identity
    try encodeRoot(object, root)
    if let misuse { throw misuse }
    for encoder in segmentEncoders[finished...] { try encoder.finish() }
  }

  /// A list of cells beside that of the root.
  func newSegment() -> CellList {
    let segment = CellList(segments.count + 1)
    segments.append(segment)
    return segment
  }

  /// The list of cells and the index in it at which an object stands; nil for an object that stands nowhere.
  func place(ofObject number: Int) -> (list: Int, position: Int)? { objects[number].place }

  /// A number that no other encoder of this call has.
  func newIdentity() -> Int {
    encoderCount += 1
    return encoderCount
  }

  /// The row of a type; two types with one name in one archive are refused.
  func typeRow(_ type: any Any.Type) throws(ArchiveError) -> Int {
    let id = ObjectIdentifier(type)
    if let known = typeRows[id] { return known }
    let name = settings.names.name(of: type)
    if let other = typesByName[name.digest], other != id { throw ambiguous(name) }
    guard ArchivedTypeRow.isValidName(name) else {
      throw ArchiveError(
        .invalidValue,
        "“\(name.prefix(80))” is no name of a type: 1 to 1,024 bytes, no control characters")
    }
    let isClass = type is any AnyObject.Type
    guard isClassByName.updateValue(isClass, forKey: name.digest) ?? isClass == isClass else {
      throw ambiguous(name)
    }
    var superclass: Int?
    if let named = settings.names.namedSuperclass(type) { superclass = try typeRow(named) }
    let row = tape.number(
      ofType: ArchivedTypeRow(
        name: name, isClass: isClass, version: settings.names.version(type),
        superclass: superclass))
    typeRows[id] = row
    typesByName[name.digest] = id
    return row
  }

  private func ambiguous(_ name: String) -> ArchiveError {
    ArchiveError(.ambiguousTypeName, "two types in one archive have the name “\(name)”")
  }

  // MARK: Values

  /// Encodes a value as the next child of an encoder; `place` carries its key.
  ///
  /// Nothing of the value is in the archive after an error.
  func encode<Value: Encodable>(
    _ value: Value, into parent: ValueEncoder, _ place: ArchiveCell
  ) throws {
    let plan = EncodingPlan(Value.self)
    switch plan {
    case .leaf:
      if let leaf = value as? any ArchiveLeaf { return parent.append(leaf.cell(&tape), at: place) }
    case .edge:
      if let edge = value as? any ReferenceEdge {
        return try encodeEdge(edge, into: parent, place)
      }
    case .existential:
      if let value = value as? any ErasedValue {
        return try encodeExistential(value, into: parent, place)
      }
    case .object, .collection, .container: break
    }
    guard parent.nesting <= settings.maximumDepth else {
      throw ArchiveError(.limitExceeded, "more than \(settings.maximumDepth) levels of nesting")
    }
    let before = Before(
      cellCount: parent.list.cells.count, segmentCount: segments.count,
      standingCount: standing.count, awaitedCount: awaited.count)
    defer { parent.list.current = parent.identity }
    do {
      if case .object = plan {
        try encodeObject(value, into: parent, place)
      } else {
        let child = ValueEncoder(self, parent.list, parent: parent, step: parent.nextStep(place))
        child.place = place
        child.valueType = Value.self
        parent.list.current = child.identity
        if case .collection = plan, let collection = value as? any ArchiveCollection {
          try collection.encodeElements(to: child)
        } else {
          try value.encode(to: child)
        }
        try child.finish()
      }
    } catch {
      rollBack(parent.list, to: before)
      throw error
    }
  }

  /// Notes that an object stands where a list ends now.
  func stand(_ number: Int, in list: CellList) {
    objects[number].place = (list.number, list.cells.count)
    standing.append(number)
  }

  /// The number of objects that stand somewhere.
  var standingCount: Int { standing.count }

  /// Notes that a cell was put before objects of a list: those that stand there since `count` objects stood somewhere.
  /// Their index is one more now.
  func moveObjects(in list: Int, since count: Int) {
    for number in standing[count...] {
      guard let place = objects[number].place, place.list == list else { continue }
      objects[number].place = (list, place.position + 1)
    }
  }

  /// The counts before a value, to which the session goes back if the value throws.
  private struct Before {
    let cellCount: Int
    let segmentCount: Int
    let standingCount: Int
    let awaitedCount: Int
  }

  /// Takes back a value's cells and the objects that stood in them.
  ///
  /// Bytes, segments and numbers stay where they are: nothing refers to those that were the value's alone, and
  /// others may be in use by a container that user code wrote to meanwhile.
  private func rollBack(_ list: CellList, to before: Before) {
    list.cells.removeLast(list.cells.count - before.cellCount)
    var kept: [Int] = []
    for number in standing[before.standingCount...] {
      guard let place = objects[number].place else { continue }
      let isGone =
        place.list > before.segmentCount
        || place.list == list.number && place.position >= before.cellCount
      if isGone { objects[number].place = nil } else { kept.append(number) }
    }
    standing.replaceSubrange(before.standingCount..., with: kept)
    awaited.removeLast(max(0, awaited.count - before.awaitedCount))
    needsRenumbering = true
  }
}
