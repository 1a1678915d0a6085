internal import ArchiveFormat

/// Types that generated code reads.
extension DirectEngine {
  /// Lets generated code read a slot if it can.
  func prepareGenerated(_ slot: Ref<FieldSlot>) {
    slot.pointee.reading = nil
    guard usesGeneratedCode, let type = slot.pointee.generated,
      slot.pointee.strategy == .container || slot.pointee.strategy == .collection
    else { return }
    let place = schema.readings.place(of: slot) {
      ArchivedPlanner(self).prepare(type, $0)
    }
    guard unsafe place.pointee.pointee.canBegin else { return }
    slot.pointee.reading = place
    slot.pointee.strategy = .generated
    if slot.pointee.collection != nil { schema.addInner(slot) }
  }
}

extension Ref<DirectState> {
  /// Reads the value of a slot by generated code; false, with nothing changed, where that does not foresee
  /// what stands there.
  ///
  /// Any error makes the value be read again by `init(from:)`, so that it is the error, in the place,
  /// that there would have been without generated code. From then on generated code begins nothing in
  /// the call; those that are open around it go on, and may fail too. As no more than
  /// ``generatedLimit`` are open at once, a value is read at most one time more than that.
  @inline(__always)
  func readGenerated(into target: UnsafeMutableRawPointer, _ slot: Ref<FieldSlot>) throws -> Bool {
    // A small limit is left to the general way: generated code counts no single levels.
    guard pointee.usesGeneratedCode, pointee.maximumDepth > 64,
      pointee.generatedCount < Self.generatedLimit, let generated = slot.pointee.generated,
      let place = slot.pointee.reading
    else { return false }
    pointee.generatedCount &+= 1
    defer { pointee.generatedCount &-= 1 }
    if isRefusedAnywhere { throw pointee.engine.refusal() }
    let before = Snapshot(self)
    do {
      try unsafe generated.read(into: target, self, place)
      pointee.depth = before.depth
      return true
    } catch {
      before.restore(self)
      pointee.usesGeneratedCode = false
      return false
    }
  }

  /// Readings of generated code, one inside the other with values without any between them.
  private static var generatedLimit: Int { 4 }

  fileprivate var isRefusedAnywhere: Bool { pointee.isRefused || pointee.engine.isRefused }
}

/// What a call's state was.
private struct Snapshot {
  let mark: RawCursor.Mark
  let level: Ref<Level>
  let depth: Int
  let valueCount: Int
  let visitCount: Int
  let byteCount: Int
  let zeroWidthCount: Int
  let ledger: (visitCount: Int, materializedByteCount: Int)

  init(_ state: Ref<DirectState>) {
    mark = state.pointee.cursor.mark
    level = state.pointee.level
    depth = state.pointee.depth
    valueCount = state.pointee.valueCount
    visitCount = state.pointee.visitCount
    byteCount = state.pointee.byteCount
    zeroWidthCount = state.pointee.zeroWidthCount
    let known = state.pointee.engine.madeLedger
    ledger = (known?.visitCount ?? 0, known?.materializedByteCount ?? 0)
  }

  func restore(_ state: Ref<DirectState>) {
    state.unwind(to: level, depth)
    state.pointee.cursor.mark = mark
    state.pointee.valueCount = valueCount
    state.pointee.visitCount = visitCount
    state.pointee.byteCount = byteCount
    state.pointee.zeroWidthCount = zeroWidthCount
    state.pointee.isRefused = false
    state.pointee.engine.madeLedger?.restore(
      visitCount: ledger.visitCount, materializedByteCount: ledger.materializedByteCount)
  }
}

extension ArchivableValue {
  /// Reads a value to where it belongs.
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ place: ArchivedPlace
  ) throws {
    var reader = ArchiveReader(state)
    try reader.descend(place.levels)
    unsafe target.bindMemory(to: Self.self, capacity: 1).initialize(
      to: try read(from: &reader, at: place))
    guard state.pointee.valueCount >= 0, state.pointee.visitCount >= 0,
      state.pointee.zeroWidthCount >= 0, !place.tracksPath || !state.isRefusedAnywhere
    else {
      unsafe target.assumingMemoryBound(to: Self.self).deinitialize(count: 1)
      throw UnforeseenBytes()
    }
    state.pointee.cursor = unsafe RawCursor(reader.position, reader.end)
  }
}
