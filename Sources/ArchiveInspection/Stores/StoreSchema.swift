internal import ArchiveFormat

/// What a record log says of the records of an entity (Spec/record-log.md, section 5, and Spec/stored-forms.md, section 6).
public struct StoreSchema: Hashable, Sendable {
  /// The present name of the entity.
  public var name: String
  /// What stays the same when the entity is renamed.
  public var id: String
  /// Grows with each change of the program's schema.
  public var version: Int
  /// In the order of the values of a record.
  public var attributes: [StoreAttribute]
  /// `integer`, `text` or `blob`.
  public var keyKind: String
  /// The id of the attribute that is the key, if one is.
  public var keyAttribute: String?

  /// The position of the attribute that is the key. O(attributes).
  public var keyPosition: Int? {
    keyAttribute.flatMap { id in attributes.firstIndex { $0.id == id } }
  }
}

/// An attribute of a ``StoreSchema``.
public struct StoreAttribute: Hashable, Sendable {
  /// The present name.
  public var name: String
  /// What stays the same when the attribute is renamed.
  public var id: String
  /// What its values are, such as `int64`.
  public var type: String
  /// The steps of what they are stored as, such as `json` and `zlib`.
  public var form: [String]
  /// Whether its blobs begin with a stamp.
  public var isStamped: Bool
  /// Whether null is refused.
  public var isRequired: Bool
  /// Whether no two records have the same value.
  public var isUnique: Bool
  /// Whether records are found by its values.
  public var isIndexed: Bool
}

extension StoreSchema {
  /// The schema of an archive.
  ///
  /// - Throws: ``ArchiveError`` for bytes that are no archive, or none of a schema.
  init(archive: [UInt8]) throws(ArchiveError) {
    let root = try ArchiveInspector(archive).value(at: ArchivePath()).inside
    guard let entity = root["entity"]?.inside else {
      throw ArchiveError(.keyNotFound, "the archive is none of a table")
    }
    name = try entity.text("name")
    id = try entity.text("id")
    version = entity["version"]?.integerValue.flatMap { Int(exactly: $0) } ?? 0
    keyKind = try root.text("keyKind")
    keyAttribute = root["keyAttribute"]?.inside.stringValue
    attributes = []
    guard let list = entity["attributes"]?.inside, list.kind == .array else {
      throw ArchiveError(.keyNotFound, "the schema has no attributes")
    }
    for element in list.elements { attributes.append(try StoreAttribute(element.inside)) }
  }
}

extension StoreAttribute {
  fileprivate init(_ value: ArchivedValue) throws(ArchiveError) {
    name = try value.text("name")
    id = try value.text("id")
    type = try value.text("type")
    form = value["form"]?.inside.elements.compactMap { $0.inside.stringValue } ?? []
    isStamped = value["isStamped"]?.boolValue ?? false
    isRequired = value["isRequired"]?.boolValue ?? false
    isUnique = value["isUnique"]?.boolValue ?? false
    isIndexed = value["isIndexed"]?.boolValue ?? false
  }
}

extension ArchivedValue {
  /// The text of a key that has to be there.
  fileprivate func text(_ key: String) throws(ArchiveError) -> String {
    guard let text = self[key]?.inside.stringValue else {
      throw ArchiveError(.keyNotFound, "the schema has no “\(key)”")
    }
    return text
  }
}
