public import RecordLog

/// An entity of a record log with its records.
public struct StoreEntity: Sendable {
  /// Where a record stands.
  struct Place: Sendable {
    /// Bytes from the start of the file to the entry that put it.
    let byteOffset: Int
    let byteCount: Int
    /// The CRC32 of the entry.
    let checksum: UInt32
    /// The revision of the schema when it was put.
    let revision: Int
  }

  /// The number by which the log knows it.
  public let number: Int
  /// The revision of its schema; 0 if the log has none.
  public internal(set) var revision = 0
  /// How many values a record has, as the log says; nil if it has no schema.
  public internal(set) var attributeCount: Int?
  /// The schema; nil if it is missing, or cannot be read.
  public internal(set) var schema: StoreSchema?
  /// Bytes of the entry with its schema, and of those with its records.
  public internal(set) var liveByteCount = 0
  var schemaByteCount = 0
  var records: [LogKey: Place] = [:]

  init(number: Int) { self.number = number }

  /// Its name, or its number behind a `#` where no schema tells it.
  public var name: String { schema?.name ?? "#\(number)" }

  /// How many records there are.
  public var recordCount: Int { records.count }

  /// The keys of all records, in their order. O(n log n).
  public var keys: [LogKey] { records.keys.sorted() }

  /// The key that a text stands for: an integer, the text itself, or Base64 of a blob. O(1), and O(bytes of keys) for
  /// blobs.
  public func key(_ text: String) -> LogKey? {
    let plain = [Int64(text).map { LogKey.integer($0) }, .text(Array(text.utf8))].compactMap { $0 }
    return plain.first { records[$0] != nil }
      ?? records.keys.first { key in
        guard case .blob(let bytes) = key else { return false }
        return ByteText.base64(bytes) == text
      }
  }

  /// Returns whether the schema says that the values of an attribute are archives.
  func isArchive(at position: Int) -> Bool {
    guard let schema, schema.attributes.indices.contains(position) else { return false }
    return schema.attributes[position].form == ["archive"]
  }

  /// The name of the attribute at a position.
  func attributeName(at position: Int) -> String {
    guard let schema, schema.attributes.indices.contains(position) else {
      return "#\(position + 1)"
    }
    return schema.attributes[position].name
  }
}

/// A record of a record log.
public struct StoreRecord: Sendable, Hashable {
  /// Its key.
  public var key: LogKey
  /// Its values, in the order of the attributes; that of the attribute that is the key is null.
  public var values: [LogValue]
}
