internal import ArchiveFormat

/// The decoder of one value that is read straight from bytes.
///
/// It is used again for the next value at its depth, unless user code keeps it.
final class DirectDecoder: Decoder {
  /// Its own memory.
  let level: Ref<Level>
  /// The value, once it is over and user code keeps the decoder.
  var keptPiece: KeptPiece?

  private init(_ level: Ref<Level>) { self.level = level }

  deinit { if level != Level.kept { level.free() } }

  /// A level with its decoder.
  static func makeLevel(
    _ state: Ref<DirectState>, after previous: Ref<Level>?, _ slot: Ref<FieldSlot>,
    _ mark: RawCursor.Mark
  ) -> Ref<Level> {
    let level = Ref(
      Level(
        state: state, previous: previous, number: (previous?.pointee.number ?? -1) + 1,
        slot: slot, start: mark, payload: mark, end: mark, run: DirectRun(slot: slot), place: slot,
        reached: (0, mark)))
    level.pointee.decoder = DirectDecoder(level)
    return level
  }

  /// The decoder of a value that user code keeps.
  static func kept(_ piece: KeptPiece) -> DirectDecoder {
    let decoder = DirectDecoder(Level.kept)
    decoder.keptPiece = piece
    return decoder
  }

  var codingPath: [any CodingKey] {
    if let keptPiece { return keptPiece.path }
    return level.pointee.state.codingPath(to: level)
  }

  var userInfo: [CodingUserInfoKey: Any] {
    if let keptPiece { return keptPiece.reader.ledger.userInfo }
    return level.pointee.state.pointee.engine.settings.values.userInfo
  }

  /// True if the value is one that user code keeps, or stands inside of one that is read alone.
  var isOfKeptValue: Bool {
    keptPiece != nil || level.pointee.state.pointee.engine.outerReader != nil
  }

  /// The same value as a decoder of cells.
  func cells() throws -> ValueDecoder {
    settleIfOver()
    if let keptPiece { return try keptPiece.decoder() }
    return try level.pointee.state.useCells(level)
  }

  /// Makes the decoder one of a kept value, if its value is over.
  private func settleIfOver() {
    let state = level.pointee.state
    guard level.pointee.mode != .kept, !state.isOpen(level), let around = level.pointee.previous
    else { return }
    _ = state.pointee.engine.makeLevel(after: around, state.codingPath(to: level))
  }

  /// Whether nothing inside the value is being read, so that reading it may go on from here.
  @inline(__always)
  var isInnermost: Bool {
    level.pointee.mode != .kept && level.pointee.state.pointee.level == level
  }

  /// Whether nothing of the value was read, and nothing inside is.
  private var isUntouched: Bool {
    level.pointee.mode == .untouched && level.pointee.state.pointee.level == level
  }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    if level.pointee.mode == .untouched, level.pointee.state.pointee.level == level,
      let box = level.pointee.state.open(level, type)
    {
      return KeyedContainers.container(box, type)
    }
    return try furtherContainer(type)
  }

  @inline(never)
  private func furtherContainer<Key: CodingKey>(
    _ type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try carryingErrors([String: Any].self) {
      if isOver { return try keptContainer(type) }
      if level.pointee.mode != .kept, let box = try level.pointee.state.openAgain(level, type) {
        return KeyedContainers.container(box, type)
      }
      if let map = level.pointee.state.furtherMapContainer(level, type) {
        return map.container(type)
      }
      return try lastContainer(type)
    }
  }

  /// True if the value was left, and user code kept the decoder.
  private var isOver: Bool { keptPiece != nil || !level.pointee.state.isOpen(level) }

  /// A container of a value that is over.
  @inline(never)
  private func keptContainer<Key: CodingKey>(
    _ type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard KeyedContainers.areReferences else { return try cells().container(keyedBy: type) }
    let opened = try reopened { level -> OpenedKeyed? in
      let state = level.pointee.state
      if let box = state.box(of: level, type) { return .record(box) }
      return state.openFields(of: level, askedWith: type).map { fields in
        .map(MapContainer(MapFields(self, fields.keys, askedWith: type), type))
      }
    }
    switch opened {
    case .record(let box):
      if let keptPiece { return KeptContainers.container(of: keptPiece, like: box, type) }
    case .map(let map): return map.container(type)
    case nil: break
    }
    return try cells().container(keyedBy: type)
  }

  /// Does what a call on a decoder of a value that is over does with the value, open once more; nil if the value is not over, or is read from cells.
  func reopened<Result>(
    runsUserCode: Bool = false, _ body: (Ref<Level>) throws -> Result?
  ) throws -> Result? {
    settleIfOver()
    guard let keptPiece else { return nil }
    return try keptPiece.reader.read(keptPiece, runsUserCode: runsUserCode, body)
  }

  /// The container of a map, or of cells.
  @inline(never)
  private func lastContainer<Key: CodingKey>(
    _ type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    if isUntouched, let map = level.pointee.state.mapContainer(level, type) {
      return map.container(type)
    }
    if isUntouched, let error = try level.pointee.state.mismatch(keyed: level) { throw error }
    return try cells().container(keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if isUntouched, level.pointee.state.openUnkeyed(level) {
      return DirectUnkeyed(self, count: level.pointee.count)
    }
    return try carryingErrors([Any].self) {
      if let count = try keptElementCount() {
        return DirectUnkeyed(self, count: count)
      }
      if isUntouched, let error = try level.pointee.state.mismatch(unkeyed: level) { throw error }
      return try cells().unkeyedContainer()
    }
  }

  /// The next element of an array that is over, as a leaf; nil if more has to be known than where the element stands.
  func leafAtMark<Leaf: DirectLeaf>(_ type: Leaf.Type, _ index: Int) throws -> Leaf? {
    guard let keptPiece else { return nil }
    return try keptPiece.reader.leaf(type, index, of: keptPiece)
  }

  /// The number of elements of an array that is over; nil if the array is not over, or is read from cells.
  private func keptElementCount() throws -> Int? {
    try reopened { level in
      let count = level.pointee.state.elementCount(of: level)
      if count != nil, keptPiece?.reached == nil {
        level.pointee.state.noteElement(level, of: keptPiece)
      }
      return count
    }
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    DirectSingle(decoder: self)
  }

  /// Errors as user code may catch them.
  private func carryingErrors<Result>(
    _ type: any Any.Type, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw DecodingError.carrying(error, type, codingPath)
    }
  }
}
