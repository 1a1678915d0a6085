internal import ArchiveFormat

extension ValueDecoder {
  /// An array of leaves from a packed row; nil if the value is none or the elements are no leaves.
  func unpack<Element>(_: Element.Type) throws -> [Element]? {
    guard slot.cell.kind == .packed || slot.cell.kind == .packedSet,
      let leaf = Element.self as? any ArchiveLeaf.Type
    else { return nil }
    func unpack<Leaf: ArchiveLeaf>(_: Leaf.Type) throws -> [Element]? {
      guard Element.self == Leaf.self else { return nil }
      // The two types are one; `as?` would convert element by element.
      return unsafe unsafeBitCast(try self.unpack(leaf: Leaf.self), to: [Element].self)
    }
    return try unpack(leaf)
  }

  private func unpack<Leaf: ArchiveLeaf>(leaf type: Leaf.Type) throws -> [Leaf] {
    try session.charge(slot.cell.length, stride: MemoryLayout<Leaf>.stride, slot)
    let row = PackedRow(slot.cell, session.document.bytes)
    if let elements = Leaf.unpack(row) { return elements }
    var elements: [Leaf] = []
    elements.reserveCapacity(slot.cell.length)
    for cell in row {
      let slot = Slot(cell: cell, index: -1)
      guard let value = try session.leaf(type, slot) else {
        throw DecodingError.carrying(
          session.mismatch(type, slot), type, path(to: .index(elements.count)))
      }
      elements.append(value)
    }
    return elements
  }

  /// A dictionary from a map, from a record, or from keys and values in turn.
  func decodeEntries<Key: Codable & Hashable, Value: Codable>(
    _: [Key: Value].Type
  ) throws -> [Key: Value] {
    try session.charge(slot.cell.length, stride: MemoryLayout<(Key, Value)>.stride, slot)
    var entries: [Key: Value] = [:]
    var watch = CollisionWatch<Key>(count: slot.cell.length)
    func insert(_ key: Key, _ value: Value) throws {
      try session.countVisits(watch.visits(adding: key), slot)
      // Of keys that are alike the last value counts (rule A2).
      entries[key] = value
    }
    if Key.self is any TextualKey.Type || Key.self is any CodingKeyRepresentable.Type {
      let fields = try FieldIndex(self)
      for text in fields.allKeys {
        guard let field = fields.slot(text: text) else { continue }
        guard let key = Self.key(Key.self, text) else {
          throw DecodingError.carrying(
            session.error(
              .typeMismatch, "the key “\(text)” is not \(TypePhrase.one(Key.self))", field),
            Key.self,
            path(to: .key(text)))
        }
        try insert(key, decodeChild(Value.self, field, .key(text)))
      }
      return entries
    }
    var container = try UnkeyedDecoding(decoder: self, isDictionary: true)
    guard (container.count ?? 0) % 2 == 0 else {
      throw container.error(.dataCorrupted, "keys and values do not come in pairs")
    }
    while !container.isAtEnd {
      let key = try container.decode(Key.self)
      try insert(key, container.decode(Value.self))
    }
    return entries
  }

  private static func key<Key>(_: Key.Type, _ text: String) -> Key? {
    guard let type = Key.self as? any CodingKeyRepresentable.Type else { return nil }
    return type.init(codingKey: TextKey(text)) as? Key
  }
}
