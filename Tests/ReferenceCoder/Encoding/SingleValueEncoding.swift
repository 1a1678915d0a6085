/// The container of a value that is one other value.
struct SingleValueEncoding: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() throws {
    try begin()
    encoder.append(ArchiveCell(.null), at: encoder.place)
  }

  // The default implementations of the protocol refuse integers of 128 bits.
  mutating func encode(_ value: Int128) throws { try encode(any: value) }
  mutating func encode(_ value: UInt128) throws { try encode(any: value) }

  mutating func encode<Value: Encodable>(_ value: Value) throws { try encode(any: value) }

  private func encode<Value: Encodable>(any value: Value) throws {
    try begin()
    do {
      try encoder.encodeChild(value, encoder.place)
    } catch {
      encoder.takeBackSingle()
      throw EncodingError.carrying(error, codingPath)
    }
  }

  private func begin() throws {
    do {
      try encoder.beginSingle()
    } catch {
      throw EncodingError.carrying(error, codingPath)
    }
  }
}
