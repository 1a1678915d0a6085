#if SQLite
  internal import GRDB
  internal import RecordStorage
  internal import StorageTransforms

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// The SQL of a query, a page at a time: each page begins behind the last record of the one before, wherever that is by
  /// now. So no statement stays open, and what a transaction writes meanwhile moves no other record.
  struct PageQuery {
    /// Null is neither below nor above another value in SQL: records with null are pages of their own.
    enum Part { case nulls, values }

    /// The place of a record in the order of a query.
    struct End {
      fileprivate let key: DatabaseValue
      fileprivate let value: DatabaseValue
      /// The parameters of the two. Text is handed over as bytes, so that it stays what it is where it is no UTF-8.
      fileprivate let keyPlace: String
      fileprivate let valuePlace: String
    }

    /// In the order in which they are read.
    let parts: [Part]
    private let query: RecordQuery
    private let layout: TableLayout
    private let column: String
    private let key: String

    init(_ query: RecordQuery, _ layout: TableLayout) {
      self.query = query
      self.layout = layout
      key = SQLName.quoted(layout.keyColumn)
      let attribute = query.attribute == layout.keyPosition ? nil : query.attribute
      column = attribute.map { SQLName.quoted(layout.columns[$0]) } ?? key
      if query.lower?.value == .null {
        parts = [.nulls]
      } else if query.lower != nil || query.upper != nil
        || attribute.map({ layout.table.entity.attributes[$0].isRequired }) ?? true
      {
        parts = [.values]
      } else {
        parts = query.isDescending ? [.values, .nulls] : [.nulls, .values]
      }
    }

    /// A page of a part.
    ///
    /// - Parameter last: Where the record before the page stands; nil at the start.
    func page(
      _ part: Part, behind last: End?, count: Int
    ) -> (sql: String, arguments: [DatabaseValue]) {
      var (conditions, arguments) = bounds(part, isOpen: last != nil)
      let comparison = query.isDescending ? "<" : ">"
      // All values of the part are the same: only keys differ.
      let isOne = part == .nulls || isSingle
      if let last {
        if isOne || column == key {
          conditions.append("\(key) \(comparison) \(last.keyPlace)")
        } else {
          conditions.append(
            "(\(column), \(key)) \(comparison) (\(last.valuePlace), \(last.keyPlace))")
          arguments.append(last.value)
        }
        arguments.append(last.key)
      }
      let direction = query.isDescending ? " DESC" : ""
      let order =
        isOne || column == key ? key + direction : "\(column)\(direction), \(key)\(direction)"
      arguments.append(count.databaseValue)
      return (
        "\(layout.statements.select)\(Self.clause(conditions)) ORDER BY \(order) LIMIT ?", arguments
      )
    }

    /// The place of the record of a row that the select statement of the layout read.
    func end(_ row: Row) -> End {
      let (key, keyPlace) = Self.parameter(row, 0)
      let (value, valuePlace) = Self.parameter(row, (query.attribute ?? -1) + 1)
      return End(key: key, value: value, keyPlace: keyPlace, valuePlace: valuePlace)
    }

    private static func parameter(_ row: Row, _ column: Int) -> (DatabaseValue, String) {
      let value = row[column] as DatabaseValue
      guard case .string = value.storage, let bytes = row[column] as Data?,
        String(data: bytes, encoding: .utf8) == nil || bytes.contains(0)
      else { return (value, "?") }
      return (bytes.databaseValue, "CAST(? AS TEXT)")
    }

    /// How many records all pages have.
    func count() -> (sql: String, arguments: [DatabaseValue]) {
      let (conditions, arguments) = parts.count == 1 ? bounds(parts[0], isOpen: false) : ([], [])
      return (
        "SELECT count(*) FROM \(SQLName.quoted(layout.tableName))\(Self.clause(conditions))",
        arguments
      )
    }

    private var isSingle: Bool {
      query.lower != nil && query.lower == query.upper && query.lower?.isIncluded == true
    }

    /// - Parameter isOpen: Whether another condition says where the page begins.
    private func bounds(_ part: Part, isOpen: Bool) -> ([String], [DatabaseValue]) {
      if part == .nulls { return (["\(column) IS NULL"], []) }
      if isSingle, let value = query.lower?.value {
        return (["\(column) = ?"], [value.forDatabase])
      }
      var (conditions, arguments): ([String], [DatabaseValue]) = ([], [])
      if let lower = query.lower, !isOpen || query.isDescending {
        conditions.append("\(column) >\(lower.isIncluded ? "=" : "") ?")
        arguments.append(lower.value.forDatabase)
      }
      if let upper = query.upper, !isOpen || !query.isDescending {
        conditions.append("\(column) <\(upper.isIncluded ? "=" : "") ?")
        arguments.append(upper.value.forDatabase)
      }
      if parts.count == 2, !isOpen { conditions.append("\(column) IS NOT NULL") }
      return (conditions, arguments)
    }

    private static func clause(_ conditions: [String]) -> String {
      conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    }
  }
#endif
