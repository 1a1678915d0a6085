internal import ArchiveFormat

/// References that are read straight from bytes (Spec, section 8).
extension ArchiveEdge {
  /// Reads the edge at the cursor to where the reference belongs; false, with the cursor anywhere, if that is left to cells.
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool {
    try state.countVisit()
    let isStrong = slot.pointee.code == KindCode.strongBackReference
    let offset = state.pointee.engine.offset(of: state.pointee.cursor.mark)
    guard state.isEdge(isStrong: isStrong),
      // A box, and a place among those that wait.
      state.charge(DecodingSession.referenceByteCount)
    else { return false }
    let graph = state.graph
    let box = makeBox(graph)
    let path = graph.needsPaths ? state.uncountedPath(of: slot) : nil
    guard graph.add(box, Self.self, .bytes(offset, path)) else { return false }
    unsafe target.initializeMemory(as: Self.self, to: Self(box))
    return true
  }
}

extension Ref<DirectState> {
  /// The references of the call that wait for their objects.
  fileprivate var graph: GraphCompletion {
    if let known = pointee.graph { return known.object }
    let graph = pointee.engine.ledger.graph
    graph.begin(pointee.engine)
    pointee.graph = Unowned(graph)
    return graph
  }

  /// Goes past the edge at the cursor; false if the edge breaks a rule.
  @inline(never)
  fileprivate func isEdge(isStrong: Bool) -> Bool { edgeTarget(isStrong: isStrong) != nil }

  /// True if a conditional edge stands at the cursor to an object that nobody stored: it reads as null. What stands behind the cursor is passed over once
  /// a call to know that.
  @inline(__always)
  func isAtNobody(_ slot: Ref<FieldSlot>) throws -> Bool {
    switch slot.pointee.code {
    case KindCode.conditionalReference, KindCode.any: try findNobody(slot)
    default: false
    }
  }

  @inline(never)
  private func findNobody(_ slot: Ref<FieldSlot>) throws -> Bool {
    let start = pointee.cursor.mark
    defer { pointee.cursor.mark = start }
    if slot.pointee.code == KindCode.any {
      guard pointee.cursor.fixed(UInt8.self) == KindCode.conditionalReference else { return false }
    }
    guard let number = edgeTarget(isStrong: false) else { return false }
    if pointee.objects.places.header(number) != nil { return false }
    if !pointee.engine.notesAllObjects() { _ = try pointee.engine.document() }
    return pointee.objects.places.header(number) == nil
  }

  /// Goes past such an edge; false, with the cursor where it was, for all else.
  @inline(__always)
  func passNobody(_ slot: Ref<FieldSlot>) throws -> Bool {
    guard try isAtNobody(slot) else { return false }
    try skip(slot)
    return true
  }

  /// The number of the object that the edge at the cursor names, which the cursor goes past; nil if the edge breaks a rule.
  func edgeTarget(isStrong: Bool) -> Int? {
    let start = pointee.cursor.mark
    guard let mention = pointee.cursor.varint() else { return nil }
    return pointee.objects.target(ofEdge: mention, at: start, isStrong: isStrong)
  }
}

extension DirectEngine {
  /// Notes all objects of the scope, those behind the cursor included; false if that is done with cells. O(bytes) the first time in a call.
  func notesAllObjects() -> Bool {
    if state.pointee.objects.isComplete || state.pointee.objects.isPassed { return true }
    guard place == nil, outerReader == nil, let rootPlace else { return false }
    let (mark, depth) = (state.pointee.cursor.mark, state.pointee.depth)
    let counts = (state.pointee.valueCount, state.pointee.zeroWidthCount)
    state.pointee.cursor = RawCursor(content, from: rootPlace.tag)
    state.pointee.depth = 0
    var isPassed = DirectSkipper(state).skip(KindID(.any))
    // Other roots are left to cells.
    if isPassed, roots.isList { isPassed = state.pointee.cursor.fixed(UInt8.self) == 0x01 }
    while isPassed, state.pointee.cursor.remaining > 0 {
      isPassed = DirectSkipper(state).skip(KindID(.any))
    }
    state.pointee.objects.isPassed = isPassed
    (state.pointee.valueCount, state.pointee.zeroWidthCount) = counts
    state.pointee.cursor.mark = mark
    state.pointee.depth = depth
    return isPassed
  }

  /// True if the object that an edge names was decoded, and its class is allowed there, or if nobody stored one. All else is found out with cells.
  ///
  /// - Parameters:
  ///   - offset: The edge, behind its tag if it has one.
  ///   - path: The way to the edge, if that decides what is allowed.
  func isSettled<Edge: ArchiveEdge>(
    _ edge: Edge.Type, _ offset: Int, _ path: [any CodingKey]?
  ) throws -> Bool {
    try state.countVisit()
    guard let number = number(ofEdgeAt: offset) else { return false }
    guard let decoded = state.pointee.objects.decoded?[number] else {
      // All of the scope was passed.
      return place == nil && !Edge.Rule.requiresObject
        && state.pointee.objects.places.header(number) == nil
    }
    guard decoded is Edge.Target, let row = state.pointee.objects.places.body(number)?.row,
      isAllowed(Edge.Target.self, row, path)
    else { return false }
    if state.pointee.isObserved { observe(Edge.Target.self, row, at: LazyPath(outer: path ?? [])) }
    return true
  }

  /// The number of the object that an edge names which was read.
  func number(ofEdgeAt offset: Int) -> Int? {
    var cursor = RawCursor(content, from: offset)
    let start = cursor.mark
    guard let mention = cursor.varint() else { return nil }
    return state.pointee.objects.number(ofEdge: mention, at: start)
  }

  /// An edge that was read, among the cells of the scope.
  func reference(at offset: Int, _ path: [any CodingKey]?) throws -> CellReference {
    let document = try document()
    guard let cell = cellsOfScope().cell(ofEdgeAt: offset) else {
      throw refuse(ArchiveError(.malformed, "no edge stands here", byteOffset: offset), path ?? [])
    }
    return CellReference(
      session: DecodingSession(document, ledger), cell: cell,
      object: Int(document.cells[cell].detail), path: path)
  }

  /// True if the call allows objects of a row as a class.
  private func isAllowed<Target: Decodable>(
    _ type: Target.Type, _ row: Int, _ path: [any CodingKey]?
  ) -> Bool {
    let address = TypeAddress.of(type)
    if knownClass(row: row, address) != nil { return true }
    guard let allowed = allowedClass(type, row, at: { ledger.path(path ?? []) }) else {
      return false
    }
    if allowed.isEverywhere, address == TypeAddress.of(Target.self) {
      note(TypeAddress.of(allowed.type), row: row, address)
    }
    return true
  }
}
