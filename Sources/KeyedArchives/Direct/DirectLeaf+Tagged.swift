internal import ArchiveFormat

/// Leaves whose kind a tag tells.
extension DirectLeaf {
  /// The leaf of the tagged value at the cursor; nil, with the cursor anywhere, if it is none of this type or if the tag is
  /// not the one that it should have.
  static func tagged(_ state: Ref<DirectState>) -> Self? {
    guard let tag = state.pointee.cursor.fixed(UInt8.self), tag < KindCode.shortRecordTag else {
      return nil
    }
    if tag >= KindCode.shortStringTag {
      let byteCount = Int(tag - KindCode.shortStringTag)
      guard Self.self == String.self || convertsText,
        byteCount <= state.pointee.cursor.remaining, state.charge(byteCount),
        let text = state.pointee.cursor.text(byteCount)
      else { return nil }
      if Self.self == String.self { return unsafe unsafeBitCast(text, to: Self.self) }
      return converted(OtherLeaf(text, state))
    }
    if tag >= KindCode.smallIntTag {
      let payload = UInt64(tag - KindCode.smallIntTag)
      return value(ArchiveCell(.int, payload: payload), .empty)
        ?? converted(.integer(Int128(payload)))
    }
    if tag == KindCode.bool || tag == KindCode.true {
      return value(ArchiveCell(.bool, payload: tag == KindCode.true ? 1 : 0), .empty)
    }
    guard state.isLong(tag) else { return nil }
    return tag == directCode ? read(state) : converted(tag, state)
  }

  /// Reads the leaf of a tagged value to where it belongs; false, with nothing there, if it cannot be read.
  static func readTagged(into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>) -> Bool {
    guard Scratch.fits(Self.self), let value = tagged(state) else { return false }
    unsafe target.initializeMemory(as: Self.self, to: value)
    return true
  }
}

extension Ref<DirectState> {
  /// Whether what stands behind a tag at the cursor has no shorter form (rule K3).
  func isLong(_ tag: UInt8) -> Bool {
    var cursor = pointee.cursor
    switch tag {
    case KindCode.int:
      guard let value = cursor.zigzag() else { return false }
      return value < 0 || value >= KindCode.shortFormLimit
    case KindCode.string:
      guard let byteCount = cursor.byteCount() else { return false }
      return byteCount >= KindCode.shortFormLimit
    default: return true
    }
  }

  /// The slot of the container that a tag at the cursor tells, with the cursor behind the tag; nil for other values.
  func taggedSlot() -> Ref<FieldSlot>? {
    let schema = pointee.engine.schema
    switch pointee.cursor.nextByte {
    case nil: return nil
    case KindCode.array?, KindCode.set?, KindCode.map?:
      return schema.hasRoom ? pointee.engine.runSlot() : nil
    default:
      return schema.hasRoom ? schema.taggedValueShape(self).map { schema.root(ofShape: $0) } : nil
    }
  }

  /// The slot of the object or edge that a tag at the cursor tells, with the cursor behind the tag; nil for other values.
  private func taggedObjectSlot() -> Ref<FieldSlot>? {
    let schema = pointee.engine.schema
    guard schema.hasClasses, schema.hasRoom else { return nil }
    switch pointee.cursor.nextByte {
    case KindCode.object?: return pointee.engine.runSlot()
    case KindCode.strongBackReference?:
      _ = pointee.cursor.skip(1)
      return schema.root(KindID(.strongBackReference))
    case KindCode.conditionalReference?:
      _ = pointee.cursor.skip(1)
      return schema.root(KindID(.conditionalReference))
    default: return nil
    }
  }

  /// A collection, object or edge of the kind that a tag at the cursor tells, in a slot of any kind.
  func taggedValue<Value: Decodable>(
    _ type: Value.Type, _ slot: Ref<FieldSlot>
  ) throws -> Value {
    let around = pointee.level
    let level = try enter(slot, .value)
    let isCollection = slot.pointee.collection != nil
    guard let inner = isCollection ? taggedSlot() : taggedObjectSlot() else {
      pointee.cursor.mark = level.pointee.start
      pointee.level = around
      return try valueFromCells(type, slot)
    }
    level.pointee.payload = pointee.cursor.mark
    // Objects and edges are counted where they are read.
    if !isCollection { pointee.visitCount &+= 1 }
    prepare(type, inner)
    let value = try value(type, inner)
    if level.pointee.mode != .cells {
      level.pointee.end = pointee.cursor.mark
      level.pointee.mode = .single
    }
    try leave(level, to: around)
    return value
  }
}
