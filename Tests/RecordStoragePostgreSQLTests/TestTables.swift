#if PostgreSQL
  import Foundation
  import RecordStorage
  import StorageTransforms
  import Testing

  extension AttributeSchema {
    /// An attribute that is stored as it is.
    static func native(
      _ name: String, _ type: StoredType, id: String? = nil, isRequired: Bool = false,
      isUnique: Bool = false, isIndexed: Bool = false
    ) -> AttributeSchema {
      AttributeSchema(
        TransformContext.Subject(name, id: id ?? name), type: type, form: TransformForm("native"),
        isRequired: isRequired, isUnique: isUnique, isIndexed: isIndexed)
    }
  }

  /// Photos: a required title, a unique file and an indexed size.
  enum Photos {
    static let table = RecordTable(
      EntitySchema(
        "Photo",
        attributes: [
          .native("title", .text, isRequired: true), .native("file", .text, isUnique: true),
          .native("size", .int16, isIndexed: true), .native("width", .double),
        ]), keyKind: .integer)

    static func record(
      _ key: Int64, _ title: String = "sea", file: String? = nil, size: Int64? = 1,
      width: Double? = 0.5
    ) -> StoredRecord {
      StoredRecord(
        key: .integer(key),
        values: [
          .text(title), file.map { .text($0) } ?? .null, size.map { .integer($0) } ?? .null,
          width.map { .real($0) } ?? .null,
        ])
    }
  }

  /// Notes: text keys and nothing unique, so that upserts are sent without waiting.
  enum Notes {
    static let table = RecordTable(
      EntitySchema(
        "Note",
        attributes: [.native("words", .text), .native("rank", .int64, isIndexed: true)]),
      keyKind: .text)

    static func record(_ key: String, _ words: String = "", rank: Int64? = nil) -> StoredRecord {
      StoredRecord(
        key: .text(key), values: [.text(words), rank.map { .integer($0) } ?? .null])
    }
  }

  /// The error that a function throws; nil for none.
  func failure(_ body: () throws -> Void) -> StorageError? {
    do { try body() } catch let error as StorageError { return error } catch {
      Issue.record(error)
    }
    return nil
  }
#endif
