internal import ArchiveFormat

/// The answer to a key that is not that of the next field.
enum Turn {
  /// The field is the next one now, and has a value.
  case field(Ref<FieldSlot>)
  /// The field has a value, and was passed.
  case passed(Ref<FieldSlot>)
  /// The key is not there, or has no value.
  case none
  /// The record is older than the key, which has a default of this number.
  case missing(Int)
  /// The record is read from cells.
  case cells
}

/// Calls that are not the one that was expected, as far as they do not depend on the type of the keys: that type is generic, and
/// code which asks for it looks it up at run time.
extension Ref<BoxInfo> {
  /// Goes to the field of a key byte, past those in between; nil if the key was not asked for before in records of this shape.
  func turn(toKey byte: UInt32) throws -> Turn? {
    guard try isOpen() else { return .cells }
    let plan = pointee.plan
    guard plan.pointee.isEnumeration == true else { return nil }
    let index = plan.pointee.fieldOfByte[Int(byte)].pointee
    guard index >= 0 else {
      return index == -1 ? Turn.none : index == -2 ? nil : .missing(-3 - Int(index))
    }
    let field = plan.pointee.fields[Int(index)]
    guard field.state(pointee.bits) == .value else { return Turn.none }
    let state = pointee.state
    if field.index(from: pointee.next) < 0 {
      if pointee.level?.pointee.mode == .keyedAgain {
        return try state.goBack(self, to: field) ? .field(field) : .cells
      }
      return .passed(field)
    }
    try state.pass(self, to: field)
    return .field(field)
  }

  /// The value of a key byte that is a leaf of this very kind; nil, with nothing read, if the call has to look more closely.
  @inline(never)
  func leaf<Leaf: DirectLeaf>(_ type: Leaf.Type, ofKey byte: UInt32) throws -> Leaf? {
    if pointee.level == nil, let open = try open() { return try open.leaf(type, ofKey: byte) }
    return try turn(toKey: byte).flatMap { try leaf(type, at: $0) }
  }

  /// The same for a value that may not be there: then a nil.
  @inline(never)
  func leafIfPresent<Leaf: DirectLeaf>(_ type: Leaf.Type, ofKey byte: UInt32) throws -> Leaf?? {
    if pointee.level == nil, let open = try open() {
      return try open.leafIfPresent(type, ofKey: byte)
    }
    guard let turn = try turn(toKey: byte) else { return nil }
    if case .none = turn { return .some(nil) }
    return try leaf(type, at: turn).map { .some($0) }
  }

  @inline(__always)
  private func leaf<Leaf: DirectLeaf>(_ type: Leaf.Type, at turn: Turn) throws -> Leaf? {
    let state = pointee.state
    switch turn {
    case .field(let field):
      guard field.pointee.code == Leaf.directCode else { return nil }
      if let bit = bit(of: field, as: type) {
        pointee.next = field[1]
        return bit
      }
      let start = state.pointee.cursor.mark
      if let value = Leaf.read(state) {
        pointee.next = field[1]
        return value
      }
      state.pointee.cursor.mark = start
      return nil
    case .passed(let field):
      guard field.pointee.code == Leaf.directCode else { return nil }
      if let bit = bit(of: field, as: type) { return bit }
      guard let frontier = try state.leaveFrontier(self, to: field) else { return nil }
      defer { state.comeBack(self, to: frontier) }
      return Leaf.read(state)
    case .none, .missing, .cells: return nil
    }
  }

  /// The container of the same record, if that is over and open once more; nil also if one would have to be made.
  private func open() throws -> Ref? {
    guard let piece = pointee.extra.piece else { return nil }
    return try piece.reader.box(of: piece, keyType: pointee.keyType)
  }

  /// The value of a field that is a state bit; nil for others.
  @inline(__always)
  private func bit<Leaf: DirectLeaf>(of field: Ref<FieldSlot>, as type: Leaf.Type) -> Leaf? {
    guard type == Bool.self, field.isStateBit else { return nil }
    return field.pointee.valueBit.isSet(pointee.bits) as? Leaf
  }

  /// The default of a field that the record is too old for; nil if that costs more than is allowed.
  func standIn<Value: Decodable>(
    _ type: Value.Type, _ number: Int, _ path: () -> [any CodingKey]
  ) throws -> Value? {
    guard let field = pointee.plan.pointee.form?.missing[number].value,
      pointee.state.charge(RecordEvolution.defaultByteCount)
    else { return nil }
    try pointee.state.countVisit()
    if let make = field.maker(of: type) { return make() }
    return try pointee.state.value(type, field.any(), path())
  }

  /// Tells whether the record is being read from bytes and nothing inside it is.
  func isOpen() throws -> Bool {
    guard let level = pointee.level, pointee.isDirect else { return false }
    let state = pointee.state
    if state.pointee.isRefused || state.pointee.engine.isRefused {
      throw DecodingError.carrying(
        state.pointee.engine.refusal(), Any.self, state.codingPath(to: level))
    }
    if state.pointee.level == level { return pointee.next != FieldSlot.never }
    guard state.hasOnlyNested(in: level) else { return false }
    try state.leaveNested(in: level)
    return true
  }
}
