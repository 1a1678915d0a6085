internal import ArchiveFormat

/// A collection that is encoded and decoded element by element without its own `encode(to:)` and
/// `init(from:)`: the same archive, at less cost, and with kinds its own coding does not tell.
protocol ArchiveCollection {
  func encodeElements(to encoder: ValueEncoder) throws
  static func decodeElements(from decoder: ValueDecoder) throws -> Self
}

extension Array: ArchiveCollection where Element: Codable {
  func encodeElements(to encoder: ValueEncoder) throws {
    encoder.session.noteElements(count, stride: MemoryLayout<Element>.stride)
    if let leaf = Element.self as? any ArchiveLeaf.Type, encoder.pack(self, as: leaf) { return }
    encoder.begin(.unkeyed, .array)
    for element in self {
      try encoder.session.encode(element, into: encoder, ArchiveCell(.null))
      encoder.countChild()
    }
  }

  static func decodeElements(from decoder: ValueDecoder) throws -> [Element] {
    if let packed = try decoder.unpack(Element.self) { return packed }
    try decoder.session.charge(
      decoder.slot.cell.length, stride: MemoryLayout<Element>.stride, decoder.slot)
    var elements: [Element] = []
    var container = try UnkeyedDecoding(decoder: decoder)
    while !container.isAtEnd { elements.append(try container.decode(Element.self)) }
    return elements
  }
}

extension ValueEncoder {
  /// Appends an array of leaves as one packed row; false if they are none that pack.
  fileprivate func pack<Element>(_ elements: [Element], as leaf: any ArchiveLeaf.Type) -> Bool {
    func pack<Leaf: ArchiveLeaf>(_: Leaf.Type) -> Bool {
      guard let kind = Leaf.packedKind, Element.self == Leaf.self else { return false }
      // The two types are one; `as?` would convert element by element.
      let leaves = unsafe unsafeBitCast(elements, to: [Leaf].self)
      var cell = ArchiveCell(.packed)
      cell.detail = UInt32(kind.rawValue)
      cell.length = leaves.count
      cell.offset = session.tape.bytes.count
      var sink = ByteSink()
      swap(&sink.bytes, &session.tape.bytes)
      Leaf.pack(leaves, &sink)
      swap(&sink.bytes, &session.tape.bytes)
      cell.payload = UInt64(truncatingIfNeeded: session.tape.bytes.count)
      append(cell, at: place)
      completeAsLeaf()
      return true
    }
    return pack(leaf)
  }
}

extension Set: ArchiveCollection where Element: Codable {
  func encodeElements(to encoder: ValueEncoder) throws {
    encoder.session.noteElements(count, stride: MemoryLayout<Element>.stride)
    encoder.begin(.unkeyed, .set)
    for element in self {
      try encoder.session.encode(element, into: encoder, ArchiveCell(.null))
      encoder.countChild()
    }
  }

  static func decodeElements(from decoder: ValueDecoder) throws -> Set<Element> {
    try decoder.session.charge(
      decoder.slot.cell.length, stride: MemoryLayout<Element>.stride, decoder.slot)
    var elements: Set<Element> = []
    var container = try UnkeyedDecoding(decoder: decoder)
    var watch = CollisionWatch<Element>(count: decoder.slot.cell.length)
    while !container.isAtEnd {
      let element = try container.decode(Element.self)
      try decoder.session.countVisits(watch.visits(adding: element), decoder.slot)
      // Members that differ only in what is not archived are one (rule A2).
      elements.insert(element)
    }
    return elements
  }
}

extension Dictionary: ArchiveCollection where Key: Codable, Value: Codable {
  func encodeElements(to encoder: ValueEncoder) throws {
    encoder.session.noteElements(count, stride: MemoryLayout<(Key, Value)>.stride)
    if Key.self == Int.self { return try encodeColumns(keys, to: encoder) }
    guard Self.hasCodingKeys else { return try encodeColumns(keys, to: encoder) }
    if let numbers = try integerKeys() { return try encodeColumns(numbers, to: encoder) }
    encoder.begin(.keyed, .keyedMap)
    for (key, value) in self {
      let place = encoder.place(forKey: try Self.text(of: key))
      try encoder.session.encode(value, into: encoder, place)
      encoder.countChild()
    }
  }

  /// True if the keys are stored as their coding keys.
  static var hasCodingKeys: Bool {
    Key.self is any TextualKey.Type || Key.self is any CodingKeyRepresentable.Type
  }

  private func encodeColumns(
    _ keys: some Collection<some Encodable>, to encoder: ValueEncoder
  ) throws {
    encoder.begin(.keyed, .map)
    try encoder.encodeColumn(keys)
    try encoder.encodeColumn(values)
  }

  /// The keys as numbers, if they are of a type with raw values of `Int` and its coding keys are these. What the keys of a map are depends on
  /// their type, not on the keys that are there.
  func integerKeys() throws(ArchiveError) -> [Int]? {
    func hasIntegers<Raw: RawRepresentable>(_: Raw.Type) -> Bool { Raw.RawValue.self == Int.self }
    guard let type = Key.self as? any RawRepresentable.Type, hasIntegers(type) else { return nil }
    var numbers: [Int] = []
    for key in keys {
      guard let number = IntegerKey.value(of: try Self.text(of: key)).flatMap(Int.init(exactly:))
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  static func text(of key: Key) throws(ArchiveError) -> String {
    guard let text = (key as? any CodingKeyRepresentable)?.codingKey.stringValue else {
      throw ArchiveError(.invalidValue, "the key \(key) has no coding key")
    }
    return text
  }

  static func decodeElements(from decoder: ValueDecoder) throws -> [Key: Value] {
    try decoder.decodeEntries([Key: Value].self)
  }
}

/// Dictionaries, those included that are only read.
protocol MapReader {}
extension Dictionary: MapReader {}

/// Keys that `Dictionary` turns into text although they were none of `CodingKeyRepresentable` in
/// older systems.
protocol TextualKey {}
extension String: TextualKey {}
extension Int: TextualKey {}

extension ValueEncoder {
  /// Adds the keys or values of a map as one array.
  fileprivate func encodeColumn(
    _ elements: some Collection<some Encodable>
  ) throws {
    let column = ValueEncoder(session, list, parent: self, step: .none)
    list.current = column.identity
    defer { list.current = self.identity }
    column.begin(.unkeyed, .array)
    for element in elements {
      try session.encode(element, into: column, ArchiveCell(.null))
      column.countChild()
    }
    try column.finish()
    countChild()
  }
}
