internal import ArchiveFormat

/// The container of a map that is read straight from bytes.
///
/// Its values are read where they stand, in any order: those that were passed have marks. What cannot be read like this comes from cells, from then
/// on all of it.
struct DirectMapped<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: MapFields

  var codingPath: [any CodingKey] { fields.decoder.codingPath }
  var allKeys: [Key] { fields.keys.texts.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { fields.contains(key.stringValue) }

  /// The same map as a container of cells.
  private func cells() throws -> KeyedDecoding<Key> {
    let decoder = try fields.decoder.cells()
    if let made = fields.cells, made.decoder === decoder { return KeyedDecoding(made) }
    let made = try KeyedCells(decoder, keyedBy: Key.self)
    fields.cells = made
    return KeyedDecoding(made)
  }

  // MARK: Values

  /// What `decode` does for leaves.
  @inline(__always)
  func decode<Leaf: DirectLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf {
    let text = key.stringValue
    if let value = fields.next(type, text) { return value }
    return try fields.leaf(type, text) ?? decodeElsewhere(leaf: type, key)
  }

  /// What `decodeIfPresent` does for leaves.
  @inline(__always)
  func decodeIfPresent<Leaf: DirectLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf? {
    let text = key.stringValue
    if let value = fields.next(type, text) { return value }
    if let found = try fields.leafIfPresent(type, text) { return found }
    return try cells().decodeIfPresent(leaf: type, key)
  }

  @inline(never)
  private func decodeElsewhere<Leaf: DirectLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf {
    if case .none = try fields.turn(to: key.stringValue) { try fields.refuseMissing(key) }
    return try cells().decode(leaf: type, key)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let turn = try fields.turn(to: key.stringValue)
    if let value = try fields.value(type, at: turn) { return value }
    return try decodeElsewhere(type, key, turn)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    if type == ArchivedUnknownFields.self {
      return try cells().decodeIfPresent(type, forKey: key)
    }
    let turn = try fields.turn(to: key.stringValue)
    if case .none = turn { return nil }
    if let isNull = try fields.isNull(turn) {
      if isNull { return nil }
      if let value = try fields.value(type, at: turn) { return value }
    }
    return try decodeElsewhereIfPresent(type, key)
  }

  // Apart, since optionals of generic types cost each call of a function that has some.

  @inline(never)
  private func decodeElsewhere<Value: Decodable>(
    _ type: Value.Type, _ key: Key, _ turn: MapTurn
  ) throws -> Value {
    if case .none = turn { try fields.refuseMissing(key) }
    return try fields.keptValue(type, key.stringValue) ?? cells().decode(type, forKey: key)
  }

  @inline(never)
  private func decodeElsewhereIfPresent<Value: Decodable>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    if !fields.contains(key.stringValue) { return nil }
    if let isNull = try fields.isNull(key.stringValue) {
      if isNull { return nil }
      if let value = try fields.keptValue(type, key.stringValue) { return value }
    }
    return try cells().decodeIfPresent(type, forKey: key)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try fields.isNull(key.stringValue) ?? cells().decodeNil(forKey: key)
  }

  // MARK: Containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let found = try fields.nested(key.stringValue) { level in
      level.pointee.state.openKeyed(level, type)
    }
    if let found { return found.container(type) }
    if let inner = try fields.keptDecoder(key.stringValue) {
      return try inner.container(keyedBy: type)
    }
    return try cells().nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let found: DirectUnkeyed? = try fields.nested(key.stringValue) { level in
      guard level.pointee.state.openUnkeyed(level), let decoder = level.pointee.decoder else {
        return nil
      }
      return DirectUnkeyed(decoder, count: level.pointee.count)
    }
    if let found { return found }
    if let inner = try fields.keptDecoder(key.stringValue) { return try inner.unkeyedContainer() }
    return try cells().nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder {
    let key = ArchiveCodingKey.super.stringValue
    return try fields.superDecoder(key) ?? fields.keptDecoder(key) ?? cells().superDecoder()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try fields.superDecoder(key.stringValue) ?? fields.keptDecoder(key.stringValue)
      ?? cells().superDecoder(forKey: key)
  }
}
