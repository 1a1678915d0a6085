#if PostgreSQL
  internal import RecordStorage

  extension TableLayout {
    private static func list(_ names: [String]) -> String {
      names.map(SQLName.quoted).joined(separator: ", ")
    }

    /// The columns of a row, as ``record(_:_:)`` reads it: the attributes, then the key if it is none of them.
    var readColumns: String { Self.list(columns + (keyPosition == nil ? [keyColumn] : [])) }

    private var key: String { SQLName.quoted(keyColumn) }

    /// The place of the key among the parameters of ``parameters(_:)``.
    private var keyPlace: String { "$\((keyPosition ?? 0) + 1)" }

    private var places: String {
      writtenColumns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    }

    /// The record with a key.
    var selection: String { "SELECT \(readColumns) FROM \(path) WHERE \(key) = $1" }

    /// How many records fulfil a condition. Each data server counts its own.
    func count(_ condition: String) -> String {
      guard let partitions else { return "SELECT count(*) FROM \(path)\(condition)" }
      let counts = partitions.names.map {
        "SELECT count(*) AS n FROM \(SQLName.quoted(namespace)).\(SQLName.quoted($0))\(condition)"
      }
      return "SELECT sum(n)::bigint FROM (\(counts.joined(separator: " UNION ALL "))) AS counts"
    }

    /// A record more. No row is affected if its key is there, or one of its unique values.
    var insertion: String { "\(plainInsertion) ON CONFLICT DO NOTHING" }

    /// A record more, in a table without constraints.
    var plainInsertion: String {
      "INSERT INTO \(path) (\(Self.list(writtenColumns))) VALUES (\(places))"
    }

    /// A record more, or in the place of one. No row is affected if another one has one of its unique values.
    var replacement: String {
      let source =
        table.uniquePositions.isEmpty
        ? "VALUES (\(places))" : "SELECT \(places) WHERE \(noOtherHasIt.joined(separator: " AND "))"
      let changes = changes { "EXCLUDED.\(SQLName.quoted($1))" }
      return "INSERT INTO \(path) (\(Self.list(writtenColumns))) \(source) "
        + "ON CONFLICT (\(key)) DO UPDATE SET \(changes)"
    }

    /// A record in the place of one. No row is affected if there is none, or another one has one of its unique values.
    var change: String {
      let conditions = ["\(key) = \(keyPlace)"] + noOtherHasIt
      return "UPDATE \(path) SET \(changes { position, _ in "$\(position + 1)" }) "
        + "WHERE \(conditions.joined(separator: " AND "))"
    }

    /// All columns but the key are set; a table that has no other keeps it.
    private func changes(_ value: (Int, String) -> String) -> String {
      let changed = writtenColumns.enumerated().filter { $0.element != keyColumn }
      return (changed.isEmpty ? Array(writtenColumns.enumerated()) : changed).map {
        "\(SQLName.quoted($0.element)) = \(value($0.offset, $0.element))"
      }.joined(separator: ", ")
    }

    private var noOtherHasIt: [String] {
      table.uniquePositions.map { position in
        "NOT EXISTS (SELECT FROM \(path) AS other WHERE other.\(SQLName.quoted(columns[position]))"
          + " = $\(writtenPosition(position) + 1) AND other.\(key) <> \(keyPlace))"
      }
    }

    /// The record with a key is no more.
    var deletion: String { "DELETE FROM \(path) WHERE \(key) = $1" }

    /// The key of a record with a value of a unique attribute, which has not the key of the second parameter.
    func other(_ position: Int) -> String {
      "SELECT \(key) FROM \(path) WHERE \(SQLName.quoted(columns[position])) = $1 "
        + "AND \(key) <> $2 LIMIT 1"
    }

    /// The first record, by key, with a value of an attribute that one before it has: value, key, and that one's key.
    func repetition(_ position: Int) -> String {
      let column = SQLName.quoted(columns[position])
      return "SELECT v, k, former FROM (SELECT \(column) AS v, \(key) AS k, "
        + "lag(\(key)) OVER (PARTITION BY \(column) ORDER BY \(key)) AS former "
        + "FROM \(path) WHERE \(column) IS NOT NULL) AS repetitions "
        + "WHERE former IS NOT NULL ORDER BY k LIMIT 1"
    }
  }
#endif
