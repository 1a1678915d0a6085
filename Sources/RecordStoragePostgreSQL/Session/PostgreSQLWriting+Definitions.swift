#if PostgreSQL
  internal import KeyedArchives
  internal import RecordStorage
  internal import StorageTransforms

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  extension PostgreSQLWriting {
    /// Puts a table in the place of one that is there.
    func remake(_ old: TableLayout, as table: RecordTable, _ rewrite: RecordRewrite?) throws {
      try closeCursors(on: table.id)
      var layout = TableLayout(
        table, namespace: statements.namespace, name: old.name, keeping: old)
      if rewrite == nil, layout.isAlteration(of: old) {
        try alter(old, to: &layout)
      } else {
        layout = TableLayout(table, namespace: statements.namespace, name: old.name)
        try rebuild(old, as: &layout, rewrite)
      }
      try keep(layout, replacing: old)
    }

    /// Keeps a layout in the place of a former one, whose id is equal to Swift and may have other bytes.
    func keep(_ layout: TableLayout, replacing former: TableLayout) throws {
      if !former.table.id.utf8.elementsEqual(layout.table.id.utf8) {
        _ = try run(statements.removal, [text(former.table.id)])
      }
      try keep(layout)
    }

    /// Removes a table with its records.
    func remove(_ layout: TableLayout) throws {
      try closeCursors(on: layout.table.id)
      try run("DROP TABLE \(layout.path)")
      _ = try run(statements.removal, [text(layout.table.id)])
      try revise()
      known.remove(layout.table.id)
    }

    func schemaChanged(_ table: RecordTable) -> StorageError {
      StorageError(
        .schemaChanged, "the table is another one than it is said to have been",
        entity: table.entity.name)
    }

    func text(_ text: String) -> SQLParameter { SQLParameter(.text(text), .text) }

    /// Calls a function whose changes the server forgets if it throws (rule W1), unless the transaction is over by that.
    func undoing(_ body: () throws -> Void) throws {
      try run("SAVEPOINT definition")
      let (before, cursorCount) = (known, cursorCount)
      do {
        try connection.defining(body)
        try run("RELEASE SAVEPOINT definition")
        hasChanges = true
      } catch {
        known = before
        let isOver = failure?.code == .conflict || !connection.isAlive
        guard !isOver else { throw error }
        goOn()
        forgetCursors(from: cursorCount)
        try run("ROLLBACK TO SAVEPOINT definition; RELEASE SAVEPOINT definition")
        try sending { try connection.forgetStatements(unlessOf: nil) }
        throw error
      }
    }

    /// Keeps the layout, and lets all sessions know.
    func keep(_ layout: TableLayout) throws {
      let archive: Data
      do {
        archive = try KeyedArchiver().encode(layout.table)
      } catch {
        throw StorageError(
          .inputOutput, "the table cannot be archived", entity: layout.table.entity.name,
          underlying: error)
      }
      _ = try run(
        statements.keeping,
        [
          text(layout.table.id), text(layout.name), text(layout.keyColumn),
          text(SQLName.list(layout.columns)), text(SQLName.list(layout.indexes)),
          SQLParameter(.blob(archive), .bytes),
        ])
      if let partitions = layout.partitions {
        _ = try run(
          statements.keepingPartitions,
          [
            text(layout.table.id), text(partitions.dataName), text(SQLName.list(partitions.names)),
          ])
      }
      try revise()
      known.set(layout)
    }

    private func revise() throws {
      let revision = Int64.random(in: .min ... .max)
      _ = try run(statements.revising, [SQLParameter(.integer(revision), .bigInteger)])
      known.revision = revision
      // What the server kept may be of columns that are gone.
      try sending { try connection.forgetStatements(unlessOf: nil) }
    }

    func make(_ table: RecordTable) throws {
      var layout = TableLayout(
        table, namespace: statements.namespace, name: try freeName(table.entity.name))
      try run("\(layout.creation); \(layout.keyCreation)")
      try makeIndexes(&layout)
      try keep(layout)
    }

    /// A name that nothing in the namespace has.
    func freeName(_ name: String) throws -> String {
      try SQLName.free(name) { candidate in
        let path = SQLName.quoted(statements.namespace) + "." + SQLName.quoted(candidate)
        return try run(statements.isFree, [text(path)]).value(0, 0, .boolean) == .integer(0)
      }
    }

    private func makeIndexes(_ layout: inout TableLayout) throws {
      // Those of partitions stand on the data servers.
      guard layout.partitions == nil else { return }
      for position in layout.columns.indices where layout.indexes[position].isEmpty {
        try makeIndex(&layout, position)
      }
    }

    private func makeIndex(_ layout: inout TableLayout, _ position: Int) throws {
      guard let kind = layout.indexKind(position) else { return }
      if kind == .unique { try checkUnique(layout, position) }
      layout.indexes[position] = try freeName(
        "\(layout.name)_\(layout.columns[position])_\(kind == .unique ? "unique" : "index")")
      try run(layout.indexCreation(position))
    }

    private func checkUnique(_ layout: TableLayout, _ position: Int) throws {
      let result = try run(layout.repetition(position), [])
      guard result.rowCount > 0 else { return }
      guard let key = RecordKey(try result.value(0, 1, layout.keyType)) else { return }
      throw StorageError.notUnique(
        position, try result.value(0, 0, layout.types[position]), key: key,
        existingKey: RecordKey(try result.value(0, 2, layout.keyType)), in: layout.table)
    }

    /// Changes names, types and indexes of a table, and no record.
    func alter(_ old: TableLayout, to layout: inout TableLayout) throws {
      if !layout.table.entity.name.utf8.elementsEqual(old.table.entity.name.utf8) {
        layout.name = try freeName(layout.table.entity.name)
        try run("ALTER TABLE \(old.path) RENAME TO \(SQLName.quoted(layout.name))")
      }
      let start = "ALTER TABLE \(layout.path)"
      for position in old.columns.indices where !old.indexes[position].isEmpty {
        if layout.indexKind(position) == old.indexKind(position) {
          layout.indexes[position] = old.indexes[position]
        } else {
          try run("DROP INDEX \(old.indexPath(position))")
        }
      }
      // In two steps, since two columns may swap their names.
      let renamed = old.columns.indices.filter {
        !layout.columns[$0].utf8.elementsEqual(old.columns[$0].utf8)
      }
      for position in renamed {
        let former = SQLName.quoted(old.columns[position])
        try run("\(start) RENAME COLUMN \(former) TO \(SQLName.quoted("renaming_\(position)"))")
      }
      for position in renamed {
        let name = SQLName.quoted(layout.columns[position])
        try run("\(start) RENAME COLUMN \(SQLName.quoted("renaming_\(position)")) TO \(name)")
      }
      for position in old.columns.indices {
        let column = "\(start) ALTER COLUMN \(SQLName.quoted(layout.columns[position]))"
        if layout.types[position] != old.types[position] {
          try run("\(column) TYPE \(layout.types[position].declaration)")
        }
        if layout.isRequired(position) != old.isRequired(position) {
          try run("\(column) \(layout.isRequired(position) ? "SET" : "DROP") NOT NULL")
        }
      }
      try makeIndexes(&layout)
    }

    /// Makes a table of the records of another one, in its place.
    private func rebuild(
      _ old: TableLayout, as layout: inout TableLayout, _ rewrite: RecordRewrite?
    ) throws {
      var source = old
      source.name = try freeName("\(old.name)_former")
      try run("ALTER TABLE \(old.path) RENAME TO \(SQLName.quoted(source.name))")
      if !layout.table.entity.name.utf8.elementsEqual(old.table.entity.name.utf8) {
        layout.name = try freeName(layout.table.entity.name)
      }
      try run(layout.creation)
      let records = try PostgreSQLCursor(self, RecordQuery(), source)
      while var record = try records.next() {
        if let rewrite { record.values = try rewrite(record) }
        try sending { try connection.send(layout.plainInsertion, layout.parameters(record)) }
      }
      try closeCursors(on: old.table.id)
      try run("DROP TABLE \(source.path)")
      try run(layout.keyCreation)
      try makeIndexes(&layout)
    }
  }
#endif
