internal import ArchiveFormat

/// The part of the container of a record or map that does not depend on the type of its keys: code that needs a generic type looks it up at run time.
struct KeyedCells {
  let decoder: ValueDecoder
  let fields: FieldIndex
  let keys: KeyNumbers

  init(_ decoder: ValueDecoder, keyedBy type: any CodingKey.Type) throws {
    self.decoder = decoder
    fields = try decoder.fields()
    keys = decoder.session.scope.keyNumbers(type)
  }
}

/// The container of a record or map while it is decoded.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  // Three properties and not one of `KeyedCells`: generic code that asks for a part of a part copies all parts.
  let decoder: ValueDecoder
  let fields: FieldIndex
  private let keys: KeyNumbers

  init(_ cells: KeyedCells) {
    decoder = cells.decoder
    fields = cells.fields
    keys = cells.keys
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { fields.allKeys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { find(key) != nil }

  private func find(_ key: Key) -> Slot? {
    guard fields.isNumbered else { return fields.slot(text: key.stringValue) }
    return fields.slot(
      number: keys.number(of: key) { text in
        decoder.session.number(ofKey: text, likely: fields.nextNumber)
      })
  }

  private func slot(_ key: Key) throws -> Slot {
    if let slot = find(key) { return slot }
    throw decoder.session.missing(key, among: fields.presentKeys, decoder.slot, codingPath)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder.session.isNull(slot(key)) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.decodeChild(type, slot(key), .key(key.stringValue))
  }

  func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value? {
    if type == ArchivedUnknownFields.self { return try unknownFields() as? Value }
    guard let slot = find(key), !decoder.session.isNull(slot) else { return nil }
    return try decoder.decodeChild(type, slot, .key(key.stringValue))
  }

  /// The fields that the keys do not name.
  private func unknownFields() throws -> ArchivedUnknownFields {
    do throws(ArchiveError) {
      let all = fields.fields
      try decoder.session.countVisits(all.count, decoder.slot)
      let unknown = all.filter {
        Key(stringValue: $0.key) == nil && decoder.session.graft($0.slot) == nil
      }
      try decoder.session.charge(
        unknown.count, stride: DecodingSession.viewByteCount, decoder.slot)
      return ArchivedUnknownFields(
        unknown.map {
          ArchivedUnknownFields.Entry(
            key: $0.key, value: decoder.session.view($0.slot), isOptional: $0.isOptional)
        })
    } catch {
      throw DecodingError.carrying(error, ArchivedUnknownFields.self, codingPath)
    }
  }

  /// What `decode` does for leaves.
  @inline(__always)
  func decode<Leaf: ArchiveLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf {
    try decode(leaf: type, slot(key), key)
  }

  // Inlined, the leaf calls specialise: a fifth fewer instructions to decode typical records.
  @inline(__always)
  private func decode<Leaf: ArchiveLeaf>(
    leaf type: Leaf.Type, _ slot: Slot, _ key: Key
  ) throws -> Leaf {
    do {
      return try decoder.session.decode(leaf: type, slot)
    } catch {
      throw DecodingError.carrying(
        error, type, decoder.path(to: .key(key.stringValue)))
    }
  }

  /// What `decodeIfPresent` does for leaves.
  @inline(__always)
  func decodeIfPresent<Leaf: ArchiveLeaf>(leaf type: Leaf.Type, _ key: Key) throws -> Leaf? {
    guard let slot = find(key), !decoder.session.isNull(slot) else { return nil }
    return try decode(leaf: type, slot, key)
  }

  private func child(_ key: Key) throws -> ValueDecoder {
    try child(slot(key), key)
  }

  private func child(_ slot: Slot, _ key: any CodingKey) throws -> ValueDecoder {
    do {
      let (session, slot) = try decoder.session.place(of: slot)
      let child = ValueDecoder(session, slot, parent: decoder, step: .key(key.stringValue))
      try session.descend(slot, child)
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
    let child = try child(slot, key)
    child.evolution = decoder.evolution?.ofSuperclass
    return child
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
