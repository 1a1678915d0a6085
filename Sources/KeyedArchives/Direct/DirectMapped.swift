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
    let turn = try fields.turn(to: key.stringValue)
    return try fields.leaf(type, at: turn) ?? decodeOther(leaf: type, key, turn)
  }

  /// What `decodeIfPresent` does for leaves.
  @inline(__always)
  func decodeIfPresent<Leaf: DirectLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf? {
    let turn = try fields.turn(to: key.stringValue)
    if case .none = turn { return nil }
    if let isNull = try fields.isNull(turn) {
      if isNull { return nil }
      if let value = try fields.leaf(type, at: turn) { return value }
    }
    return try decodeOtherIfPresent(leaf: type, key)
  }

  @inline(never)
  private func decodeOther<Leaf: DirectLeaf>(
    leaf type: Leaf.Type, _ key: Key, _ turn: MapTurn
  ) throws -> Leaf {
    if case .none = turn { try fields.refuseMissing(key) }
    return try cells().decode(leaf: type, key)
  }

  @inline(never)
  private func decodeOtherIfPresent<Leaf: DirectLeaf>(
    leaf type: Leaf.Type, _ key: Key
  ) throws -> Leaf? {
    try cells().decodeIfPresent(leaf: type, key)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let turn = try fields.turn(to: key.stringValue)
    if let value = try fields.value(type, at: turn) { return value }
    if case .none = turn { try fields.refuseMissing(key) }
    return try cells().decode(type, forKey: key)
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
    return try cells().decodeIfPresent(type, forKey: key)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try fields.isNull(fields.turn(to: key.stringValue)) ?? cells().decodeNil(forKey: key)
  }

  // MARK: Containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let found = try fields.nested(key.stringValue) { level in
      level.pointee.state.keyedContainer(level, type)
    }
    return try found ?? cells().nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    let found: DirectUnkeyed? = try fields.nested(key.stringValue) { level in
      guard level.pointee.state.openUnkeyed(level), let decoder = level.pointee.decoder else {
        return nil
      }
      return DirectUnkeyed(decoder)
    }
    return try found ?? cells().nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder {
    try fields.superDecoder(ArchiveCodingKey.super.stringValue) ?? cells().superDecoder()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try fields.superDecoder(key.stringValue) ?? cells().superDecoder(forKey: key)
  }
}
