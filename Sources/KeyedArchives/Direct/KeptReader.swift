internal import ArchiveFormat

/// Reads values that are over, and whose decoders or containers user code keeps, straight from a copy of the bytes.
///
/// The kept values of a call share one. It has an engine of its own, where one of them is open at a time: the next one takes its place, and a value that
/// is asked for again after that is read from its beginning, or an array from the element that was reached. That counts as bytes that are read again, and once
/// too many were, the values are read from cells. Leaves of an array are read where they stand, whatever is open.
///
/// User code never holds a part of that engine for longer than a call: what it keeps of values inside of a kept one is kept values as well.
@safe
final class KeptReader {
  /// The content of the archive.
  let bytes: [UInt8]
  let definitions: ArchiveDefinitions
  let fields: FieldTable
  let ledger: DecodingLedger
  private let settings: DecodingSettings
  private let map: OffsetMap?
  private let roots: (start: Int, isList: Bool)
  private var engine: DirectEngine?
  /// The state of the engine, once there is one.
  private var state: Ref<DirectState>?
  /// The bytes that the engine reads.
  private var memory: UnsafeMutableRawBufferPointer?
  /// The visits that are left to cells.
  private var leastVisitCount = 0
  /// True if no engine reads archives like this one alone.
  private var isLeftToCells: Bool
  private var pieceCount = 0
  private var keptDefinitions: KeptDefinitions?
  /// The value that is open, and its level.
  private var open: (number: Int, level: Ref<Level>)?
  /// The bytes of the open value behind this place were read since the value was opened.
  private var openedAt: RawCursor.Mark?
  /// True while a call on the open value is under way.
  private var isBusy = false
  /// The kinds that all engines of the call know by these numbers.
  private let kindCount: Int

  init(
    _ bytes: [UInt8], _ schema: DirectSchema, _ ledger: DecodingLedger,
    _ settings: DecodingSettings, _ map: OffsetMap?, roots: (start: Int, isList: Bool)
  ) {
    self.bytes = bytes
    definitions = schema.definitions
    fields = schema.fields
    kindCount = schema.kindCount
    self.ledger = ledger
    self.settings = settings
    self.map = map
    self.roots = roots
    // The costs of archives inside of others are counted when their calls end.
    isLeftToCells = settings.values.limits.outer != nil
  }

  deinit {
    if let engine {
      engine.outerReader = nil
      engine.end()
      DirectPool.put(engine)
    }
    unsafe memory?.deallocate()
  }

  /// The number of the next kept value.
  func nextNumber() -> Int {
    pieceCount += 1
    return pieceCount
  }

  /// The definitions of an engine of the call up to a kind, for what is kept.
  func definitions(of schema: DirectSchema, upTo kind: KindID) -> KeptDefinitions {
    if let known = keptDefinitions, known.reach(kind, of: schema) { return known }
    let made = KeptDefinitions(schema)
    keptDefinitions = made
    return made
  }

  /// The container of a value for keys of a type, if nothing inside the value is open; nil also if the container would have to be made.
  func box(of piece: KeptPiece, keyType: Int) throws -> Ref<BoxInfo>? {
    if let open, open.number == piece.number, let state, state.pointee.level == open.level,
      let box = open.level.pointee.box, box.pointee.isDirect, box.pointee.keyType == keyType
    {
      return box
    }
    return try level(of: piece).flatMap { $0.pointee.state.reopen($0, keyType: keyType) }
  }

  /// Does what a call on a kept value does, with the value open; nil, with nothing done, if that is found out with cells.
  ///
  /// - Parameter runsUserCode: True if values with an `init(from:)` of their own may be decoded.
  func read<Result>(
    _ piece: KeptPiece, runsUserCode: Bool, _ body: (Ref<Level>) throws -> Result?
  ) throws -> Result? {
    guard let level = try level(of: piece), let engine else { return nil }
    let wasBusy = isBusy
    isBusy = true
    defer {
      isBusy = wasBusy
      if runsUserCode, !wasBusy { engine.settleKept(inside: level) }
    }
    return try body(level)
  }

