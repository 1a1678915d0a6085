#if SQLite
  internal import ArchiveFormat
  internal import GRDB

  /// The entities of `Z_PRIMARYKEY`, with their numbers and superentities.
  struct EntityRows {
    struct Entity {
      var number: Int64
      var name: String
      var superNumber: Int64?
    }

    private(set) var entities: [Entity] = []
    private(set) var findings: [ArchiveError] = []

    init(_ database: Database, table: String, limits: CoreDataLimits) throws {
      try TableShape.check(table, has: ["Z_ENT", "Z_NAME", "Z_SUPER"], database)
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT rowid, Z_ENT, Z_NAME, Z_SUPER FROM \(TableNames.quoted(table)) NOT INDEXED
          ORDER BY rowid
          """)
      var numbers: Set<Int64> = []
      var names: Set<String> = []
      var last: Int64?
      while let row = try rows.next() {
        let key = try TableShape.key(row, behind: last, in: table)
        last = key
        guard entities.count < limits.maximumEntityCount else {
          throw ArchiveError(
            .limitExceeded, "the store has more than \(limits.maximumEntityCount) entities")
        }
        guard let number = CoreDataValue(row, 1).integer, number > 0,
          case .text(let name) = CoreDataValue(row, 2), !name.isEmpty
        else {
          findings.append(Self.malformed(key, "has no number and name of an entity"))
          continue
        }
        guard numbers.insert(number).inserted, names.insert(name).inserted else {
          findings.append(Self.malformed(key, "has the number or the name of another entity"))
          continue
        }
        let above = CoreDataValue(row, 3)
        if above.integer == nil, !above.isNull {
          findings.append(Self.malformed(key, "has no number of a superentity"))
        }
        // Zero stands for none.
        entities.append(
          Entity(
            number: number, name: name, superNumber: above.integer.flatMap { $0 == 0 ? nil : $0 })
        )
      }
    }

    private static func malformed(_ row: Int64, _ message: String) -> ArchiveError {
      ArchiveError(.malformedStore, "row \(row) of Z_PRIMARYKEY \(message)")
    }
  }
#endif
