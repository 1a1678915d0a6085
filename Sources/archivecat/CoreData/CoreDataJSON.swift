#if Tools && SQLite
  import ArchiveInspection
  import CoreDataStores

  /// The lines of `archivecat coredata --json`. Spec/core-data-stores.md describes them.
  enum CoreDataJSON {
    /// The members of an object, in the order in which they were put.
    private struct Members {
      var text = JSONText(isEscapedForTerminal: true)
      private var count = 0

      mutating func put(_ name: String, _ body: (inout JSONText) -> Void) {
        text.raw(count == 0 ? "{" : ",")
        count += 1
        text.string(name)
        text.raw(":")
        body(&text)
      }

      mutating func put(_ name: String, _ value: String?) {
        if let value { put(name) { $0.string(value) } }
      }

      mutating func put(_ name: String, _ value: Int64?) {
        if let value { put(name) { $0.raw("\(value)") } }
      }

      mutating func put(_ name: String, _ value: Bool) {
        if value { put(name) { $0.raw("true") } }
      }

      mutating func put(_ name: String, _ values: [String]) {
        if !values.isEmpty { put(name) { Members.list(values, &$0) { $0.string($1) } } }
      }

      static func list<Value>(
        _ values: [Value], _ text: inout JSONText, _ body: (inout JSONText, Value) -> Void
      ) {
        text.raw("[")
        for (index, value) in values.enumerated() {
          if index > 0 { text.raw(",") }
          body(&text, value)
        }
        text.raw("]")
      }

      consuming func object() -> [UInt8] {
        text.raw(count == 0 ? "{}" : "}")
        return text.bytes
      }
    }

    static func store(_ store: CoreDataStore, rowCount: Int) -> [UInt8] {
      var members = Members()
      members.put("kind", "store")
      members.put("uuid", store.metadata.uuid)
      members.put("version", store.metadata.version)
      members.put("modelVersions", store.metadata.modelVersionIdentifiers)
      members.put("model", store.model.source == .modelCache ? "cache" : "tables")
      members.put("readWith", store.pending?.rawValue)
      members.put("entities", Int64(store.model.names.count))
      members.put("rows", Int64(rowCount))
      members.put("otherTables", store.model.otherTables)
      if let list = store.metadata.propertyList,
        let json = try? CoreDataCell.json(DocumentInspector(list))
      {
        members.put("metadata") { $0.append(json) }
      }
      return members.object()
    }

    static func entity(_ entity: CoreDataEntity, rowCount: Int) -> [UInt8] {
      var members = Members()
      members.put("kind", "entity")
      members.put("name", entity.name)
      members.put("number", entity.number)
      members.put("superentity", entity.superentity)
      members.put("abstract", entity.isAbstract == true)
      members.put("class", entity.className)
      members.put("table", entity.table)
      members.put("rows", Int64(rowCount))
      members.put("attributes") { text in
        Members.list(entity.attributes, &text) { $0.append(attribute($1)) }
      }
      members.put("relationships") { text in
        Members.list(entity.relationships, &text) { $0.append(relationship($1)) }
      }
      if entity.superentity == nil, !entity.otherColumns.isEmpty {
        members.put("columns") { text in
          Members.list(entity.otherColumns, &text) { text, column in
            var members = Members()
            members.put("name", column.name)
            members.put("type", column.declaredType)
            text.append(members.object())
          }
        }
      }
      return members.object()
    }

    private static func attribute(_ attribute: CoreDataAttribute) -> [UInt8] {
      var members = Members()
      members.put("name", attribute.name)
      members.put("type", attribute.kind.name)
      members.put("typeNumber", Int64(attribute.kind.rawValue))
      members.put("class", attribute.valueClassName)
      members.put("transformer", attribute.transformerName)
      members.put("optional", attribute.isOptional)
      members.put("transient", attribute.isTransient)
      members.put(
        "columns", Array(attribute.columns.prefix(CoreDataText.maximumCandidateCount)))
      members.put("ambiguous", attribute.isAmbiguous)
      return members.object()
    }

    private static func relationship(_ relationship: CoreDataRelationship) -> [UInt8] {
      var members = Members()
      members.put("name", relationship.name)
      members.put("destination", relationship.destination)
      members.put("inverse", relationship.inverse)
      members.put("toMany", relationship.isToMany)
      if let link = relationship.link {
        members.put("table", link.table)
        members.put("ordered", link.orderColumn != nil)
      }
      members.put("optional", relationship.isOptional)
      members.put(
        "columns", Array(relationship.columns.prefix(CoreDataText.maximumCandidateCount)))
      members.put("ambiguous", relationship.isAmbiguous)
      return members.object()
    }

    static func row(_ row: CoreDataRow, _ cells: [CoreDataCell]) -> [UInt8] {
      var members = Members()
      members.put("kind", "row")
      members.put("entity", row.entity)
      members.put("key", row.key)
      var (values, columns, errors) = (Members(), Members(), Members())
      var (columnCount, errorCount) = (0, 0)
      for cell in cells {
        if case .column = cell.field.origin {
          columns.put(cell.field.name) { $0.append(cell.json) }
          columnCount += 1
        } else {
          values.put(cell.field.name) { $0.append(cell.json) }
        }
        if let error = cell.error {
          errors.put(cell.field.name, error.description)
          errorCount += 1
        }
      }
      for destinations in row.destinations {
        values.put(destinations.relationship.name) { text in
          guard destinations.relationship.isToMany || destinations.keys.count > 1 else {
            return text.raw(destinations.keys.first.map { "\($0)" } ?? "null")
          }
          Members.list(destinations.keys, &text) { $0.raw("\($1)") }
        }
      }
      members.put("values") { $0.append(values.object()) }
      if columnCount > 0 { members.put("columns") { $0.append(columns.object()) } }
      if errorCount > 0 { members.put("errors") { $0.append(errors.object()) } }
      return members.object()
    }

    /// A row that cannot be read.
    static func error(_ error: ArchiveError) -> [UInt8] {
      var members = Members()
      members.put("kind", "error")
      members.put("error", error.description)
      return members.object()
    }
  }
#endif
