package import RecordStorage
internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A table that sessions use, in one of several schemas. All values of a record follow from its key and a stamp, so that a
/// record that is of two commits, or of none, can be told.
package struct CrashTable: Hashable, Sendable {
  package enum Kind: Int, Hashable, Sendable, CaseIterable {
    case notes, tags, parts
  }

  package enum Attribute: String {
    case id, stamp, title, body, weight
  }

  package static let schemaCount = 4

  package let kind: Kind
  /// Which schema it has, from 0.
  package let schema: Int
  package let table: RecordTable
  let attributes: [Attribute]
  /// Where the attributes are by which records are found.
  let indexedPositions: [Int]
  private let stampPosition: Int

  private init(_ kind: Kind, _ schema: Int) {
    self.kind = kind
    self.schema = schema
    attributes = Self.attributes(kind, schema)
    let indexed: Set<Attribute> =
      switch schema {
      case 0: [.title]
      case 1: [.weight]
      case 2: [.title, .weight]
      default: [.title]
      }
    let keyKind: RecordKey.Kind =
      switch kind {
      case .notes: .integer
      case .tags: .text
      case .parts: .blob
      }
    table = RecordTable(
      EntitySchema(
        TransformContext.Subject(stringLiteral: "\(kind)"),
        attributes: attributes.map { attribute in
          AttributeSchema(
            TransformContext.Subject(stringLiteral: attribute.rawValue),
            type: Self.type(attribute), form: TransformForm("native"),
            isRequired: attribute == .id || attribute == .stamp, isUnique: attribute == .stamp,
            isIndexed: indexed.contains(attribute))
        }), keyKind: keyKind, keyAttribute: kind == .notes ? Attribute.id.rawValue : nil)
    indexedPositions = table.indexedPositions
    stampPosition = attributes.firstIndex(of: .stamp) ?? 0
  }

  private static func attributes(_ kind: Kind, _ schema: Int) -> [Attribute] {
    let own: [Attribute] = kind == .notes ? [.id] : []
    return switch schema {
    case 0: own + [.stamp, .title, .body]
    case 1: own + [.title, .body, .stamp, .weight]
    default: [.weight, .body] + own + [.stamp, .title]
    }
  }

  private static func type(_ attribute: Attribute) -> StoredType {
    switch attribute {
    case .id, .stamp, .weight: .int64
    case .title: .text
    case .body: .blob
    }
  }

  private static let all = Kind.allCases.map { kind in
    (0..<schemaCount).map { CrashTable(kind, $0) }
  }

  package static func table(_ kind: Kind, _ schema: Int) -> CrashTable {
    all[kind.rawValue][schema]
  }

  /// The table that a store has; nil if it is none of these.
  static func table(_ table: RecordTable) -> CrashTable? {
    all.lazy.flatMap { $0 }.first { $0.table == table }
  }

  func key(_ number: Int64) -> RecordKey {
    switch kind {
    case .notes: .integer(number)
    case .tags: .text("tag \(number)")
    case .parts: .blob(Data([0x70, UInt8(truncatingIfNeeded: number)]))
    }
  }

  /// The number of a key; nil if it is none that a session stores.
  func number(of key: RecordKey) -> Int64? {
    switch key {
    case .integer(let number): number
    case .text(let text): Int64(text.dropFirst(4))
    case .blob(let bytes): bytes.last.map { Int64($0) }
    }
  }

  func record(_ number: Int64, _ stamp: Int64) -> StoredRecord {
    StoredRecord(key: key(number), values: attributes.map { Self.value($0, number, stamp) })
  }

  /// The stamp of a record; nil if its values are not those of one.
  func stamp(of record: StoredRecord) -> Int64? {
    guard let number = number(of: record.key), record.values.count == attributes.count,
      case .integer(let stamp) = record.values[stampPosition],
      self.record(number, stamp) == record
    else { return nil }
    return stamp
  }

  static func value(_ attribute: Attribute, _ number: Int64, _ stamp: Int64) -> StoredValue {
    switch attribute {
    case .id: .integer(number)
    case .stamp: .integer(stamp)
    case .title: .text("title \(stamp % 5)" + String(repeating: "-", count: Int(stamp * 7 % 19)))
    case .body: .blob(CrashBody.bytes(stamp))
    case .weight: stamp % 4 == 0 ? .null : .integer(stamp * 37 % 11 - 5)
    }
  }
}
