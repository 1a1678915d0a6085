internal import ArchiveFormat

/// Types that generated code reads.
extension DirectEngine {
  /// Lets generated code read a slot if it can.
  func prepareGenerated(_ slot: Ref<FieldSlot>) {
    slot.pointee.reading = nil
    guard usesGeneratedCode, schema.hookNumber == 0, let type = slot.pointee.generated,
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
  /// that there would have been without generated code. After an error of an `init(from:)` inside, which will most likely come again, and where a
  /// call has read as many bytes in vain as it may, generated code begins nothing more.
  @inline(__always)
  func readGenerated(into target: UnsafeMutableRawPointer, _ slot: Ref<FieldSlot>) throws -> Bool {
    // A small limit is left to the general way: generated code counts no single levels.
    guard pointee.usesGeneratedCode, pointee.maximumDepth > 64,
      pointee.generatedCount < Self.generatedLimit, let generated = slot.pointee.generated,
      let place = slot.pointee.reading, slot.pointee.attempts.isTaken()
    else { return false }
    pointee.generatedCount &+= 1
    defer { pointee.generatedCount &-= 1 }
    if isRefusedAnywhere { throw pointee.engine.refusal() }
    let before = ReadingSnapshot(self)
    do {
      try unsafe generated.read(into: target, self, place)
      pointee.depth = before.depth
      slot.pointee.attempts.succeed()
      return true
    } catch {
      if pointee.engine.isLeftToCells { throw error }
      giveUp(before, error)
      slot.pointee.attempts.fail()
      return false
    }
  }

  /// Readings of generated code, one inside the other with values without any between them.
  private static var generatedLimit: Int { 4 }

  /// Goes back to before a reading that failed.
  func giveUp(_ before: ReadingSnapshot, _ error: any Error) {
    let byteCount = before.byteCount(upTo: pointee.cursor.mark)
    pointee.vainByteCount &-= byteCount + Self.failureByteCount
    if pointee.vainByteCount <= 0 || !(error is UnforeseenBytes) {
      pointee.usesGeneratedCode = false
    }
    before.restore(self)
  }

  /// The bytes that each failure counts as beside those that were read, for the time to throw and to go back.
  private static var failureByteCount: Int { 64 }

  /// Notes how far a reading came that failed: the place of the reader, or of a value inside that read itself.
  func noteVain(_ reader: ArchiveReader) {
    if unsafe pointee.cursor.place < reader.position {
      pointee.cursor = unsafe RawCursor(reader.position, pointee.cursor.end)
    }
  }

  var isRefusedAnywhere: Bool { pointee.isRefused || pointee.engine.isRefused }
}

extension ArchivableValue {
  /// Reads a value to where it belongs.
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ place: ArchivedPlace
  ) throws {
    var reader = ArchiveReader(state)
    // Where paths are tracked, each level is counted as it is entered.
    if !place.tracksPath { try reader.descend(place.levels) }
    do {
      unsafe target.bindMemory(to: Self.self, capacity: 1).initialize(
        to: try read(from: &reader, at: place))
    } catch {
      // So far it was read in vain.
      state.noteVain(reader)
      throw error
    }
    guard state.pointee.valueCount >= 0, state.pointee.visitCount >= 0,
      state.pointee.zeroWidthCount >= 0, !place.tracksPath || !state.isRefusedAnywhere
    else {
      unsafe target.assumingMemoryBound(to: Self.self).deinitialize(count: 1)
      throw UnforeseenBytes()
    }
    state.pointee.cursor = unsafe RawCursor(reader.position, reader.end)
  }
}
