internal import ArchiveFormat

/// Values whose type the archive names, read straight from bytes (Spec, section 8).
extension ArchiveExistential {
  /// Reads the value at the cursor to where it belongs; false, with the cursor anywhere, if cells have to find its type.
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool {
    try state.countVisit()
    let start = state.pointee.cursor.mark
    guard let place = state.namedPlace(slot, { baseName }) else { return false }
    let value = try state.namedValue(place.pointee.type, place)
    guard let made = Self(erased: value) else {
      throw try state.noBase(Self.self, baseName, place, slot, at: start)
    }
    unsafe target.initializeMemory(as: Self.self, to: made)
    return true
  }

  /// True if there is room for one on its way to where it belongs.
  static var fits: Bool { Scratch.fits(Self.self) }
}

extension Ref<DirectState> {
  /// A value of the type that its place names.
  fileprivate func namedValue<Value: Decodable>(
    _ type: Value.Type, _ place: Ref<NamedPlace>
  ) throws -> Any {
    let slot = place.pointee.slot
    prepare(type, slot)
    if !place.pointee.isLabelled {
      if slot.pointee.strategy.isLeaf { try countVisit() }
      return try value(type, slot)
    }
    // A label is a container around the value.
    let (start, depth) = (pointee.cursor.mark, pointee.depth)
    pointee.depth = depth &+ 1
    if slot.pointee.strategy.isLeaf { try countVisit() }
    let value = try value(type, slot)
    if pointee.cursor.mark == start { pointee.zeroWidthCount &-= 1 }
    pointee.depth = depth
    return value
  }

  /// The error of a value whose type is allowed, and not what is asked for.
  fileprivate func noBase<Value>(
    _ type: Value.Type, _ name: String, _ place: Ref<NamedPlace>, _ slot: Ref<FieldSlot>,
    at start: RawCursor.Mark
  ) throws -> any Error {
    let engine = pointee.engine
    let path = codingPath(of: slot)
    _ = try engine.checkRoot()
    var cell = ArchiveCell(.record)
    cell.offset = engine.tagOffset(before: start, pointee.depth) ?? engine.offset(of: start)
    let found = engine.schema.typeName(place.pointee.row)
    let error = engine.errorSession.error(
      .typeMismatch, "a value of \(name) is asked for, and “\(found)” does not conform to it",
      Slot(cell: cell, index: -1))
    return DecodingError.carrying(error, type, at: path)
  }
}
