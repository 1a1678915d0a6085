internal import ArchiveFormat

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
  let userInfo: [CodingUserInfoKey: any Sendable]
  let maximumDepth: Int
  /// What the caller stores in the place of values; nil for nothing.
  let hooks: EncodingHooks?
  private let hasHooks: Bool
  /// The costs that count for the archive around; nil if this one stands in none.
  private let outerCosts: FurtherCosts?
  private var madeCosts: FurtherCosts?
  /// Bytes of memory that readers take for the elements of collections.
  private var builtByteCount = 0
  /// Containers that were handed out to be filled later, by number.
  var segments: [CellList] = []
  /// Encoders of the segments, which complete them.
  var segmentEncoders: [ValueEncoder] = []
  /// A misuse that no container call could report.
  var misuse: ArchiveError?

  /// An object that was mentioned.
  struct MentionedObject {
    /// It is kept so that no address is used again while it stands for it; nil for one that only a document has.
    var object: AnyObject?
    /// Where it stands; nil for one that edges alone name so far.
    var place: (list: Int, position: Int)?
    /// Whether references of the values that are encoded lead to it, and not those alone of untyped ones.
    var isReached = false
  }

  var objectNumbers: [ObjectIdentifier: Int] = [:]
  var objects: [MentionedObject] = []
  /// The numbers of the objects that stand somewhere, in the order in which they began to.
  var standing: [Int] = []
  /// Whether numbers were given to objects that are not in the archive, or to edges: then they are given
  /// anew in the order of the bytes.
  var needsRenumbering = false
  /// Objects that back references name, in the order of the calls.
  var awaited: [Int] = []
  /// Objects that untyped values mention.
  var mentioned: [Int] = []
  /// Objects that references lead to, in the order in which that was noted.
  var reached: [Int] = []
  /// Whether the value that is encoded next stands in for another one, and has no hooks itself.
  var nextIsStandIn = false
  /// Where objects stand in documents that untyped values mention them in.
  var sources: [Int: (document: ArchivedDocument, cell: Int)] = [:]
  /// The numbers of objects of documents.
  var foreignObjects: [ForeignObject: Int] = [:]
  /// The numbers of objects of documents that became instances none of which was met yet, by their addresses.
  var traces: [ObjectIdentifier: [(trace: ObjectTrace, number: Int)]] = [:]
  /// Numbers of objects of documents that turned out to be the instance of another number.
  var unions: [Int: Int] = [:]
  /// Rows of the tape by the names of types.
  private var rowsByName: [String.UTF8View.Digest: Int] = [:]
  var foreignRows: [ObjectIdentifier: [Int]] = [:]
  /// Documents that values were taken from: they are known by their addresses, which nothing else may get.
  var foreignDocuments: [ObjectIdentifier: ArchivedDocument] = [:]
  var openObjects: [Int: (parent: ValueEncoder, place: ArchiveCell)] = [:]
  private var plans: [ObjectIdentifier: EncodingPlan] = [:]
  /// The types that have rows. What else goes into the same archive has to know them.
  var typesByName: [String.UTF8View.Digest: ObjectIdentifier] = [:]
  private var typeRows: [ObjectIdentifier: Int] = [:]
  private var keyNumbers: [ObjectIdentifier: KeyNumbers] = [:]
  private var encoderCount = 0

  /// A session that writes to a tape without values.
  init(
    userInfo: [CodingUserInfoKey: any Sendable], maximumDepth: Int,
    tape: ArchiveTape = ArchiveTape(), hooks: EncodingHooks? = nil,
    outerCosts: FurtherCosts? = nil
  ) {
    self.outerCosts = outerCosts
    self.hooks = hooks
    hasHooks = hooks != nil
    self.tape = tape
    self.userInfo = userInfo
    self.maximumDepth = maximumDepth
  }

  /// The cost of reading the archives inside of the values, to be added to.
  var furtherCosts: FurtherCosts {
    if let known = outerCosts ?? madeCosts { return known }
    let made = FurtherCosts()
    madeCosts = made
    return made
  }

  /// The part of the readers' budget that is spent beside the values that are counted.
  func furtherCost(_ settings: KeyedArchiver) -> FurtherCost {
    // Values may take no bytes, and the archive around sees the bytes alone.
    settings.furtherCosts?.add {
      $0.add(ReadingCost(rawByteCount: 0, valueCount: ValueCount(of: tape.cells)))
      $0.add(byteCount: builtByteCount)
    }
    return settings.furtherCost(builtByteCount: builtByteCount, madeCosts)
  }

  /// Notes the memory that readers take for the elements of a collection.
  func noteElements(_ count: Int, stride: Int) { builtByteCount &+= count &* stride }

  /// The whole tape of a root value.
  func tape<Value: Encodable>(of value: Value) throws -> ArchiveTape {
    let list = CellList()
    let root = ValueEncoder(self, list, parent: nil, step: .root)
    list.current = root.identity
    try encodeRoot(value, root)
    return try tape(of: list)
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
    do {
      try encodeRoot(value, root)
      if let misuse { throw misuse }
    } catch {
      // Nothing of the root is in the archive.
      misuse = nil
      throw error
    }
    return root.list
  }

  private func encodeRoot<Value: Encodable>(_ value: Value, _ root: ValueEncoder) throws {
    do {
      try encode(value, into: root, ArchiveCell(.null))
    } catch {
      throw misuse ?? ArchiveError.outermost(error)
    }
  }

  /// The whole tape of a list that is complete but for its segments, and the tail behind it.
  func tape(of list: CellList) throws -> ArchiveTape {
    if let misuse { throw misuse }
    tape.cells = list.cells
    if !segments.isEmpty || needsRenumbering { try flatten([list]) }
    tape.keepsLastValues = true
    return tape
  }

  /// The whole tape of lists that are complete but for their segments, each of which is a root.
  func tape(ofRoots roots: [(name: String, list: CellList)]) throws -> ArchiveTape {
    if let misuse { throw misuse }
    let starts = try flatten(roots.map(\.list))
    tape.roots = zip(roots, starts).map { ArchivedRoot(name: $0.name, cell: $1) }
    tape.keepsLastValues = true
    return tape
  }

  /// Puts the cells of all lists in order, with the tail behind them.
  @discardableResult
  private func flatten(_ lists: [CellList]) throws -> [Int] {
    for encoder in segmentEncoders { try encoder.finish() }
    try encodeMentioned()
    var flattener = TapeFlattener(self, lists[0])
    var starts: [Int] = []
    for list in lists {
      starts.append(flattener.cells.count)
      flattener.flatten(list.number)
    }
    while let number = flattener.nextAwaitedObject() {
      try encodeAwaited(number)
      try encodeMentioned()
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

  /// Encodes the objects that back references name and that stand nowhere yet, each to a list of its own.
  /// Where in the archive they stand is found out at its end.
  func encodeAwaited() throws {
    while let number = awaited.popLast() { try encodeAwaited(number) }
  }

  func encodeAwaited(_ number: Int) throws {
    guard objects[number].place == nil else { return }
    if !objects[number].isReached, let source = sources[number] {
      return try copy(source, number)
    }
    guard let object = objects[number].object as? any (AnyObject & Encodable) else { return }
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

  /// Where an object stands.
  func place(ofObject number: Int) -> (list: Int, position: Int)? { objects[number].place }

  func plan(for type: any Any.Type) -> EncodingPlan {
    let id = ObjectIdentifier(type)
    if let known = plans[id] { return known }
    let plan = EncodingPlan(type)
    plans[id] = plan
    return plan
  }

  func keyNumbers(_ type: any CodingKey.Type) -> KeyNumbers {
    let id = ObjectIdentifier(type)
    if let known = keyNumbers[id] { return known }
    let numbers = KeyNumbers()
    keyNumbers[id] = numbers
    return numbers
  }

  /// A number that no other encoder of this call has.
  func newIdentity() -> Int {
    encoderCount += 1
    return encoderCount
  }

  /// The row of a type; two types with one name in one archive are refused.
  func typeRow(_ type: any Any.Type) throws(ArchiveError) -> Int {
    let id = ObjectIdentifier(type)
    if let known = typeRows[id] { return known }
    let name = TypeName.of(type)
    if let other = typesByName[name.text.utf8.digest], other != id {
      throw ambiguous(name.text)
    }
    guard ArchivedTypeRow.isValidName(name.text) else {
      throw ArchiveError(
        .invalidValue,
        "“\(name.text.prefix(80))” is no name of a type: 1 to 1,024 bytes, no control characters")
    }
    var superclass: Int?
    if let named = name.namedSuperclass(of: type) { superclass = try typeRow(named) }
    let row = tape.number(
      ofType: ArchivedTypeRow(
        name: name.text, isClass: name.isClass, version: name.version, superclass: superclass))
    try note(row, name.text)
    typeRows[id] = row
    typesByName[name.text.utf8.digest] = id
    return row
  }

  /// Notes the row of a name. Another row with it is another form of the same type; a class and another type with one
  /// name are refused.
  func note(_ row: Int, _ name: String) throws(ArchiveError) {
    let known = rowsByName[name.utf8.digest] ?? row
    guard tape.types[known].isClass == tape.types[row].isClass else { throw ambiguous(name) }
    rowsByName[name.utf8.digest] = known
  }

  private func ambiguous(_ name: String) -> ArchiveError {
    ArchiveError(.ambiguousTypeName, "two types in one archive have the name “\(name)”")
  }

  // MARK: Values

  /// Encodes a value as the next child of an encoder; `place` carries its key.
  ///
  /// When it throws, nothing of it is in the archive.
  func encode<Value: Encodable>(
    _ value: Value, into parent: ValueEncoder, _ place: ArchiveCell
  ) throws {
    let plan = plan(for: Value.self)
    let isStandIn = hasHooks && nextIsStandIn
    if isStandIn { nextIsStandIn = false }
    switch plan {
    case .leaf:
      if let leaf = value as? any ArchiveLeaf { return parent.append(leaf.cell(&tape), at: place) }
    case .edge:
      if let edge = value as? any ArchiveEdge { return try encodeEdge(edge, into: parent, place) }
    case .existential:
      if let value = value as? any ArchiveExistential {
        return try encodeExistential(value.erased, into: parent, place)
      }
    case .untyped:
      if let value = value as? any UntypedValue {
        return try encodeUntyped(value.untyped, into: parent, place)
      }
    case .object, .collection, .container: break
    }
    guard parent.nesting <= maximumDepth else {
      throw ArchiveError(.limitExceeded, "more than \(maximumDepth) levels of nesting")
    }
    try StackGuard.check()
    let before = Before(
      cellCount: parent.list.cells.count, segmentCount: segments.count,
      standingCount: standing.count, awaitedCount: awaited.count, reachedCount: reached.count)
    defer { parent.list.current = parent.identity }
    do {
      if case .object = plan {
        try encodeObject(value, into: parent, place, isStandIn: isStandIn)
      } else {
        let child = ValueEncoder(self, parent.list, parent: parent, step: parent.nextStep(place))
        child.place = place
        child.valueType = Value.self
        parent.list.current = child.identity
        if hasHooks, !isStandIn, let stored = try hooks?.stored(value) {
          try encode(stored: stored, to: child)
        } else if case .collection = plan, let collection = value as? any ArchiveCollection {
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

  /// Objects that stand somewhere.
  var standingCount: Int { standing.count }

  /// The cells of a list were moved by one from those of the objects on that stand there since a count of them.
  func moveObjects(in list: Int, since count: Int) {
    for number in standing[count...] {
      guard let place = objects[number].place, place.list == list else { continue }
      objects[number].place = (list, place.position + 1)
    }
  }

  /// What there was before a value.
  private struct Before {
    let cellCount: Int
    let segmentCount: Int
    let standingCount: Int
    let awaitedCount: Int
    let reachedCount: Int
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
    for number in reached[before.reachedCount...] { objects[number].isReached = false }
    reached.removeLast(reached.count - before.reachedCount)
    needsRenumbering = true
  }
}
