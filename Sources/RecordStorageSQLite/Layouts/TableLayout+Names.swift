#if SQLite
  internal import RecordStorage
  internal import StorageTransforms

  extension TableLayout {
    /// The layout of a table under the names that are free.
    ///
    /// - Parameters:
    ///   - former: The layout that it will take the place of. An index that stays what it is keeps its name.
    ///   - taken: The folded names of all else in the database.
    init(_ table: RecordTable, replacing former: TableLayout?, taken: Set<[UInt8]>) {
      var taken = taken
      let name = SQLName.free(SQLName.table(table.entity.name), taken: &taken)
      var own: Set<[UInt8]> = []
      let columns = table.entity.attributes.map { SQLName.free($0.name, taken: &own) }
      let keyColumn = table.keyPosition.map { columns[$0] } ?? SQLName.free("key", taken: &own)
      let indexed = Self.indexed(table)
      let formerIndexed = former.map { Self.indexed($0.table) } ?? [:]
      for index in former?.indexes ?? [] { if let index { taken.insert(SQLName.folded(index)) } }
      let indexes = columns.indices.map { position -> String? in
        guard let isUnique = indexed[position] else { return nil }
        if let former, formerIndexed[position] == isUnique, let index = former.indexes[position] {
          return index
        }
        let base = SQLName.table("\(name)_\(columns[position])")
        return SQLName.free(base, taken: &taken)
      }
      self.init(
        table, tableName: name, keyColumn: keyColumn, columns: columns, indexes: indexes)
    }

    /// Whether records stay as they are when this takes the place of a former layout: the columns differ in their names alone,
    /// and none takes a name that another one had.
    func keepsColumns(of former: TableLayout) -> Bool {
      guard table.keyKind == former.table.keyKind, keyPosition == former.keyPosition,
        columns.count == former.columns.count
      else { return false }
      let same = zip(table.entity.attributes, former.table.entity.attributes).allSatisfy {
        TableStatements.sqlType($0.type) == TableStatements.sqlType($1.type)
          && $0.isRequired == $1.isRequired
      }
      let before = Set((former.columns + [former.keyColumn]).map(SQLName.folded))
      return same && renamed(from: former).allSatisfy { !before.contains(SQLName.folded($0.new)) }
    }

    /// The columns that have other names than before. Names that are equal to Swift may have other bytes, and SQLite compares bytes.
    func renamed(from former: TableLayout) -> [(old: String, new: String)] {
      let pairs = zip(former.columns + [former.keyColumn], columns + [keyColumn])
        .filter { !$0.utf8.elementsEqual($1.utf8) }.map { (old: $0, new: $1) }
      // The column of an attribute that is the key stands there twice.
      let isKeyRenamed = !former.keyColumn.utf8.elementsEqual(keyColumn.utf8)
      return keyPosition != nil && isKeyRenamed ? Array(pairs.dropLast()) : pairs
    }
  }
#endif
