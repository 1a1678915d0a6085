#if PostgreSQL
  internal import RecordStorage

  extension TableLayout {
    private func path(_ name: String) -> String {
      SQLName.quoted(namespace) + "." + SQLName.quoted(name)
    }

    /// The table on the coordinating server, and a partition on each data server.
    func partitionedCreation(_ servers: [String]) -> String {
      guard let partitions else { return creation }
      var statements = ["\(creation) PARTITION BY HASH (\(SQLName.quoted(keyColumn)))"]
      // Data servers keep the names of columns, whatever they are called later.
      let columns = writtenColumns.map {
        "ALTER COLUMN \(SQLName.quoted($0)) OPTIONS (ADD column_name \(SQLName.literal($0)))"
      }.joined(separator: ", ")
      for (index, name) in partitions.names.enumerated() {
        statements.append(
          "CREATE FOREIGN TABLE \(path(name)) PARTITION OF \(path) "
            + "FOR VALUES WITH (MODULUS \(servers.count), REMAINDER \(index)) "
            + "SERVER \(SQLName.quoted(servers[index])) "
            + "OPTIONS (schema_name \(SQLName.literal(namespace)), "
            + "table_name \(SQLName.literal(partitions.leafName(index + 1))))")
        statements.append("ALTER FOREIGN TABLE \(path(name)) \(columns)")
      }
      return statements.joined(separator: "; ")
    }

    /// What one data server makes: a table that refuses the keys of the others.
    ///
    /// - Parameter number: Which one, from 1.
    func dataCreation(_ number: Int, of count: Int) -> String {
      guard let partitions else { return "" }
      let (key, table) = (SQLName.quoted(keyColumn), path(partitions.dataName))
      var statements = [
        "CREATE TABLE \(table) (\(columnDeclarations)) PARTITION BY HASH (\(key))",
        "CREATE TABLE \(path(partitions.leafName(number))) PARTITION OF \(table) "
          + "FOR VALUES WITH (MODULUS \(count), REMAINDER \(number - 1))",
        "ALTER TABLE \(table) ADD PRIMARY KEY (\(key))",
      ]
      for position in columns.indices where indexKind(position) != nil {
        statements.append("CREATE INDEX ON \(table) (\(indexedColumns(position)))")
      }
      return statements.joined(separator: "; ")
    }

    /// Removes the table of a data server.
    func dataRemoval(_ dataName: String) -> String { "DROP TABLE IF EXISTS \(path(dataName))" }

    /// Waits until nobody writes records on one data server, and lets nobody.
    func dataLock(_ number: Int) -> String {
      "LOCK TABLE \(path(partitions?.leafName(number) ?? name)) IN EXCLUSIVE MODE"
    }

    /// Another name for a partition on the coordinating server.
    func partitionRenaming(_ name: String, to next: String) -> String {
      "ALTER FOREIGN TABLE \(path(name)) RENAME TO \(SQLName.quoted(next))"
    }

    /// Whether a table is made of another one by changing names alone.
    func isRenaming(of former: TableLayout) -> Bool {
      isAlteration(of: former) && types == former.types
        && columns.indices.allSatisfy {
          isRequired($0) == former.isRequired($0) && indexKind($0) == former.indexKind($0)
        }
    }

    // MARK: Changes, which tell the number of the data server

    /// A record more. No row is affected if its key is there.
    var placedInsertion: String { insertion + place }
    /// A record in the place of one. No row is affected if there is none.
    var placedChange: String { change + place }
    /// The record with a key is no more.
    var placedDeletion: String { deletion + place }

    private var place: String {
      let partitions = (partitions?.names ?? []).map {
        SQLName.literal(path($0)) + "::regclass"
      }.joined(separator: ", ")
      return " RETURNING array_position(ARRAY[\(partitions)]::oid[], tableoid)"
    }
  }
#endif
