#if SQLite
  internal import ArchiveFormat
  internal import GRDB
  internal import PropertyListFormat

  extension CoreDataMetadata {
    /// Reads the first row of the table.
    ///
    /// - Parameter findings: Receives what is wrong with the property list.
    init(
      _ database: Database, _ tables: TableNames, limits: CoreDataLimits,
      findings: inout [ArchiveError]
    ) throws {
      var row: Row?
      if let table = tables["Z_METADATA"] {
        do {
          try TableShape.check(table, has: ["Z_VERSION", "Z_UUID", "Z_PLIST"], database)
          row = try Row.fetchOne(
            database,
            sql: """
              SELECT Z_VERSION, Z_UUID, Z_PLIST FROM \(TableNames.quoted(table)) NOT INDEXED
              ORDER BY rowid LIMIT 1
              """)
        } catch let error as ArchiveError {
          findings.append(error)
        }
      }
      version = row.flatMap { CoreDataValue($0, 0).integer }
      if let row, case .text(let text) = CoreDataValue(row, 1) { uuid = text } else { uuid = nil }
      guard let row, case .data(let bytes) = CoreDataValue(row, 2) else {
        if let row, !CoreDataValue(row, 2).isNull {
          findings.append(ArchiveError(.malformedStore, "Z_METADATA has no data as Z_PLIST"))
        }
        propertyList = nil
        modelVersionIdentifiers = []
        return
      }
      do throws(ArchiveError) {
        let list = try PropertyList(bytes, limits: limits.propertyLists)
        modelVersionIdentifiers = try Self.identifiers(list)
        propertyList = list
      } catch {
        findings.append(
          ArchiveError(
            error.code, "Z_METADATA: \(error.message)", byteOffset: error.byteOffset,
            path: error.path))
        propertyList = nil
        modelVersionIdentifiers = []
      }
    }

    /// The strings of `NSStoreModelVersionIdentifiers`.
    private static func identifiers(_ list: PropertyList) throws(ArchiveError) -> [String] {
      guard case .dictionary(let entries) = try list.value(of: list.root) else { return [] }
      var place = PropertyListNodes.Place()
      while let key = try list.next(in: entries, &place),
        let value = try list.next(in: entries, &place)
      {
        guard case .string(let text) = try list.value(of: key),
          list.isEqual(text, to: "NSStoreModelVersionIdentifiers"),
          case .array(let nodes) = try list.value(of: value)
        else { continue }
        var identifiers: [String] = []
        var place = PropertyListNodes.Place()
        while let node = try list.next(in: nodes, &place), identifiers.count < 64 {
          if case .string(let text) = try list.value(of: node) {
            identifiers.append(list.string(text))
          }
        }
        return identifiers
      }
      return []
    }
  }
#endif
