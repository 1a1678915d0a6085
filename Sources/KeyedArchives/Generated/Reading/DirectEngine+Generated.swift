internal import ArchiveFormat

/// Types that generated code reads.
extension DirectEngine {
  /// Lets generated code read a slot if it can.
  func prepareGenerated(_ slot: Ref<FieldSlot>) {
    slot.pointee.reading = nil
    guard let type = slot.pointee.generated,
      slot.pointee.strategy == .container || slot.pointee.strategy == .collection
    else { return }
    let place = unsafe ArchivedPlace(schema.readings.newPlace(slot))
    ArchivedPlanner(self).prepare(type, place)
    guard place.isGenerated, unsafe !place.pointee.pointee.isVoid else { return }
    slot.pointee.reading = place
    slot.pointee.strategy = .generated
    if slot.pointee.collection != nil { schema.addInner(slot) }
  }
}

extension Ref<DirectState> {
  /// The value of a slot, by generated code; nil, with nothing changed, where that does not foresee
  /// what stands there.
  @inline(never)
  func generatedValue<Value: Decodable>(
    _ type: Value.Type, _ slot: Ref<FieldSlot>
  ) throws -> Value? {
    // A small limit is left to the general way: generated code counts no single levels.
    guard pointee.usesGeneratedCode, pointee.maximumDepth > 64,
      let generated = slot.pointee.generated,
      let place = slot.pointee.reading
    else { return nil }
    let before = Snapshot(self)
    do {
      var value: Value?
      try unsafe withUnsafeMutablePointer(to: &value) {
        try unsafe generated.read(intoOptionalAt: UnsafeMutableRawPointer($0), self, place)
      }
      guard pointee.valueCount >= 0, pointee.visitCount >= 0, pointee.zeroWidthCount >= 0 else {
        throw UnforeseenBytes()
      }
      pointee.depth = before.depth
      return value
    } catch is UnforeseenBytes {
      if pointee.isRefused || pointee.engine.isRefused { throw pointee.engine.refusal() }
      before.restore(self)
      // Each value is read at most twice, however deep they nest.
      pointee.usesGeneratedCode = false
      return nil
    }
  }
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

  init(_ state: Ref<DirectState>) {
    mark = state.pointee.cursor.mark
    level = state.pointee.level
    depth = state.pointee.depth
    valueCount = state.pointee.valueCount
    visitCount = state.pointee.visitCount
    byteCount = state.pointee.byteCount
    zeroWidthCount = state.pointee.zeroWidthCount
  }

  func restore(_ state: Ref<DirectState>) {
    state.unwind(to: level, depth)
    state.pointee.cursor.mark = mark
    state.pointee.valueCount = valueCount
    state.pointee.visitCount = visitCount
    state.pointee.byteCount = byteCount
    state.pointee.zeroWidthCount = zeroWidthCount
  }
}

extension ArchivableValue {
  /// Reads a value to memory that holds nil.
  fileprivate static func read(
    intoOptionalAt target: UnsafeMutableRawPointer, _ state: Ref<DirectState>,
    _ place: ArchivedPlace
  ) throws {
    var reader = ArchiveReader(state)
    try reader.descend(place.levels)
    let value = try read(from: &reader, at: place)
    unsafe target.assumingMemoryBound(to: Self?.self).pointee = value
    unsafe state.pointee.cursor.place = unsafe reader.position
  }
}
