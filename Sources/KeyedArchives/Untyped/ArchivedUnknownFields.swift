public import ArchiveFormat

/// The fields of a record that its type does not know, kept and written again.
///
/// ```swift
/// struct Settings: Codable {
///   var volume: Double
///   var others: ArchivedUnknownFields
/// }
/// ```
///
/// What a newer program stored in more fields is not lost when an older one reads the record and stores it again. The
/// fields that a type knows are those that its coding keys name; the key of the property itself never stands in an
/// archive. Unknown fields are written after the known ones, in their order. What they hold is kept as
/// ``ArchivedPlaceholder`` does it.
///
/// Classes of a hierarchy that share one container see each other's fields as unknown; those that are known to one of
/// them are written once. With coders of other packages it is a dictionary under the key of the property.
public struct ArchivedUnknownFields: Codable, Sendable {
  struct Entry: Sendable {
    var key: String
    /// Also of one that was encoded as none.
    var value: ArchivedValue
    /// Whether it was encoded through `encodeIfPresent`.
    var isOptional: Bool
  }

  private(set) var entries: [Entry]

  /// No fields.
  public init() { entries = [] }

  init(_ entries: [Entry]) { self.entries = entries }

  /// The fields, in the order of the archive, but for those that were encoded as none.
  public var fields: [(key: String, value: ArchivedValue)] {
    entries.filter { $0.value.kind != .absent }.map { ($0.key, $0.value) }
  }

  /// Whether there are none.
  public var isEmpty: Bool { entries.isEmpty }

  /// The value of a field; nil if it is not there.
  public subscript(key: String) -> ArchivedValue? {
    fields.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// Takes a field away: it is not written again.
  public mutating func remove(_ key: String) {
    entries.removeAll { $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// Takes a dictionary, where a decoder of another package has one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ArchiveCodingKey.self)
    entries = try container.allKeys.map {
      Entry(
        key: $0.stringValue, value: try container.decode(ArchivedValue.self, forKey: $0),
        isOptional: false)
    }
  }

  /// Makes it a dictionary.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ArchiveCodingKey.self)
    for (key, value) in fields {
      try container.encode(value, forKey: ArchiveCodingKey(stringValue: key))
    }
  }
}

extension KeyedDecodingContainer {
  /// The fields of which `Key` does not know; none where a decoder of another package has no such key.
  public func decode(
    _ type: ArchivedUnknownFields.Type, forKey key: Key
  ) throws -> ArchivedUnknownFields {
    try decodeIfPresent(type, forKey: key) ?? ArchivedUnknownFields()
  }
}

extension KeyedEncodingContainer {
  /// Writes fields beside those of the type; nothing if there are none.
  public mutating func encode(_ value: ArchivedUnknownFields, forKey key: Key) throws {
    if !value.isEmpty { try encodeIfPresent(value, forKey: key) }
  }
}

extension ArchiveFields {
  /// Unknown fields are for containers: generated code knows all fields.
  public mutating func add<Root>(_ key: String, _ path: KeyPath<Root, ArchivedUnknownFields>) {
    add(other: key, isOptional: false)
    forbid()
  }

  /// Unknown fields are for containers, also where there may be none.
  public mutating func add<Root>(_ key: String, _ path: KeyPath<Root, ArchivedUnknownFields?>) {
    add(other: key, isOptional: true)
    forbid()
  }
}
