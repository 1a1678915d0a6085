#if SQLite
  internal import GRDB
  internal import KeyedArchives
  internal import RecordStorage
  internal import StorageTransforms

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  extension MetaTables {
    /// Keeps a layout under the id of its entity, in the place of one that is there.
    static func keep(_ layout: TableLayout, _ database: Database) throws {
      let id = layout.table.id
      try remove(id, database)
      let archive: Data = try KeyedArchiver().encode(layout.table)
      try database.execute(
        sql: "INSERT INTO _record_tables VALUES (?, ?, ?, ?)",
        arguments: [id, layout.tableName, layout.keyColumn, archive])
      let statement = try database.makeStatement(
        sql: "INSERT INTO _record_columns VALUES (?, ?, ?, ?, ?)")
      for (position, attribute) in layout.table.entity.attributes.enumerated() {
        try statement.execute(
          arguments: [
            id, position, attribute.id, layout.columns[position], layout.indexes[position],
          ])
      }
    }

    /// Removes the layout of an entity, and tells everyone that layouts changed.
    static func remove(_ id: String, _ database: Database) throws {
      try database.execute(sql: "DELETE FROM _record_columns WHERE entity = ?", arguments: [id])
      try database.execute(sql: "DELETE FROM _record_tables WHERE entity = ?", arguments: [id])
      try database.execute(sql: "UPDATE _record_store SET revision = revision + 1")
    }

    /// The folded names of all that stands in the database, but for those of a layout.
    static func takenNames(_ database: Database, except layout: TableLayout?) throws -> Set<[UInt8]>
    {
      let names = try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema")
      var taken = Set(names.map(SQLName.folded))
      if let layout {
        taken.remove(SQLName.folded(layout.tableName))
        for index in layout.indexes { if let index { taken.remove(SQLName.folded(index)) } }
      }
      return taken
    }
  }
#endif
