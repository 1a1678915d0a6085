#if SQLite
  internal import RecordStorage
  internal import StorageTransforms

  /// The SQL of a table. Each statement is made once, so that connections find it among those they have prepared.
  struct TableStatements: Sendable {
    /// All records: key, then attributes.
    let select: String
    let selectOne: String
    let isThere: String
    let insert: String
    let update: String
    let delete: String

    init(tableName: String, keyColumn: String, columns: [String], keyPosition: Int?) {
      let (table, key) = (SQLName.quoted(tableName), SQLName.quoted(keyColumn))
      let all = columns.map(SQLName.quoted)
      let read = ([key] + all).joined(separator: ", ")
      select = "SELECT \(read) FROM \(table)"
      selectOne = "\(select) WHERE \(key) = ?"
      isThere = "SELECT 1 FROM \(table) WHERE \(key) = ?"
      let written = keyPosition == nil ? [key] + all : all
      let marks = written.map { _ in "?" }.joined(separator: ", ")
      insert = "INSERT INTO \(table) (\(written.joined(separator: ", "))) VALUES (\(marks))"
      let set = all.indices.filter { $0 != keyPosition }.map { "\(all[$0]) = ?" }
      let changes = set.isEmpty ? "\(key) = \(key)" : set.joined(separator: ", ")
      update = "UPDATE \(table) SET \(changes) WHERE \(key) = ?"
      delete = "DELETE FROM \(table) WHERE \(key) = ?"
    }

    /// What makes the table of a layout.
    static func create(_ layout: TableLayout) -> String {
      var columns = zip(layout.columns, layout.table.entity.attributes).enumerated().map {
        position, column in
        let definition = "\(SQLName.quoted(column.0)) \(sqlType(column.1.type))"
        if position == layout.keyPosition { return "\(definition) NOT NULL PRIMARY KEY" }
        return column.1.isRequired ? "\(definition) NOT NULL" : definition
      }
      let kind = layout.table.keyKind
      if layout.keyPosition == nil {
        let key = "\(SQLName.quoted(layout.keyColumn)) \(sqlType(kind)) NOT NULL PRIMARY KEY"
        columns.insert(key, at: 0)
      }
      // An integer that is the primary key is the number of the row. Of other keys SQLite would keep an index beside the
      // table; without numbers of rows the table is the index.
      let options = kind == .integer ? "STRICT" : "STRICT, WITHOUT ROWID"
      let list = columns.joined(separator: ",\n  ")
      return "CREATE TABLE \(SQLName.quoted(layout.tableName)) (\n  \(list)\n) \(options)"
    }

    /// What makes the index of an attribute. The key stands in each index of SQLite behind the column, so that records with one
    /// value come in the order of their keys.
    static func createIndex(_ name: String, at position: Int, of layout: TableLayout) -> String {
      let unique = layout.table.entity.attributes[position].isUnique ? "UNIQUE " : ""
      let column = SQLName.quoted(layout.columns[position])
      return
        "CREATE \(unique)INDEX \(SQLName.quoted(name)) ON \(SQLName.quoted(layout.tableName)) (\(column))"
    }

    static func sqlType(_ type: StoredType) -> String {
      switch type.kind {
      case .integer: "INTEGER"
      case .real: "REAL"
      case .text: "TEXT"
      case .blob: "BLOB"
      default: "ANY"
      }
    }

    static func sqlType(_ kind: RecordKey.Kind) -> String {
      switch kind {
      case .integer: "INTEGER"
      case .text: "TEXT"
      case .blob: "BLOB"
      }
    }
  }
#endif
