internal import ArchiveFormat

/// The fields of one record on their way to the form that its type has now.
///
/// A change may rename fields, take them away, and put in others that it makes of what is there. What it does not
/// touch stays as it is, references and shared objects included. Nothing of it changes the archive.
public struct MigrationFields {
  struct Field {
    var key: String
    /// One of a cell that is absent for a field that was encoded as none.
    var slot: Slot
    var isOptional = false

    var isPresent: Bool { slot.cell.kind != .absent }
  }

  private let decoder: ValueDecoder
  private(set) var fields: [Field]
  /// The version of the form in the archive.
  public let archivedVersion: UInt64

  init(_ decoder: ValueDecoder, _ fields: [Field], archivedVersion: UInt64) {
    self.decoder = decoder
    self.fields = fields
    self.archivedVersion = archivedVersion
  }

  /// The keys, in the order of the archive; those that were put in come last.
  public var keys: [String] { fields.filter(\.isPresent).map(\.key) }

  /// Where the record is.
  public var codingPath: [any CodingKey] { decoder.codingPath }

  /// What the unarchiver was given for the types that it decodes.
  public var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

  private func index(of key: String) -> Int? {
    fields.firstIndex { $0.key.hasSameBytes(as: key) }
  }

  /// Whether there is a field, null or not. O(fields), as all that takes a key.
  public func contains(_ key: String) -> Bool {
    index(of: key).map { fields[$0].isPresent } ?? false
  }

  /// Whether there is a field, even if it was encoded as none.
  func has(_ key: String) -> Bool { index(of: key) != nil }

  /// Whether a field is there and not null.
  public func hasValue(_ key: String) -> Bool {
    index(of: key).map { fields[$0].isPresent && !decoder.session.isNull(fields[$0].slot) } ?? false
  }

  /// Gives a field another key, in place of one that has it already; nothing if there is no such field.
  public mutating func rename(_ old: String, to key: String) {
    guard let found = index(of: old), !old.hasSameBytes(as: key) else { return }
    fields[found].key = key
    if let other = fields.indices.first(where: {
      $0 != found && fields[$0].key.hasSameBytes(as: key)
    }) {
      fields.remove(at: other)
    }
  }

  /// Takes a field away.
  public mutating func remove(_ key: String) {
    if let found = index(of: key) { fields.remove(at: found) }
  }

  /// The value of a field. Classes are allowed as they are everywhere in the archive, and an object is the one
  /// that is decoded in other places too.
  ///
  /// - Throws: `DecodingError` as a keyed container does, also for a key that is not there.
  public func decode<Value: Decodable>(_ type: Value.Type, forKey key: String) throws -> Value {
    guard let found = index(of: key), fields[found].isPresent else {
      throw decoder.session.missing(
        ArchiveCodingKey(stringValue: key), among: fields.lazy.filter(\.isPresent).map(\.key),
        decoder.slot, decoder.codingPath)
    }
    return try decoder.decodeChild(type, fields[found].slot, .key(key))
  }

  /// The value of a field; nil if it is null or not there.
  ///
  /// - Throws: `DecodingError` as a keyed container does.
  public func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type, forKey key: String
  ) throws -> Value? {
    guard hasValue(key) else { return nil }
    return try decode(type, forKey: key)
  }

  /// Puts a value in, in place of one that has its key.
  ///
  /// Where `init(from:)` asks for its very type it gets the value itself, with the objects in it; for another type it
  /// is encoded and decoded, and objects are copied.
  public mutating func encode<Value: Encodable>(_ value: Value, forKey key: String) {
    put(value, forKey: key)
  }

  mutating func put(_ value: any Encodable, forKey key: String) {
    let slot = decoder.session.graft(value, at: decoder.slot)
    if let found = index(of: key) {
      fields[found].slot = slot
    } else {
      fields.append(Field(key: key, slot: slot))
    }
  }
}
