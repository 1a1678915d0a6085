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

  // The default implementations of the protocol refuse integers of 128 bits.
  func decode(_ type: Int128.Type) throws -> Int128 { try decode(any: type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(any: type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decode(any: type) }

  /// The value stands where its wrapper does, which was counted; an attempt that fails counts.
  private func decode<Value: Decodable>(any type: Value.Type) throws -> Value {
    decoder.session.visitCount &-= 1
    do {
      return try decoder.decodeChild(type, decoder.place, .none)
    } catch {
      decoder.session.visitCount &+= 1
      throw error
    }
  }
}