  /// An element of an array that was left there, as a leaf; nil if it is none of the type, or if the array has to be open.
  func leaf<Leaf: DirectLeaf>(
    _ type: Leaf.Type, _ index: Int, of piece: KeptPiece
  ) throws -> Leaf? {
    guard let state, var reached = piece.reached, reached.index == index,
      reached.mark.run.left > 0, piece.isReadAlone, state.pointee.visitCount > leastVisitCount
    else { return nil }
    let start = state.pointee.cursor.mark
    defer { state.pointee.cursor.mark = start }
    state.pointee.cursor.mark = reached.mark.start
    guard let value = state.leafElement(type, reached.mark.run) else { return nil }
    try state.countVisit()
    reached.index &+= 1
    reached.mark.run.advance()
    reached.mark.start = state.pointee.cursor.mark
    piece.reached = reached
    return value
  }

  /// The level of a value, which is opened unless it is open.
  private func level(of piece: KeptPiece) throws -> Ref<Level>? {
    if let open, open.number == piece.number, let engine, engine.state.isOpen(open.level) {
      return open.level
    }
    guard !isBusy, piece.isReadAlone, piece.shape != nil || piece.kind.index < kindCount,
      let engine = beginning()
    else { return nil }
    let state = engine.state
    if let open, state.isOpen(open.level) {
      state.chargeAgain(
        from: openedAt ?? open.level.pointee.start, to: state.pointee.cursor.mark)
    }
    state.unwind(to: engine.firstLevel, 0, isGivenUp: false)
    open = nil
    // Visits of kept values never end a call.
    guard state.pointee.rereadByteCount > 0, state.pointee.visitCount > leastVisitCount else {
      return nil
    }
    // The engine may know the kind by another number.
    let slot = piece.shape.map { engine.schema.root(ofShape: $0) } ?? engine.schema.root(piece.kind)
    if piece.mayHoldObjects, piece.holdsNoObjects == nil {
      piece.holdsNoObjects = state.holdsNoObjects(
        slot.pointee.kind, at: piece.offset, depth: piece.depth)
    }
    guard piece.isReadAlone else { return nil }
    engine.beginPath(piece.lazyPath)
    engine.firstLevel.pointee.path = nil
    state.pointee.cursor = RawCursor(engine.content, from: piece.offset)
    state.pointee.depth = piece.depth
    let level = try state.enter(slot, .value)
    // A value of another type may have been asked for in the slot before.
    level.pointee.forms = nil
    open = (piece.number, level)
    openedAt = level.pointee.start
    return level
  }

  /// Notes that reading the open value goes on from a place: the bytes before are not read again.
  func goOn(from mark: RawCursor.Mark) {
    if let state, let openedAt {
      state.chargeAgain(from: openedAt, to: state.pointee.cursor.mark)
    }
    openedAt = mark
  }

  /// The engine, which begins with the archive when it is needed first.
  private func beginning() -> DirectEngine? {
    if let engine { return engine }
    if isLeftToCells { return nil }
    let made = DirectPool.take(usesGeneratedCode: settings.values.usesGeneratedCode)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    unsafe copy.copyBytes(from: bytes)
    unsafe memory = copy
    let content = DirectContent(
      bytes: unsafe RawBytes(UnsafeRawBufferPointer(copy)), start: roots.start,
      hasRootList: roots.isList,
      definitions: ScopeDefinitions(definitions, limits: ledger.limits), map: map, copy: bytes)
    guard made.begin(content, settings) else {
      isLeftToCells = true
      made.end()
      DirectPool.put(made)
      return nil
    }
    made.madeLedger = ledger
    made.madeBudget = ledger.sharedBudget
    made.outerReader = Unowned(self)
    // All values were counted when their archive was decoded.
    made.state.pointee.valueCount = .max
    made.state.pointee.zeroWidthCount = .max
    engine = made
    state = made.state
    leastVisitCount = made.limits.maximumVisitCount / 2
    return made
  }
}
