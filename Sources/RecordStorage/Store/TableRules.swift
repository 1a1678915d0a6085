internal import RecordLog
internal import StorageTransforms

/// What the values of a table have to be before a back end sees them (Spec/back-ends.md, sections 1 and 2).
final class TableRules: Sendable {
  static let maximumKeyByteCount = 2_000
  static let maximumByteCount = 1 << 28

  private struct Column {
    let name: String
    let type: StoredType
    let kind: StoredValue.Kind?
    let isRequired: Bool
    let maximumByteCount: Int
    let isOrdered: Bool
  }

  let table: RecordTable
  private let columns: [Column]
  private let keyPosition: Int?

  init(_ table: RecordTable) {
    self.table = table
    let (indexed, keyPosition) = (Set(table.indexedPositions), table.keyPosition)
    self.keyPosition = keyPosition
    columns = table.entity.attributes.enumerated().map { position, attribute in
      let isOrdered = indexed.contains(position)
      return Column(
        name: attribute.name, type: attribute.type, kind: attribute.type.kind,
        isRequired: attribute.isRequired,
        maximumByteCount: isOrdered ? Self.maximumKeyByteCount : Self.maximumByteCount,
        isOrdered: isOrdered)
    }
  }

  /// - Throws: ``StorageError`` for a table that no back end takes.
  func checkTable(_ capabilities: StorageCapabilities) throws {
    let (name, entity) = (table.entity.name, table.entity)
    for name in [entity.name, entity.id] + entity.attributes.flatMap({ [$0.name, $0.id] }) {
      guard Self.isName(name) else {
        throw StorageError(
          .invalidName, "a name is text of 1 to 2,000 bytes without U+0000", entity: entity.name)
      }
    }
    guard Self.areApart(entity.attributes.map(\.id)),
      Self.areApart(entity.attributes.map { Self.folded($0.name) })
    else {
      throw StorageError(
        .invalidName,
        "names of attributes differ by more than the case of ASCII letters, and ids differ",
        entity: name)
    }
    if let id = table.keyAttribute {
      guard let position = table.keyPosition else {
        throw StorageError(.wrongKey, "no attribute has the id '\(id)' of the key", entity: name)
      }
      guard columns[position].kind?.rawValue == table.keyKind.rawValue else {
        throw StorageError(
          .wrongKey, "the attribute of the key is not stored as \(table.keyKind.rawValue)",
          entity: name, attribute: columns[position].name)
      }
    }
    for column in columns where column.isOrdered && column.kind == nil {
      throw StorageError(
        .unsupported, "values of the type '\(column.type)' have no order", entity: name,
        attribute: column.name)
    }
    guard capabilities.contains(.uniqueAttributes) else {
      guard let position = table.uniquePositions.first else { return }
      throw StorageError(
        .unsupported, "the back end cannot keep an attribute unique that is not the key",
        entity: name, attribute: columns[position].name)
    }
  }

  /// Whether no two are the same. Strings are equal here that look the same, whatever their bytes.
  private static func areApart(_ names: [String]) -> Bool { Set(names).count == names.count }

  private static func folded(_ name: String) -> String {
    String(name.map { $0.isASCII ? Character($0.lowercased()) : $0 })
  }

  private static func isName(_ name: String) -> Bool {
    1...2_000 ~= name.utf8.count && !name.holdsZero
  }

  /// - Throws: ``StorageError/Code/wrongKey``, ``StorageError/Code/limitExceeded``, ``StorageError/Code/notStorable``.
  func check(_ key: RecordKey) throws {
    guard key.kind == table.keyKind else {
      throw StorageError(
        .wrongKey,
        "keys of the table are \(table.keyKind.rawValue), and this is \(key.kind.rawValue)",
        entity: table.entity.name, key: key)
    }
    let byteCount: Int
    switch key {
    case .integer: return
    case .text(let text):
      byteCount = text.utf8.count
      if text.holdsZero {
        throw StorageError(
          .notStorable, "text with U+0000 is no key", entity: table.entity.name, key: key)
      }
    case .blob(let bytes): byteCount = bytes.count
    }
    guard byteCount <= Self.maximumKeyByteCount else {
      throw StorageError(
        .limitExceeded,
        "a key has at most \(Self.maximumKeyByteCount) bytes, and this \(byteCount)",
        entity: table.entity.name)
    }
  }

  /// The record as it is stored.
  ///
  /// - Throws: ``StorageError`` for what is not in the domain.
  func checked(_ record: StoredRecord) throws -> StoredRecord {
    try check(record.key)
    guard record.values.count == columns.count else {
      throw StorageError(
        .wrongCount,
        "the table has \(columns.count) attributes, and the record \(record.values.count) values",
        entity: table.entity.name, key: record.key)
    }
    var record = record
    var byteCount = 0
    for (position, column) in columns.enumerated() {
      let value = record.values[position]
      if let failure = Self.failure(value, column) {
        throw StorageError(
          failure.code, failure.message, entity: table.entity.name, attribute: column.name,
          key: record.key)
      }
      switch value {
      case .real(0): record.values[position] = .real(0)
      case .text(let text): byteCount += text.utf8.count
      case .blob(let bytes): byteCount += bytes.count
      default: break
      }
    }
    guard byteCount <= Self.maximumByteCount else {
      throw StorageError(
        .limitExceeded, "a record of \(byteCount) bytes is too large", entity: table.entity.name,
        key: record.key)
    }
    if let keyPosition, record.values[keyPosition] != record.key.value {
      throw StorageError(
        .wrongKey, "the record has another key than its attribute says", entity: table.entity.name,
        attribute: columns[keyPosition].name, key: record.key, value: record.values[keyPosition])
    }
    return record
  }

