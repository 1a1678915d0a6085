internal import struct ArchiveFormat.ArchiveError

extension ValueDecoder {
  /// A dictionary from a map, from a record, or from keys and values in turn.
  func decodeEntries<Key: Codable & Hashable, Value: Codable>(
    _: [Key: Value].Type
  ) throws -> [Key: Value] {
    try session.charge(slot.cell.length, stride: MemoryLayout<(Key, Value)>.stride, slot)
    var entries: [Key: Value] = [:]
    if Key.self is any TextualKey.Type || Key.self is any CodingKeyRepresentable.Type {
      let fields = try FieldIndex(self)
      for text in fields.allKeys {
        guard let field = fields.slot(text: text) else { continue }
        guard let key = Self.key(Key.self, text) else {
          throw DecodingError.carrying(
            session.error(
              .typeMismatch, "the key “\(text)” is no \(Key.self)", field),
            Key.self,
            path(to: .key(text)))
        }
        entries[key] = try decodeChild(Value.self, field, .key(text))
      }
      return entries
    }
    var container = try UnkeyedDecoding(decoder: self, isDictionary: true)
    guard (container.count ?? 0) % 2 == 0 else {
      throw container.error(.dataCorrupted, "keys and values do not come in pairs")
    }
    while !container.isAtEnd {
      let key = try container.decode(Key.self)
      // The last value counts among those of keys that are alike (rule A2).
      entries[key] = try container.decode(Value.self)
    }
    return entries
  }

  private static func key<Key>(_: Key.Type, _ text: String) -> Key? {
    guard let type = Key.self as? any CodingKeyRepresentable.Type else { return nil }
    return type.init(codingKey: TextKey(text)) as? Key
  }
}

/// A key of a map as a dictionary sees it, with its integer if it is one.
private struct TextKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ text: String) {
    stringValue = text
    intValue = IntegerKey.value(of: text).flatMap { Int(exactly: $0) }
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(String(intValue)) }
}
