#if SQLite
  public import ArchiveFormat
  internal import GRDB

  /// The rows of an entity and of its subentities, one after the other.
  ///
  /// Rows are read in parts of up to 256, and of fewer once they take a mebibyte of memory.
  public struct CoreDataRows {
    private static let maximumCount = 256
    private static let enoughByteCount = 1 << 20
    /// Plans that are kept: each has as many places as the table has columns.
    private static let maximumPlanCount = 256

    private let store: CoreDataStore
    private let shape: TableShape
    private let columns: [CoreDataEntity.Column]
    private let properties: Set<String>?
    private var links: LinkTables
    /// By number: the entities of the table.
    private let entities: [Int64: CoreDataEntity]
    private let statement: String
    /// The part of the statement that chooses entities; empty for all of the table.
    private let choice: String
    /// By number of an entity: some of the plans that rows needed.
    private var plans: [Int64: RowPlan] = [:]
    private var part: ArraySlice<Result<CoreDataRow, ArchiveError>> = []
    private var last: Int64?
    private var isAtEnd = false
    /// Bytes of text and data that were read.
    private var byteCount = 0
    private let maximumByteCount: Int

    init(
      _ store: CoreDataStore, _ entity: CoreDataEntity, _ properties: Set<String>?
    ) throws(ArchiveError) {
      guard let table = entity.table else {
        throw ArchiveError(.malformedStore, "there is no table of the entity \(entity.name)")
      }
      self.store = store
      self.properties = properties
      let shape = try store.connection.read { try TableShape(table, $0) }
      self.shape = shape
      let all = (store.model.members[entity.root] ?? []).compactMap { store.model.entities[$0] }
      var entities: [Int64: CoreDataEntity] = [:]
      for entity in all { if let number = entity.number { entities[number] = entity } }
      self.entities = entities
      if let properties {
        let wanted = Self.columns(of: properties, all)
        columns = shape.columns.filter { wanted.contains($0.name) }
      } else {
        columns = shape.columns.filter { TableNames.folded($0.name) != "Z_OPT" }
      }
      let names = ([shape.key, "Z_ENT"] + columns.map { TableNames.quoted($0.name) })
      var statement =
        "SELECT \(names.joined(separator: ", ")) FROM \(TableNames.quoted(table)) NOT INDEXED"
        + " WHERE \(shape.key) >= ?"
      let chosen = Self.entities(in: entity, all)
      let numbers = chosen.compactMap(\.number).sorted().map { "\($0)" }
      choice =
        entity.superentity == nil ? "" : " AND Z_ENT IN (\(numbers.joined(separator: ", ")))"
      statement += choice
      self.statement = statement + " ORDER BY \(shape.key) LIMIT \(Self.maximumCount)"
      // Text in UTF-16 has up to half more bytes in UTF-8.
      let (bytes, overflows) = store.connection.fileByteCount.multipliedReportingOverflow(by: 2)
      maximumByteCount = overflows ? .max : bytes &+ Self.enoughByteCount
      var wanted: Set<CoreDataLink> = []
      for entity in chosen where entity.number != nil {
        for relationship in entity.relationships {
          if let link = relationship.link, properties?.contains(relationship.name) ?? true {
            wanted.insert(link)
          }
        }
      }
      links = LinkTables(wanted, store.connection, limits: store.limits)
      part = links.errors.map { .failure($0) }[...]
    }

    private static func columns(
      of properties: Set<String>, _ entities: [CoreDataEntity]
    ) -> Set<String> {
      var columns = properties
      for entity in entities {
        for attribute in entity.attributes where properties.contains(attribute.name) {
          columns.formUnion(attribute.columns)
        }
        for relationship in entity.relationships where properties.contains(relationship.name) {
          columns.formUnion(relationship.columns)
        }
      }
      return columns
    }

    /// An entity and its subentities.
    private static func entities(
      in entity: CoreDataEntity, _ entities: [CoreDataEntity]
    ) -> [CoreDataEntity] {
      var below: [String: [CoreDataEntity]] = [:]
      for entity in entities { below[entity.superentity ?? "", default: []].append(entity) }
      var found = [entity]
      var index = 0
      while index < found.count {
        found += below[found[index].name] ?? []
        index += 1
      }
      return found
    }

    /// The next row; nil behind the last one.
    ///
    /// - Throws: ``ArchiveError``. If the error is that of one row, with its table and its key as the path, the next call goes on behind
    ///   that row. Errors of the tables of relationships come before the first row, and all rows lack the relationships that could not be read. After any other
    ///   error the next call returns nil.
    public mutating func next() throws(ArchiveError) -> CoreDataRow? {
      while part.isEmpty, !isAtEnd { try readPart() }
      return try part.popFirst()?.get()
    }

    private mutating func readPart() throws(ArchiveError) {
      let (first, overflows) = last.map { $0.addingReportingOverflow(1) } ?? (.min, false)
      guard !overflows else {
        isAtEnd = true
        return
      }
      var rows: [Result<CoreDataRow, ArchiveError>] = []
      var (partByteCount, valueByteCount) = (0, 0)
      var unreadable: ArchiveError?
      isAtEnd = true
      do throws(ArchiveError) {
        unreadable = try store.connection.read { database in
          do {
            let cursor = try Row.fetchCursor(
              database.cachedStatement(sql: statement), arguments: [first])
            while partByteCount < Self.enoughByteCount, let row = try cursor.next() {
              let key = try TableShape.key(row, behind: last, in: shape.name)
              last = key
              let result = read(row, key)
              rows.append(result)
              guard case .success(let row) = result else { continue }
              partByteCount += row.byteCount
              valueByteCount += row.valueByteCount
            }
            return nil
          } catch let error as DatabaseError
            where [.SQLITE_TOOBIG, .SQLITE_CORRUPT].contains(error.resultCode)
          {
            return ArchiveError(sqlite: error)
          }
        }
        isAtEnd = rows.count < Self.maximumCount && partByteCount < Self.enoughByteCount
        if let unreadable { try skip(unreadable, &rows) }
      } catch {
        rows.append(.failure(error))
      }
      byteCount += valueByteCount
      if byteCount > maximumByteCount {
        isAtEnd = true
        rows.append(
          .failure(
            ArchiveError(
              .limitExceeded, "the rows of the table \(shape.name) have more bytes than the file")))
      }
      part = rows[...]
    }

    /// Steps over the row that cannot be read, whose error stands in its place.
    private mutating func skip(
      _ error: ArchiveError, _ rows: inout [Result<CoreDataRow, ArchiveError>]
    ) throws(ArchiveError) {
      isAtEnd = true
      let (first, _) = last.map { $0.addingReportingOverflow(1) } ?? (.min, false)
      let key = try store.connection.read { database in
        try Row.fetchOne(
          database,
          sql: """
            SELECT \(shape.key) FROM \(TableNames.quoted(shape.name)) NOT INDEXED
            WHERE \(shape.key) >= ?\(choice) ORDER BY \(shape.key) LIMIT 1
            """, arguments: [first]
        ).flatMap { CoreDataValue($0, 0).integer }
      }
      guard let key, last.map({ $0 < key }) ?? true else { throw error }
      last = key
      isAtEnd = false
      rows.append(.failure(Self.failure(error, shape.name, key)))
    }

    private mutating func read(_ row: Row, _ key: Int64) -> Result<CoreDataRow, ArchiveError> {
      let number = CoreDataValue(row, 1)
      guard let number = number.integer, let entity = entities[number] else {
        let found = number.integer.map { "\($0)" } ?? "no integer"
        return .failure(
          Self.failure(
            ArchiveError(.malformedStore, "Z_ENT is \(found), and no entity of this table"),
            shape.name, key))
      }
      let plan =
        plans[number]
        ?? RowPlan(entity, columns: columns, properties: properties, links: links)
      if plans[number] == nil {
        if plans.count == Self.maximumPlanCount { plans.removeAll() }
        plans[number] = plan
      }
      var keys: [(place: Int, keys: [Int64])] = []
      for (place, link) in plan.links.enumerated() {
        let found = links.next(link, of: key)
        if !found.isEmpty { keys.append((place, found)) }
      }
      return .success(
        CoreDataRow(
          entity: entity.name, key: key, fields: plan.fields { CoreDataValue(row, $0 + 2) },
          linked: plan.linked, linkedKeys: keys))
    }

    private static func failure(
      _ error: ArchiveError, _ table: String, _ key: Int64
    ) -> ArchiveError {
      var error = error
      error.path = ArchivePath([.root(table), .index(Int(truncatingIfNeeded: key))])
      return error
    }
  }
#endif