  private static func failure(
    _ value: StoredValue, _ column: Column
  ) -> (code: StorageError.Code, message: String)? {
    if value == .null {
      return column.isRequired ? (.missingValue, "the attribute is required") : nil
    }
    guard column.kind == nil || value.kind == column.kind else {
      return (.typeMismatch, "\(value.kind.rawValue) for an attribute of the type '\(column.type)'")
    }
    switch value {
    case .null: return nil
    case .integer(let value):
      return column.type.holds(value)
        ? nil : (.notStorable, "\(value) is no value of the type '\(column.type)'")
    case .real(let value):
      if value.isNaN { return (.notStorable, "NaN is not stored: no two databases agree on it") }
      guard column.type == .float, Double(Float(value)) != value else { return nil }
      return (.notStorable, "\(value) is no value of the type 'float'")
    case .text(let text):
      if text.utf8.count > column.maximumByteCount { return tooLong(text.utf8.count, column) }
      return text.holdsZero ? (.notStorable, "text with U+0000 is not stored") : nil
    case .blob(let bytes):
      return bytes.count > column.maximumByteCount ? tooLong(bytes.count, column) : nil
    }
  }

  private static func tooLong(_ count: Int, _ column: Column) -> (StorageError.Code, String) {
    (.limitExceeded, "\(count) bytes, and at most \(column.maximumByteCount) are stored")
  }

  /// Whether each record of a former table is one of this table just as it is, but for uniqueness.
  func takesAll(of former: RecordTable) -> Bool {
    guard former.keyKind == table.keyKind, former.keyAttribute == table.keyAttribute,
      former.entity.attributes.count == columns.count
    else { return false }
    let indexed = Set(former.indexedPositions)
    return zip(former.entity.attributes, columns).enumerated().allSatisfy { position, pair in
      let (old, column) = pair
      return old.type.widens(to: column.type) && (old.isRequired || !column.isRequired)
        && (!column.isOrdered || indexed.contains(position))
    }
  }

  /// The query as a back end takes it.
  ///
  /// - Throws: ``StorageError`` for one that means nothing.
  func checked(_ query: RecordQuery) throws -> RecordQuery {
    var query = query
    if let limit = query.limit, limit < 0 {
      throw StorageError(
        .invalidQuery, "a limit of \(limit) records", entity: table.entity.name)
    }
    // The attribute that is the key is found as the key.
    if query.attribute != nil, query.attribute == keyPosition { query.attribute = nil }
    var kind: StoredValue.Kind? = StoredValue.Kind(rawValue: table.keyKind.rawValue)
    if let position = query.attribute {
      guard columns.indices.contains(position) else {
        throw StorageError(
          .invalidQuery, "the table has no attribute \(position)", entity: table.entity.name)
      }
      guard columns[position].isOrdered else {
        throw StorageError(
          .notIndexed, "records are found by attributes that are indexed or unique",
          entity: table.entity.name, attribute: columns[position].name)
      }
      kind = columns[position].kind
    }
    try check(&query.lower, kind, query)
    try check(&query.upper, kind, query)
    return query
  }

  private func check(
    _ bound: inout RecordQuery.Bound?, _ kind: StoredValue.Kind?, _ query: RecordQuery
  ) throws {
    guard let value = bound?.value else { return }
    let name = query.attribute.map { columns[$0].name }
    if value == .null {
      guard query.attribute != nil, query.lower == query.upper, bound?.isIncluded == true else {
        throw StorageError(
          .invalidQuery, "null is no bound: it can be asked for alone, of an attribute",
          entity: table.entity.name, attribute: name)
      }
      return
    }
    guard value.kind == kind else {
      throw StorageError(
        .typeMismatch, "\(value.kind.rawValue) as a bound of \(kind?.rawValue ?? "any")",
        entity: table.entity.name, attribute: name, value: value)
    }
    if case .real(let number) = value {
      guard !number.isNaN else {
        throw StorageError(
          .invalidQuery, "NaN is no bound", entity: table.entity.name, attribute: name)
      }
      if number == 0 { bound?.value = .real(0) }
    }
    if case .text(let text) = value, text.holdsZero {
      throw StorageError(
        .invalidQuery, "text with U+0000 is no bound", entity: table.entity.name, attribute: name)
    }
    let byteCount =
      switch value {
      case .text(let text): text.utf8.count
      case .blob(let bytes): bytes.count
      default: 0
      }
    guard byteCount <= Self.maximumByteCount else {
      throw StorageError(
        .limitExceeded,
        "a bound has at most \(Self.maximumByteCount) bytes, and this \(byteCount)",
        entity: table.entity.name, attribute: name)
    }
  }
}
