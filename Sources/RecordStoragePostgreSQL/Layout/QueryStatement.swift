#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  /// A query in SQL: its condition, its order, and the values of its bounds.
  struct QueryStatement {
    /// ` WHERE …`, or nothing.
    private(set) var condition = ""
    /// ` ORDER BY …`.
    let order: String
    /// The values that the condition compares with.
    private(set) var parameters: [SQLParameter] = []

    init(_ query: RecordQuery, _ layout: TableLayout) {
      let key = SQLName.quoted(layout.keyColumn)
      let direction = query.isDescending ? "DESC" : "ASC"
      let column: String
      let type: ColumnType
      if let position = query.attribute {
        (column, type) = (SQLName.quoted(layout.columns[position]), layout.types[position])
        let nulls = query.isDescending ? "LAST" : "FIRST"
        order = " ORDER BY \(column) \(direction) NULLS \(nulls), \(key) \(direction)"
      } else {
        (column, type) = (key, layout.keyType)
        order = " ORDER BY \(key) \(direction)"
      }
      if query.lower?.value == .null {
        condition = " WHERE \(column) IS NULL"
        return
      }
      if let bound = query.lower, bound == query.upper, bound.isIncluded {
        add(column, "=", bound.value, type)
        return
      }
      if let bound = query.lower { add(column, bound.isIncluded ? ">=" : ">", bound.value, type) }
      if let bound = query.upper { add(column, bound.isIncluded ? "<=" : "<", bound.value, type) }
    }

    private mutating func add(
      _ column: String, _ comparison: String, _ value: StoredValue, _ type: ColumnType
    ) {
      condition += condition.isEmpty ? " WHERE " : " AND "
      if type == .boolean, case .integer(let number) = value, !(0...1 ~= number) {
        // A boolean is compared with no other numbers than 0 and 1: all are above the lesser ones, and below the greater.
        let isTrue = number < 0 ? comparison.hasPrefix(">") : comparison.hasPrefix("<")
        condition += isTrue ? "\(column) IS NOT NULL" : "FALSE"
        return
      }
      parameters.append(SQLParameter(value, type))
      condition += "\(column) \(comparison) $\(parameters.count)"
    }

    /// Another value behind those of the bounds, and its place.
    mutating func place(_ number: Int) -> String {
      parameters.append(SQLParameter(.integer(Int64(number)), .bigInteger))
      return "$\(parameters.count)"
    }
  }
#endif
