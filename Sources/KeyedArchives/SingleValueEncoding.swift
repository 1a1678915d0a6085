internal import ArchiveFormat

/// The container of a value that is one other value.
struct SingleValueEncoding: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() throws {
    try begin()
    encoder.append(ArchiveCell(.null), at: encoder.place)
  }

  /// What `encode` does for leaves.
  func encode<Leaf: ArchiveLeaf>(leaf value: Leaf) throws {
    try begin()
    encoder.append(value.cell(&encoder.session.tape), at: encoder.place)
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
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
