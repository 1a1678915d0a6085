/// A record with two dictionaries. The loop stores the entries in the order of the dictionary.
protocol DictionaryPair: FieldPair where Field == [Key: Value] {
  associatedtype Key: Hashable & Codable
  associatedtype Value: Equatable & Codable & FixedLayoutCodable

  static func entry(_ seed: Int, _ number: Int) -> (Key, Value)
  static func write(_ key: Key, to writer: inout FixedLayoutWriter)
  static func key(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> Key
}

extension DictionaryPair {
  static func field(_ seed: Int) -> [Key: Value] {
    Dictionary(uniqueKeysWithValues: (0..<4).map { entry(seed, $0) })
  }

  static func write(_ field: [Key: Value], to writer: inout FixedLayoutWriter) {
    UInt32(truncatingIfNeeded: field.count).write(to: &writer)
    for (key, value) in field {
      write(key, to: &writer)
      value.write(to: &writer)
    }
  }

  static func field(
    from reader: inout FixedLayoutReader
  ) throws(FixedLayoutError) -> [Key: Value] {
    let count = Int(try UInt32(from: &reader))
    guard count <= reader.byteCount else { throw .cutOff }
    var field = [Key: Value](minimumCapacity: count)
    for _ in 0..<count {
      let key = try key(from: &reader)
      field[key] = try Value(from: &reader)
    }
    return field
  }
}
