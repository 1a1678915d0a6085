/// Small archives one after the other, with the same definitions and the same type of root, as a database
/// hands out its rows: nothing has to be set up but what the values may cost.
extension DirectEngine {
  /// Reads the root by generated code, if that read the last one of the same definitions; false, with
  /// nothing there, if not.
  @inline(__always)
  func readKnownRoot<Value>(
    _ type: Value.Type, _ content: DirectContent, _ settings: DecodingSettings,
    into room: UnsafeMutableRawPointer
  ) -> Bool {
    let schema = schema
    guard let known = schema.knownRoot.pointee, known.type == TypeAddress.of(type),
      content.definitions == nil, schema.isHeld(by: content.home),
      settings.values.usesGeneratedCode,
      content.bytes.has(schema.bytes, at: content.start), schema.suits(settings),
      settings.values.limits.maximumDepth > 64
    else { return false }
    let state = state
    state.pointee.cursor = RawCursor(content.bytes, from: content.start + schema.bytes.count)
    if content.hasRootList, state.pointee.cursor.fixed(UInt8.self) != 0x03 { return false }
    guard state.pointee.cursor.fixed(UInt8.self) == known.tag else { return false }
    state.pointee.depth = 0
    state.pointee.allow(settings.values.limits, inputByteCount: content.bytes.count + 4)
    state.pointee.visitCount &-= 1
    state.pointee.vainByteCount = Self.vainByteCount(content.bytes.count)
    guard (try? unsafe known.generated.read(into: room, state, known.place)) != nil else {
      return false
    }
    if content.hasRootList, state.pointee.cursor.fixed(UInt8.self) != 0x01 {
      unsafe room.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
      return false
    }
    guard state.pointee.cursor.remaining == 0 else {
      unsafe room.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
      return false
    }
    return true
  }

  /// Notes that generated code reads roots that begin with a byte, and nothing else does inside of them.
  func noteRoot(at offset: Int, _ slot: Ref<FieldSlot>) {
    guard slot.pointee.strategy == .generated, schema.isKept, !schema.hasClasses,
      let place = slot.pointee.reading, let generated = slot.pointee.generated, !place.tracksPath,
      let tag = content.byte(at: offset), tag >= KindCode.shortRecordTag
    else { return }
    schema.knownRoot.pointee = KnownRoot(
      tag: tag, type: slot.pointee.type, generated: generated, place: place)
  }
}

/// A root that generated code reads alone.
struct KnownRoot {
  /// The first byte of its value.
  let tag: UInt8
  /// The address of its type.
  let type: Int
  let generated: any ArchivableValue.Type
  let place: ArchivedPlace
}
