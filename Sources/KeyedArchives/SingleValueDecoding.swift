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

  /// The value stands where its wrapper does, which was counted; an attempt that fails counts.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    decoder.session.ledger.visitCount &-= 1
    do {
      return try decoder.decodeChild(type, decoder.place, .none)
    } catch {
      decoder.session.ledger.visitCount &+= 1
      throw error
    }
  }
}
