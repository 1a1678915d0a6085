internal import ArchiveFormat

/// The container of a value that is one other value.
struct SingleValueDecoding: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// An object is not nil, even if its body is null.
  func decodeNil() -> Bool {
    var slot = decoder.place
    while slot.cell.kind == .typed || slot.cell.kind == .extension {
      slot = decoder.session.slot(slot.index + 1)
    }
    return decoder.session.isNull(slot)
  }

  /// What `decode` does for leaves.
  func decode<Leaf: ArchiveLeaf>(leaf type: Leaf.Type) throws -> Leaf {
    do {
      return try decoder.session.decode(leaf: type, decoder.place)
    } catch {
      throw DecodingError.carrying(error, type, codingPath)
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.decodeChild(type, decoder.place, .none)
  }
}
