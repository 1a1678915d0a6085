internal import struct ArchiveFormat.ArchiveError
internal import struct ArchiveFormat.ArchivePath

/// The container of a record or map while it is decoded.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let fields: FieldIndex

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { fields.allKeys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  private func find(_ key: Key) -> Slot? { fields.slot(text: key.stringValue) }

  private func slot(_ key: Key) throws -> Slot {
    if let slot = find(key) { return slot }
    throw decoder.session.missing(key, decoder.slot, codingPath)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder.session.isNull(slot(key)) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.decodeChild(type, slot(key), .key(key.stringValue))
  }

  func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value? {
    guard let slot = find(key), !decoder.session.isNull(slot) else { return nil }
    return try decoder.decodeChild(type, slot, .key(key.stringValue))
  }

  // The default implementations of the protocol refuse integers of 128 bits.
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try decoder.decodeChild(type, slot(key), .key(key.stringValue))
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try decoder.decodeChild(type, slot(key), .key(key.stringValue))
  }

  private func child(_ key: Key) throws -> ValueDecoder {
    try child(slot(key), key)
  }

  private func child(_ slot: Slot, _ key: any CodingKey) throws -> ValueDecoder {
    do {
      let child = ValueDecoder(
        decoder.session, slot, parent: decoder, step: .key(key.stringValue))
      try decoder.session.descend(slot, child)
      return child
    } catch {
      throw DecodingError.carrying(error, Any.self, codingPath + [key])
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let key = ArchiveCodingKey.super
    guard let slot = fields.slot(text: key.stringValue) else {
      let error = decoder.session.error(
        .keyNotFound, "the key “super” is not there", decoder.slot)
      throw DecodingError.carrying(error, Any.self, codingPath + [key])
    }
    return try child(slot, key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
}

extension ArchiveError {
  /// This error with a path.
  func at(_ codingPath: [any CodingKey]) -> ArchiveError {
    var error = self
    error.path = ArchivePath(codingPath: codingPath)
    return error
  }
}
