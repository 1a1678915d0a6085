internal import struct ArchiveFormat.ArchiveError

/// The container of an array while it is encoded.
struct UnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  private var path: [any CodingKey] { codingPath + [ArchiveCodingKey(intValue: count)] }

  mutating func encodeNil() throws {
    do {
      try encoder.checkOpen(.unkeyed)
    } catch {
      throw EncodingError.carrying(error, path)
    }
    encoder.append(ArchiveCell(.null), at: ArchiveCell(.null))
    encoder.countChild()
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws { try encode(any: value) }

  private func encode<Value: Encodable>(any value: Value) throws {
    do {
      try encoder.checkOpen(.unkeyed)
      try encoder.encodeChild(value, ArchiveCell(.null))
    } catch {
      throw EncodingError.carrying(error, path)
    }
    encoder.countChild()
  }

  // The default implementations of the protocol refuse integers of 128 bits.
  mutating func encode(_ value: Int128) throws { try encode(any: value) }
  mutating func encode(_ value: UInt128) throws { try encode(any: value) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    segment().container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    segment().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { segment() }

  private func segment() -> ValueEncoder {
    do throws(ArchiveError) {
      try encoder.checkOpen(.unkeyed)
      return encoder.segment(at: ArchiveCell(.null))
    } catch {
      return encoder.misused(error)
    }
  }
}
