#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  extension TableLayout {
    /// The table, without its key and its indexes.
    var creation: String { "CREATE TABLE \(path) (\(columnDeclarations))" }

    /// The columns, as they are declared.
    var columnDeclarations: String {
      let key =
        keyPosition == nil ? ["\(SQLName.quoted(keyColumn)) \(keyType.declaration) NOT NULL"] : []
      let attributes = zip(columns, types).enumerated().map { position, column in
        let isRequired = self.isRequired(position) ? " NOT NULL" : ""
        return "\(SQLName.quoted(column.0)) \(column.1.declaration)\(isRequired)"
      }
      return (key + attributes).joined(separator: ", ")
    }

    /// Whether a column refuses null.
    func isRequired(_ position: Int) -> Bool {
      table.entity.attributes[position].isRequired || position == keyPosition
    }

    /// The key of the table.
    var keyCreation: String {
      "ALTER TABLE \(path) ADD PRIMARY KEY (\(SQLName.quoted(keyColumn)))"
    }

    /// What an index holds.
    enum IndexKind {
      /// The values of a unique attribute.
      case unique
      /// Each value with the key.
      case pairs
      /// The values alone, where two long ones might not fit into one entry: the records with one value are sorted when they
      /// are read.
      case values
    }

    /// What the index of an attribute holds; nil if it has none.
    func indexKind(_ position: Int) -> IndexKind? {
      guard table.indexedPositions.contains(position) else { return nil }
      if table.entity.attributes[position].isUnique { return .unique }
      return types[position].isLong && keyType.isLong ? .values : .pairs
    }

    /// The index of an attribute, in which null comes first.
    func indexCreation(_ position: Int) -> String {
      "CREATE \(indexKind(position) == .unique ? "UNIQUE " : "")INDEX "
        + "\(SQLName.quoted(indexes[position])) ON \(path) (\(indexedColumns(position)))"
    }

    /// What the index of an attribute is made of.
    func indexedColumns(_ position: Int) -> String {
      let key = indexKind(position) == .pairs ? ", \(SQLName.quoted(keyColumn))" : ""
      return "\(SQLName.quoted(columns[position])) NULLS FIRST\(key)"
    }

    /// An index of the table, with its namespace.
    func indexPath(_ position: Int) -> String {
      SQLName.quoted(namespace) + "." + SQLName.quoted(indexes[position])
    }

    /// Whether a table is made of another one by changing names, types and indexes, since all values stay what they are.
    func isAlteration(of former: TableLayout) -> Bool {
      guard columns.count == former.columns.count, keyPosition == former.keyPosition,
        table.keyKind == former.table.keyKind
      else { return false }
      return zip(former.types, types).allSatisfy { $0 == $1 || $0.widens(to: $1) }
    }
  }

  extension ColumnType {
    /// Whether the server makes the type of this one without changing a value.
    fileprivate func widens(to wider: ColumnType) -> Bool {
      let integers: [ColumnType] = [.smallInteger, .integer, .bigInteger]
      guard let here = integers.firstIndex(of: self), let there = integers.firstIndex(of: wider)
      else { return false }
      return here <= there
    }
  }
#endif
