internal import ArchiveFormat

/// Calls that are not the one that was expected.
extension DirectKeyed {
  /// Goes to the field of a key, past those in between.
  @inline(never)
  func turn(to key: Key) throws -> Turn {
    if let turn = try info.turn(toKey: byte(key)) { return turn }
    _ = try field(of: key)
    return try info.turn(toKey: byte(key)) ?? .cells
  }

  /// The field of a key; nil if the shape does not have the key.
  private func field(of key: Key) throws -> Ref<FieldSlot>? {
    let plan = info.pointee.plan
    if plan.pointee.isEnumeration == nil {
      plan.pointee.isEnumeration = KeyStyle.isEnumeration(key)
    }
    guard plan.pointee.isEnumeration == true else { return nil }
    let byte = byte(key)
    let known = plan.pointee.fieldOfByte[Int(byte)]
    if known.pointee == -2 {
      known.pointee = -1
      let text = key.stringValue
      if let number = plan.pointee.form?.number(ofMissing: text) {
        // Cells find a default whose number has no room here.
        known.pointee = Int16(exactly: -3 - number) ?? -2
      }
      let schema = info.pointee.state.pointee.engine.schema
      let (count, next) = (plan.pointee.count, info.pointee.next.index(from: plan.pointee.fields))
      // Most records are asked for in the order of their fields: the next one is looked at first.
      let first = (0..<count).contains(next) ? next : 0
      for number in first..<first + count {
        let index = number < count ? number : number - count
        let field = plan.pointee.fields[index]
        guard schema.key(of: field).hasSameBytes(as: text) else { continue }
        known.pointee = Int16(exactly: index) ?? -2
        field.pointee.match = FieldSlot.match(
          UInt8(truncatingIfNeeded: byte), field.pointee.mode, field.pointee.code)
        break
      }
    }
    return known.pointee < 0 ? nil : plan.pointee.fields[Int(known.pointee)]
  }

  // MARK: Values that are over

  /// Does what a call on the container of a value that is over does with the value, open once more; nil if the value is not over, or is read from cells.
  func reopened<Result>(
    runsUserCode: Bool = false, _ body: (DirectKeyed) throws -> Result?
  ) throws -> Result? {
    guard info.pointee.level == nil, let piece = info.keptPiece else { return nil }
    return try piece.reader.read(piece, runsUserCode: runsUserCode) { level in
      guard let box = level.pointee.state.box(of: level, Key.self) else { return nil }
      return try body(DirectKeyed(info: box))
    }
  }

  // The calls on values that are over stand apart: optionals of generic types cost each call of a function that has some.

  @inline(never)
  private func decodeKept<Leaf: DirectLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf {
    try reopened { try $0.decodeOther(leaf: type, key) } ?? cells().decode(leaf: type, key)
  }

  @inline(never)
  private func decodeKeptIfPresent<Leaf: DirectLeaf>(
    leaf type: Leaf.Type, _ key: Key
  ) throws -> Leaf? {
    try reopened { .some(try $0.decodeIfPresent(leaf: type, key)) }
      ?? cells().decodeIfPresent(leaf: type, key)
  }

