#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// What a column is on the server (Spec/back-ends.md, section 9), and the binary form of its values, which is big endian.
  enum ColumnType: Equatable, Sendable {
    case boolean, smallInteger, integer, bigInteger, real, text, bytes
    /// Any value: bytes of which the first one tells the kind.
    case anyKind

    /// That of an attribute.
    init(_ type: StoredType) {
      switch type {
      case .boolean: self = .boolean
      case .int8, .uint8, .int16: self = .smallInteger
      case .uint16, .int32: self = .integer
      case .uint32, .int64, .uint64: self = .bigInteger
      // Nothing checks that a real of the type `float` has no more than 24 significant bits, so REAL might round it.
      case .float, .double, .date: self = .real
      // Nothing checks that text of the type `uuid` is one, and the type UUID would change its letters to lower case.
      case .text, .uuid: self = .text
      case .blob: self = .bytes
      default: self = .anyKind
      }
    }

    /// That of a key that is none of the attributes.
    init(_ kind: RecordKey.Kind) {
      switch kind {
      case .integer: self = .bigInteger
      case .text: self = .text
      case .blob: self = .bytes
      }
    }

    /// The type in the words of SQL.
    var declaration: String {
      switch self {
      case .boolean: "BOOLEAN"
      case .smallInteger: "SMALLINT"
      case .integer: "INTEGER"
      case .bigInteger: "BIGINT"
      case .real: "DOUBLE PRECISION"
      case .text: "TEXT COLLATE \"C\""
      case .bytes, .anyKind: "BYTEA"
      }
    }

    /// The number by which the server knows the type of a parameter: integers are sent as BIGINT, which compares with all of
    /// them and is stored in all that hold it.
    var parameterOID: UInt32 {
      switch self {
      case .boolean: 16
      case .smallInteger, .integer, .bigInteger: 20
      case .real: 701
      case .text: 25
      case .bytes, .anyKind: 17
      }
    }

    /// Whether a value may have so many bytes that two of them do not fit into one entry of an index (2,704 bytes).
    var isLong: Bool { self == .text || self == .bytes }
  }
#endif
