internal import ArchiveFormat

/// The container of a map that is read straight from bytes.
///
/// Its values are read where they stand, in any order: those that were passed have marks. What cannot be read like this comes from cells, from then
/// on all of it.
struct DirectMapped<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: MapFields

  /// The answer to a key.
  private enum Turn {
    /// Its value is the next one.
    case next
    case passed(Int)
    /// The key is not there.
    case none
    /// The map is read from cells.
    case cells
  }

  private var level: Ref<Level> { fields.decoder.level }
  private var state: Ref<DirectState> { fields.decoder.level.pointee.state }

  var codingPath: [any CodingKey] { fields.decoder.codingPath }
  var allKeys: [Key] { fields.keys.texts.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool {
    fields.keys.index(of: key.stringValue, next: level.pointee.index) != nil
  }

  // MARK: Places

  /// Whether the map is being read from bytes and nothing inside it is.
  private func isOpen() throws -> Bool {
    let (level, state) = (level, state)
    guard level.pointee.mode == .unkeyed, !level.pointee.isBusy else { return false }
    if state.pointee.level == level { return true }
    if state.pointee.isRefused || state.pointee.engine.isRefused {
      throw DecodingError.carrying(state.pointee.engine.refusal(), Any.self, codingPath)
    }
    guard state.hasOnlyNested(in: level) else { return false }
    try state.leaveNested(in: level)
    return true
  }

  /// Goes to the value of a key, past those in between.
  private func turn(to key: Key) throws -> Turn {
    guard try isOpen() else { return .cells }
    let (level, state) = (level, state)
    guard let index = fields.keys.index(of: key.stringValue, next: level.pointee.index) else {
      return .none
    }
    if index < level.pointee.index { return index < fields.marks.count ? .passed(index) : .cells }
    while true {
      guard state.goToElement(level) else { return .cells }
      fields.mark(level)
      if level.pointee.index == index { return .next }
      if !level.pointee.run.hasBits || state.bitCell(level) == nil {
        try state.skip(level.pointee.run.slot)
      }
      state.passElement(level)
    }
  }

  /// Reads a value that was passed, and comes back; nil if it is found out with cells.
  private func again<Value>(_ index: Int, _ body: () throws -> Value?) throws -> Value? {
    let (level, state) = (level, state)
    guard state.pointee.rereadByteCount > 0 else { return nil }
    let mark = fields.marks[index]
    let (next, run, place) = (level.pointee.index, level.pointee.run, state.pointee.cursor.mark)
    let counts = (state.pointee.valueCount, state.pointee.zeroWidthCount)
    level.pointee.index = index
    level.pointee.run = mark.run
    state.pointee.cursor.mark = mark.start
    // These values were within the limits when they were counted.
    (state.pointee.valueCount, state.pointee.zeroWidthCount) = (.max, .max)
    defer {
      state.chargeAgain(from: mark.start, to: state.pointee.cursor.mark)
      (state.pointee.valueCount, state.pointee.zeroWidthCount) = counts
      if level.pointee.mode == .unkeyed {
        level.pointee.index = next
        level.pointee.run = run
        state.pointee.cursor.mark = place
      }
    }
    return try body()
  }

  /// The same map as a container of cells.
  private func cells() throws -> KeyedDecoding<Key> {
    let decoder = try fields.decoder.cells()
    if let made = fields.cells as? KeyedDecoding<Key>, made.decoder === decoder { return made }
    let made = KeyedDecoding<Key>(
      decoder: decoder, fields: try FieldIndex(decoder),
      keys: decoder.session.scope.keyNumbers(Key.self))
    fields.cells = made
    return made
  }

  // MARK: Leaves

  /// What `decode` does for leaves.
  func decode<Leaf: DirectLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf {
    try decode(leaf: type, key, turn(to: key))
  }

  private func decode<Leaf: DirectLeaf>(
    leaf type: Leaf.Type, _ key: Key, _ turn: Turn
  ) throws -> Leaf {
    switch turn {
    case .next:
      if let value = try leaf(type, key) {
        state.passElement(level)
        return value
      }
    case .passed(let index):
      if let value = try again(index, { try leaf(type, key) }) { return value }
    case .none: try refuseMissing(key)
    case .cells: break
    }
    return try cells().decode(leaf: type, key)
  }

  /// What `decodeIfPresent` does for leaves.
  func decodeIfPresent<Leaf: DirectLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf? {
    let turn = try turn(to: key)
    if case .none = turn { return nil }
    guard let isNull = try isNull(turn) else { return try cells().decodeIfPresent(leaf: type, key) }
    return isNull ? nil : try decode(leaf: type, key, turn)
  }

  /// The leaf at the place that was found; nil if it is found out with cells.
  private func leaf<Leaf: DirectLeaf>(_ type: Leaf.Type, _ key: Key) throws -> Leaf? {
    let (level, state) = (level, state)
    if let value = state.leafElement(type, level) {
      try state.countVisit()
      return value
    }
    let mismatch = try state.mismatch(leaf: type, level.pointee.run.slot, state.bitCell(level)) {
      codingPath + [ArchiveCodingKey(stringValue: key.stringValue)]
    }
    if let mismatch { throw mismatch }
    return nil
  }

  // MARK: Other values

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decode(type, key, turn(to: key))
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ key: Key, _ turn: Turn
  ) throws -> Value {
    switch turn {
    case .next:
      if let value = try value(type) {
        if level.pointee.mode == .unkeyed { state.passElement(level) }
        return value
      }
    case .passed(let index): if let value = try again(index, { try value(type) }) { return value }
    case .none: try refuseMissing(key)
    case .cells: break
    }
    return try cells().decode(type, forKey: key)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    if type == ArchivedUnknownFields.self {
      return try cells().decodeIfPresent(type, forKey: key)
    }
    let turn = try turn(to: key)
    if case .none = turn { return nil }
    guard let isNull = try isNull(turn) else {
      return try cells().decodeIfPresent(type, forKey: key)
    }
    return isNull ? nil : try decode(type, key, turn)
  }

  /// The value at the place that was found; nil if it is found out with cells.
  private func value<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    let (level, state) = (level, state)
    guard state.pointee.rereadByteCount > 0 else { return nil }
    let (start, depth) = (state.pointee.cursor.mark, state.pointee.depth)
    let counts = (state.pointee.valueCount, state.pointee.zeroWidthCount)
    do {
      try state.countVisit()
      level.pointee.isBusy = true
      let value = try state.element(type, level)
      level.pointee.isBusy = false
      return value
    } catch {
      let path =
        codingPath + [ArchiveCodingKey(stringValue: fields.keys.texts[level.pointee.index])]
      level.pointee.isBusy = false
      state.chargeAgain(from: start, to: state.pointee.cursor.mark)
      guard state.isOpen(level) else { throw DecodingError.carrying(error, type, path) }
      state.unwind(to: level, depth)
      if level.pointee.mode == .unkeyed {
        state.pointee.cursor.mark = start
        (state.pointee.valueCount, state.pointee.zeroWidthCount) = counts
      }
      throw DecodingError.carrying(error, type, path)
    }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try isNull(turn(to: key)) ?? cells().decodeNil(forKey: key)
  }

  /// Whether a value is null; nil if that is found out with cells.
  private func isNull(_ turn: Turn) throws -> Bool? {
    switch turn {
    case .next: isAtNull
    case .passed(let index): try again(index) { isAtNull }
    case .none, .cells: nil
    }
  }

  /// Whether the value at the place that was found is null; nil if that is found out with cells.
  private var isAtNull: Bool? {
    if level.pointee.run.isAtNull { return true }
    switch level.pointee.run.slot.pointee.code {
    case KindCode.any:
      guard level.pointee.run.bools == nil, let tag = state.pointee.cursor.nextByte else {
        return nil
      }
      return KindCode.isLabel(tag) ? nil : tag == KindCode.null
    case KindCode.extended, KindCode.typed, KindCode.object: return nil
    default: return false
    }
  }

  /// Refuses to decode a key that is not there, unless cells tell more of it.
  private func refuseMissing(_ key: Key) throws {
    let names = fields.keys.texts.prefix(DecodingSession.maximumNamedKeyCount)
    guard let error = try state.missing(key, among: names, in: level, codingPath, of: .map) else {
      return
    }
    throw error
  }

  // MARK: Containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let found = try nested(key) { level in level.pointee.state.keyedContainer(level, type) }
    return try found ?? cells().nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let found: DirectUnkeyed? = try nested(key) { level in
      guard level.pointee.state.openUnkeyed(level), let decoder = level.pointee.decoder else {
        return nil
      }
      return DirectUnkeyed(decoder)
    }
    return try found ?? cells().nestedUnkeyedContainer(forKey: key)
  }

  /// A container inside; nil, with nothing changed, if it is made of cells.
  private func nested<Container>(
    _ key: Key, _ open: (Ref<Level>) -> Container?
  ) throws -> Container? {
    guard case .next = try turn(to: key), !level.pointee.run.isAtNull,
      level.pointee.run.bools == nil
    else { return nil }
    let (level, state) = (level, state)
    let start = state.pointee.cursor.mark
    do {
      let inner = try state.enter(level.pointee.run.slot, .nested)
      if let container = open(inner) { return container }
    } catch {
      throw DecodingError.carrying(error, Any.self, codingPath)
    }
    state.pointee.level = level
    state.pointee.cursor.mark = start
    return nil
  }

  func superDecoder() throws -> any Decoder {
    guard let key = Key(stringValue: ArchiveCodingKey.super.stringValue) else {
      _ = try isOpen()
      return try cells().superDecoder()
    }
    return try superDecoder(forKey: key, orFromCells: { try $0.superDecoder() })
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try superDecoder(forKey: key, orFromCells: { try $0.superDecoder(forKey: key) })
  }

  private func superDecoder(
    forKey key: Key, orFromCells: (KeyedDecoding<Key>) throws -> any Decoder
  ) throws -> any Decoder {
    let found = try nested(key) { level -> DirectDecoder? in
      switch level.pointee.slot.pointee.code {
      case KindCode.recordOfShape, KindCode.map: level.pointee.decoder
      default: nil
      }
    }
    return try found ?? orFromCells(cells())
  }
}