  @inline(never)
  private func decodeKept<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    try reopened(runsUserCode: true) { try $0.decode(type, forKey: key) }
      ?? cells().decode(type, forKey: key)
  }

  @inline(never)
  private func decodeKeptIfPresent<Value: Decodable>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    try reopened(runsUserCode: true) { .some(try $0.decodeIfPresent(type, forKey: key)) }
      ?? cells().decodeIfPresent(type, forKey: key)
  }

  // MARK: Cells

  /// The same record as a container of cells.
  func cells() throws -> KeyedDecoding<Key> {
    let decoder: ValueDecoder
    if let level = info.pointee.level {
      decoder = try info.pointee.state.useCells(level)
    } else {
      guard let piece = info.keptPiece else { throw ArchiveError(.dataCorrupted, "no value") }
      decoder = try piece.decoder()
    }
    if let made = info.pointee.extra.cells, made.decoder === decoder { return KeyedDecoding(made) }
    let made = try KeyedCells(decoder, keyedBy: Key.self)
    info.pointee.extra.cells = made
    return KeyedDecoding(made)
  }

  // MARK: Values

  @inline(__always)
  func decodeOther<Leaf: DirectLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf {
    try info.leaf(type, ofKey: byte(key)) ?? decodeOtherSlowly(leaf: type, key)
  }

  @inline(__always)
  func decodeOtherIfPresent<Leaf: DirectLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf? {
    if let found = try info.leafIfPresent(type, ofKey: byte(key)) { return found }
    return try decodeOtherIfPresentSlowly(leaf: type, key)
  }

  @inline(never)
  private func decodeOtherSlowly<Leaf: DirectLeaf>(
    leaf type: Leaf.Type, _ key: Key
  ) throws -> Leaf {
    if info.pointee.level == nil { return try decodeKept(leaf: type, key) }
    switch try turn(to: key) {
    case .field(let field):
      if let value = read(leaf: type, field) { return value }
      if let error = try mismatch(leaf: type, field, key) { throw error }
    case .passed(let field): if let value = try again(leaf: type, field, key) { return value }
    case .none: try refuseMissing(key)
    case .missing(let number): if let value = try standIn(type, number, key) { return value }
    case .cells: break
    }
    return try cells().decode(leaf: type, key)
  }

  @inline(never)
  private func decodeOtherIfPresentSlowly<Leaf: DirectLeaf>(
    leaf type: Leaf.Type, _ key: Key
  ) throws -> Leaf? {
    if info.pointee.level == nil { return try decodeKeptIfPresent(leaf: type, key) }
    switch try turn(to: key) {
    case .none: return nil
    case .field(let field):
      if let value = read(leaf: type, field) { return value }
      if let error = try mismatch(leaf: type, field, key) { throw error }
    case .passed(let field): if let value = try again(leaf: type, field, key) { return value }
    case .missing(let number): if let value = try standIn(type, number, key) { return value }
    case .cells: break
    }
    return try cells().decodeIfPresent(leaf: type, key)
  }

  /// The value of a field that was passed; nil if it is found out with cells.
  private func again<Leaf: DirectLeaf>(
    leaf type: Leaf.Type, _ field: Ref<FieldSlot>, _ key: Key
  ) throws -> Leaf? {
    let state = info.pointee.state
    guard let frontier = try state.leaveFrontier(info, to: field) else { return nil }
    defer { state.comeBack(info, to: frontier) }
    if let value = read(leaf: type, field) { return value }
    if let error = try mismatch(leaf: type, field, key) { throw error }
    return nil
  }

  private func again<Value: Decodable>(
    _ type: Value.Type, _ field: Ref<FieldSlot>, _ key: Key
  ) throws -> Value? {
    let state = info.pointee.state
    guard let frontier = try state.leaveFrontier(info, to: field) else { return nil }
    defer { state.comeBack(info, to: frontier) }
    state.prepare(type, field)
    return try value(type, field, key)
  }

  /// The value of the next field; nil, with nothing changed, if it is none of this type.
  private func read<Leaf: DirectLeaf>(leaf type: Leaf.Type, _ field: Ref<FieldSlot>) -> Leaf? {
    let state = info.pointee.state
    let start = state.pointee.cursor.mark
    let value: Leaf?
    if field.isStateBit {
      value = field.pointee.valueBit.isSet(info.pointee.bits) as? Leaf
    } else if field.pointee.code == Leaf.directCode {
      value = Leaf.read(state)
    } else if field.pointee.code == KindCode.any {
      value = Leaf.tagged(state)
    } else {
      value = Leaf.converted(field.pointee.code, state)
    }
    if value == nil {
      state.pointee.cursor.mark = start
    } else {
      info.pointee.next = field[1]
    }
    return value
  }

  /// What is wrong with the next field as a leaf that it was not read as; nil if that is found out with cells.
  private func mismatch<Leaf: DirectLeaf>(
    leaf type: Leaf.Type, _ field: Ref<FieldSlot>, _ key: Key
  ) throws -> (any Error)? {
    guard info.pointee.level != nil, !field.isStateBit else { return nil }
    return try info.pointee.state.mismatch(leaf: type, field) {
      codingPath + [ArchiveCodingKey(stringValue: key.stringValue)]
    }
  }

  @inline(never)
  func decodeOther<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    if info.pointee.level == nil { return try decodeKept(type, key) }
    switch try turn(to: key) {
    case .field(let field):
      info.pointee.state.prepare(type, field)
      return try value(type, field, key)
    case .passed(let field): if let value = try again(type, field, key) { return value }
    case .none: return try valueOfNone(type, key)
    case .missing(let number): if let value = try standIn(type, number, key) { return value }
    case .cells: break
    }
    return try cells().decode(type, forKey: key)
  }

  @inline(never)
  private func valueOfNone<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    if let null = try null(type, key) { return null }
    try refuseMissing(key)
    return try cells().decode(type, forKey: key)
  }

  /// The nil that a field which is null stands for; nil if the field has no value at all, or the type is no optional.
  private func null<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    guard info.pointee.level != nil, info.pointee.isDirect, let field = try field(of: key),
      field.state(info.pointee.bits) == .null
    else { return nil }
    let state = info.pointee.state
    state.prepare(type, field)
    guard let null = field.pointee.nullable?.null(type) else { return nil }
    try state.countVisit()
    if info.pointee.next == field { info.pointee.next = field[1] }
    return null
  }

  @inline(never)
  func decodeOtherIfPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    if info.pointee.level == nil { return try decodeKeptIfPresent(type, key) }
    if type == ArchivedUnknownFields.self {
      // The plan of a record that is over may be gone.
      let isOpen = info.pointee.level != nil && info.pointee.isDirect
      return isOpen && !hasUnknownKeys ? nil : try cells().decodeIfPresent(type, forKey: key)
    }
    switch try turn(to: key) {
    case .none: return nil
    case .field(let field):
      info.pointee.state.prepare(type, field)
      return try isNobody(field) ? nil : value(type, field, key)
    case .passed(let field):
      if try isPassedNobody(field) { return nil }
      if let value = try again(type, field, key) { return value }
    case .missing(let number): if let value = try standIn(type, number, key) { return value }
    case .cells: break
    }
    return try cells().decodeIfPresent(type, forKey: key)
  }

  /// The default of a field that the record is too old for; nil if that costs more than is allowed.
  private func standIn<Value: Decodable>(
    _ type: Value.Type, _ number: Int, _ key: Key
  ) throws -> Value? {
    try info.standIn(type, number) {
      codingPath + [ArchiveCodingKey(stringValue: key.stringValue)]
    }
  }

  /// The value of a field that is a bit of the record's state, and no payload of its own.
  @inline(never)
  func valueInState<Value: Decodable>(
    _ type: Value.Type, _ field: Ref<FieldSlot>, _ key: Key
  ) throws -> Value {
    let bit = field.pointee.valueBit.isSet(info.pointee.bits)
    if field.pointee.strategy == .stateBit, let value = bit as? Value {
      info.pointee.next = field[1]
      return value
    }
    let path = codingPath + [ArchiveCodingKey(stringValue: key.stringValue)]
    let state = info.pointee.state
    // Until the value is made, calls on this container are out of turn.
    info.pointee.next = state.pointee.nothing
    var next = field
    defer { if info.pointee.isDirect, info.pointee.level != nil { info.pointee.next = next } }
    let value = try state.value(type, bit, at: info.pointee.bits, path)
    next = field[1]
    return value
  }

  /// Refuses to decode a key that is not there, unless cells tell more of it.
  private func refuseMissing(_ key: Key) throws {
    guard let level = info.pointee.level, info.pointee.isDirect,
      try field(of: key).map({ $0.state(info.pointee.bits) == .absent }) ?? true
    else { return }
    let path = codingPath
    let plan = info.pointee.plan
    let bits = info.pointee.bits
    let schema = info.pointee.state.pointee.engine.schema
    let present = (0..<plan.pointee.count).lazy.filter {
      plan.pointee.fields[$0].state(bits) != .absent
    }.map { schema.key(of: plan.pointee.fields[$0]) }
    let state = info.pointee.state
    let error: (any Error)?
    if let missing = plan.pointee.form?.missing {
      error = try state.missing(key, among: present + missing.map(\.key), in: level, path)
    } else {
      error = try state.missing(key, among: present, in: level, path)
    }
    if let error { throw error }
  }

  // MARK: Questions

  var codingPath: [any CodingKey] {
    if let level = info.pointee.level { return info.pointee.state.codingPath(to: level) }
    return info.keptPiece?.path ?? []
  }

  /// Whether the shape has fields that the keys do not name.
  private var hasUnknownKeys: Bool {
    let plan = info.pointee.plan
    if let known = plan.pointee.hasUnknownKeys { return known }
    let schema = info.pointee.state.pointee.engine.schema
    let found = (0..<plan.pointee.count).contains {
      Key(stringValue: schema.key(of: plan.pointee.fields[$0])) == nil
    }
    plan.pointee.hasUnknownKeys = found
    return found
  }

  var allKeys: [Key] {
    guard info.pointee.level != nil, info.pointee.isDirect else {
      if let keys = try? reopened({ $0.allKeys }) { return keys }
      return (try? cells())?.allKeys ?? []
    }
    let plan = info.pointee.plan
    if let known = plan.pointee.allKeys { return unsafe unsafeBitCast(known, to: [Key].self) }
    let schema = info.pointee.state.pointee.engine.schema
    var found: [Key] = []
    var areAllThere = true
    for index in 0..<plan.pointee.count {
      let field = plan.pointee.fields[index]
      if field.pointee.mode & FieldMode.optional.rawValue != 0 { areAllThere = false }
      guard field.state(info.pointee.bits) != .absent,
        let key = Key(stringValue: schema.key(of: field))
      else { continue }
      found.append(key)
    }
    found += plan.pointee.form?.missing.compactMap { Key(stringValue: $0.key) } ?? []
    if areAllThere { plan.pointee.allKeys = unsafe unsafeBitCast(found, to: AnyObject.self) }
    return found
  }

  func contains(_ key: Key) -> Bool {
    if info.pointee.level != nil, info.pointee.isDirect {
      if let field = try? field(of: key) { return field.state(info.pointee.bits) != .absent }
      if info.pointee.plan.pointee.isEnumeration == true, let isMissing = isMissing(key) {
        return isMissing
      }
    }
    if let isThere = try? reopened({ $0.contains(key) }) { return isThere }
    return (try? cells())?.contains(key) ?? false
  }

  /// True if a default stands in for a key that was looked for and is not there; nil if only cells know.
  private func isMissing(_ key: Key) -> Bool? {
    let found = info.pointee.plan.pointee.fieldOfByte[Int(byte(key))].pointee
    return found == -2 ? nil : found < -2
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if info.pointee.level != nil, info.pointee.isDirect {
      if let field = try field(of: key) {
        switch field.state(info.pointee.bits) {
        case .null: return true
        // An edge to an object that nobody stored is null.
        case .value
        where field == info.pointee.next && !field.isStateBit
          && info.pointee.state.pointee.level == info.pointee.level:
          return try info.pointee.state.isAtNobody(field)
        case .value where !field.pointee.mayBeNobody: return false
        case .value, .absent: break
        }
      } else if info.pointee.plan.pointee.isEnumeration == true, isMissing(key) == true {
        return false
      }
    }
    return try reopened { try $0.decodeNil(forKey: key) } ?? cells().decodeNil(forKey: key)
  }
}
