internal import ArchiveFormat

/// The container of a record that is read straight from bytes.
///
/// As long as the keys are asked for in their order, each call compares the key and the kind with
/// those of the next field and reads the value there and then. Any other call looks more closely
/// (`DirectKeyed+Turns.swift`); what cannot be read from the place that was reached comes from
/// cells.
struct DirectKeyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let info: Ref<BoxInfo>

  /// The byte that a key of an enumeration is.
  @inline(__always)
  func byte(_ key: Key) -> UInt32 {
    // Containers are made for key types of at most one byte.
    info.pointee.keyMask == 0 ? 0 : UInt32(unsafe unsafeBitCast(key, to: UInt8.self))
  }

  // MARK: Leaves

  /// What `decode` does for leaves.
  @inline(__always)
  func decode<Leaf: DirectLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf {
    let field = info.pointee.next
    if field.pointee.match == byte(key) | UInt32(Leaf.directCode) << 16 {
      let state = info.pointee.state
      let start = state.pointee.cursor.mark
      if let value = Leaf.read(state) {
        info.pointee.next = field[1]
        return value
      }
      state.pointee.cursor.mark = start
    }
    return try decodeOther(leaf: type, key)
  }

  /// What `decodeIfPresent` does for leaves.
  @inline(__always)
  func decodeIfPresent<Leaf: DirectLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf? {
    let field = info.pointee.next
    let match = field.pointee.match ^ (byte(key) | 1 << 8)
    if match & 0xFFFF == 0, !field.pointee.firstBit.isSet(info.pointee.bits) {
      info.pointee.next = field[1]
      return nil
    }
    if match == UInt32(Leaf.directCode) << 16 {
      let state = info.pointee.state
      let start = state.pointee.cursor.mark
      if let value = Leaf.read(state) {
        info.pointee.next = field[1]
        return value
      }
      state.pointee.cursor.mark = start
    }
    return try decodeOtherIfPresent(leaf: type, key)
  }

  /// A bool that must be there is one of the state bits.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let field = info.pointee.next
    if field.pointee.match == byte(key) | UInt32(Bool.directCode) << 16 {
      info.pointee.next = field[1]
      return field.pointee.valueBit.isSet(info.pointee.bits)
    }
    return try decodeOther(leaf: type, key)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try decodeIfPresent(leaf: type, key)
  }

  // MARK: Other values

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let field = info.pointee.next
    if field.pointee.match & 0xFFFF == byte(key), field.pointee.type == TypeAddress.of(type) {
      return try value(type, field, key)
    }
    return try decodeOther(type, key)
  }

  func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value? {
    let field = info.pointee.next
    if field.pointee.match & 0xFFFF == byte(key) | 1 << 8 {
      guard field.pointee.firstBit.isSet(info.pointee.bits) else {
        info.pointee.next = field[1]
        return nil
      }
      if field.pointee.type == TypeAddress.of(type) {
        return try isNobody(field) ? nil : value(type, field, key)
      }
    } else if field.pointee.match & 0xFCFF == byte(key), field.pointee.type == TypeAddress.of(type)
    {
      // The field has a value in each record, or may be null.
      guard field.state(info.pointee.bits) == .value else {
        info.pointee.next = field[1]
        return nil
      }
      return try isNobody(field) ? nil : value(type, field, key)
    }
    return try decodeOtherIfPresent(type, key)
  }

  /// Goes past the next field if its value reads as null since nobody stored the object; false for others.
  @inline(__always)
  func isNobody(_ field: Ref<FieldSlot>) throws -> Bool {
    guard try info.pointee.state.passNobody(field) else { return false }
    info.pointee.next = field[1]
    return true
  }

  /// True if a field that was passed reads as null since nobody stored the object of its edge.
  func isPassedNobody(_ field: Ref<FieldSlot>) throws -> Bool {
    let state = info.pointee.state
    guard let frontier = try state.leaveFrontier(info, to: field) else { return false }
    defer { state.comeBack(info, to: frontier) }
    return try state.isAtNobody(field)
  }

  /// The value of the next field, whose slot is ready for the type.
  @inline(__always)
  func value<Value: Decodable>(
    _ type: Value.Type, _ field: Ref<FieldSlot>, _ key: Key
  ) throws -> Value {
    if field.pointee.strategy.isInState { return try valueInState(type, field, key) }
    let state = info.pointee.state
    let start = state.pointee.cursor.mark
    // Until the value is read, calls on this container are out of turn.
    info.pointee.next = state.pointee.nothing
    do {
      let value = try state.value(type, field)
      if info.pointee.isDirect { info.pointee.next = field[1] }
      return value
    } catch {
      throw recover(error, type, field, start, key)
    }
  }

  /// A value that failed is as if it had not been asked for: user code may go on.
  @inline(never)
  private func recover(
    _ error: any Error, _ type: any Any.Type, _ field: Ref<FieldSlot>, _ start: RawCursor.Mark,
    _ key: Key
  ) -> any Error {
    let path = codingPath + [ArchiveCodingKey(stringValue: key.stringValue)]
    let state = info.pointee.state
    if let level = info.pointee.level {
      state.chargeAgain(from: start, to: state.pointee.cursor.mark)
      state.unwind(to: level, level.pointee.depth + 1)
      state.pointee.cursor.mark = start
      if info.pointee.isDirect { info.pointee.next = field }
    }
    return DecodingError.carrying(error, type, path)
  }
}
