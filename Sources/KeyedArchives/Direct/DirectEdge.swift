internal import ArchiveFormat

/// References that are read straight from bytes (Spec, section 8).
extension ArchiveEdge {
  /// Reads the edge at the cursor to where the reference belongs; false, with the cursor anywhere, if that is left to cells.
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool {
    try state.countVisit()
    let isStrong = slot.pointee.code == KindCode.strongBackReference
    guard state.pointee.readsEdges, let number = state.edgeTarget(isStrong: isStrong),
      // A box, and a place among those that wait.
      state.charge(DecodingSession.referenceByteCount)
    else { return false }
    let graph = state.graph
    let box = makeBox(graph)
    guard graph.add(box, Self.self, .bytes(number)) else { return false }
    state.pointee.referenceCount = graph.count
    unsafe target.initializeMemory(as: Self.self, to: Self(box))
    return true
  }
}

extension Ref<DirectState> {
  /// The references of the call that wait for their objects.
  fileprivate var graph: GraphCompletion {
    if let known = pointee.graph { return known.object }
    let graph = pointee.engine.ledger.graph
    if graph.engine == nil { graph.engine = pointee.engine }
    pointee.graph = Unowned(graph)
    return graph
  }

  /// The number of the object that the edge at the cursor names; nil if the edge breaks a rule.
  @inline(never)
  func edgeTarget(isStrong: Bool) -> Int? {
    let start = pointee.cursor.mark
    guard let mention = pointee.cursor.varint() else { return nil }
    return pointee.objects.target(ofEdge: mention, at: start, isStrong: isStrong)
  }
}

extension DirectEngine {
  /// True if the call reads an archive whose shapes hold edges from bytes. It does not if many with these definitions were left to cells.
  func mayReadEdges(_ settings: DecodingSettings) -> Bool {
    schema.hasClasses && settings.readsEdges && attempts.pointee.isTaken()
  }

  /// The attempts at archives with the same definitions, or of all whose definitions nobody keeps.
  private var attempts: Ref<Attempts> { schema.isKept ? schema.edgeAttempts : edgeAttempts }

  /// Notes whether an archive with edges was read from bytes.
  func noteAttempt(_ isDecoded: Bool) {
    if isDecoded {
      attempts.pointee.succeed()
    } else {
      attempts.pointee.fail()
    }
  }

  /// The object that an edge names, which was decoded already. All else is found out with cells: objects that stand behind all roots, those that nobody
  /// stored, and classes that are not allowed.
  func object<Target: AnyObject & Decodable>(_ type: Target.Type, _ number: Int) throws -> Target {
    try state.countVisit()
    guard let decoded = state.pointee.objects.decoded?[number], let instance = decoded as? Target,
      let row = state.pointee.objects.places.body(number)?.row, isAllowed(type, row: row)
    else { throw leaveToCells() }
    return instance
  }

  /// True if the call allows objects of a row as a class.
  private func isAllowed<Target: Decodable>(_ type: Target.Type, row: Int) -> Bool {
    let address = TypeAddress.of(type)
    if knownClass(row: row, address) != nil { return true }
    guard let allowed = allowedClass(type, row, at: { ArchivePath() }) else { return false }
    if allowed.isEverywhere, address == TypeAddress.of(Target.self) {
      note(TypeAddress.of(allowed.type), row: row, address)
    }
    return true
  }
}
