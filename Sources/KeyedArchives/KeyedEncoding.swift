internal import ArchiveFormat

/// The container of a record, or of a map with string keys, while it is encoded.
struct KeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  let keys: KeyNumbers

  var codingPath: [any CodingKey] { encoder.codingPath }

  /// The place of a field; makes the container a map if its keys are no enumeration's.
  private func place(_ key: Key, isOptionalCall: Bool = false) throws -> ArchiveCell {
    do {
      try encoder.checkOpen(.keyed)
    } catch {
      throw EncodingError.carrying(error, codingPath + [key])
    }
    var place = ArchiveCell(.null)
    place.key = number(key)
    place.isOptionalCall = isOptionalCall
    encoder.forgetNested(place.key)
    return place
  }

  private func number(_ key: Key) -> UInt32 {
    let number = keys.number(of: key) { encoder.session.tape.number(ofKey: $0) }
    if keys.makesRecords == false { encoder.becomeMap() }
    return number
  }

  /// What `encode` does for leaves.
  @inline(__always)
  func encode<Leaf: ArchiveLeaf>(leaf value: Leaf, _ key: Key, isOptionalCall: Bool) throws {
    let place = try place(key, isOptionalCall: isOptionalCall)
    encoder.append(value.cell(&encoder.session.tape), at: place)
    encoder.countChild()
  }

  /// What `encodeIfPresent` does for leaves.
  @inline(__always)
  func encode<Leaf: ArchiveLeaf>(optionalLeaf value: Leaf?, _ key: Key) throws {
    if let value { return try encode(leaf: value, key, isOptionalCall: true) }
    try encodeAbsent(key)
  }

  private func encodeAbsent(_ key: Key) throws {
    var place = try place(key, isOptionalCall: true)
    place.kind = .absent
    encoder.append(place, at: place)
    encoder.countChild()
  }

  mutating func encodeNil(forKey key: Key) throws {
    var cell = try place(key)
    cell.kind = .null
    encoder.append(cell, at: cell)
    encoder.countChild()
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encode(value, at: place(key), key)
  }

  private func encode<Value: Encodable>(
    _ value: Value, at place: ArchiveCell, _ key: Key
  ) throws {
    do {
      try encoder.encodeChild(value, place)
    } catch {
      throw EncodingError.carrying(error, codingPath + [key])
    }
    encoder.countChild()
  }

  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    guard let value else { return try encodeAbsent(key) }
    if let unknown = value as? ArchivedUnknownFields {
      return try append(unknown, key)
    }
    try encode(value, at: place(key, isOptionalCall: true), key)
  }

  private func append(_ unknown: ArchivedUnknownFields, _ key: Key) throws {
    do {
      try encoder.checkOpen(.keyed)
      encoder.unknownFields = (encoder.unknownFields ?? []) + unknown.entries
    } catch {
      throw EncodingError.carrying(error, codingPath + [key])
    }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nested(key, .keyed).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key, .unkeyed).unkeyedContainer()
  }

  /// The encoder of a container under a key: that of the container which was asked for there last, if nothing was given there since.
  private func nested(_ key: Key, _ form: ValueEncoder.Form) -> ValueEncoder {
    let number = number(key)
    // A container that is kept after a call which threw has no session's encoders.
    if let index = encoder.nested[number], index < encoder.session.segmentEncoders.count,
      encoder.session.segmentEncoders[index].form == form,
      (try? encoder.checkOpen(.keyed)) != nil
    {
      return encoder.session.segmentEncoders[index]
    }
    let made = segment(key)
    encoder.nested[number] = encoder.session.segmentEncoders.count - 1
    return made
  }

  mutating func superEncoder() -> any Encoder {
    segment { encoder.place(forKey: ArchiveCodingKey.super.stringValue) }
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder { segment(key) }

  private func segment(_ key: Key) -> ValueEncoder {
    segment {
      var place = ArchiveCell(.null)
      place.key = number(key)
      encoder.forgetNested(place.key)
      return place
    }
  }

  private func segment(_ place: () -> ArchiveCell) -> ValueEncoder {
    do throws(ArchiveError) {
      try encoder.checkOpen(.keyed)
      return encoder.segment(at: place())
    } catch {
      return encoder.misused(error)
    }
  }
}
