#if Tools && SQLite
  import ArchiveInspection
  import CoreDataStores

  /// A store, its entities and its rows, in lines that are safe to print.
  enum CoreDataText {
    /// Characters of a value that are printed unless all are asked for.
    private static let maximumLength = 160
    /// Columns that are named for each property of which the column is not certain.
    static let maximumCandidateCount = 16

    static func print(
      _ store: CoreDataStore, title: String, rowCount: Int, _ write: (String) -> Void
    ) {
      let uuid = store.metadata.uuid.map { " " + TerminalText.escaped($0) } ?? ""
      var words = ["\(TerminalText.escaped(title)): Core Data store\(uuid)"]
      words += store.metadata.version.map { ["version \($0)"] } ?? []
      let identifiers = store.metadata.modelVersionIdentifiers.filter { !$0.isEmpty }
      if !identifiers.isEmpty {
        words.append(
          "model \(identifiers.map { TerminalText.escaped($0) }.joined(separator: ", "))")
      }
      write(words.joined(separator: ", "))
      let source =
        store.model.source == .modelCache
        ? "with the model of the store" : "without a model: the columns are shown as they are"
      write(
        "\(store.model.names.count.counted("entity", "entities")), \(rowCount.counted("row")), \(source)"
      )
      let others = store.model.otherTables
      if !others.isEmpty {
        let names = others.prefix(maximumCandidateCount).map { TerminalText.escaped($0) }
        let more = others.count > names.count ? ", …" : ""
        write(
          "\(others.count.counted("other table")), not read: \(names.joined(separator: ", "))\(more)"
        )
      }
      if let pending = store.pending {
        write("read with its \(pending.rawValue), as a private copy")
      }
    }

    static func print(_ entity: CoreDataEntity, rowCount: Int, _ write: (String) -> Void) {
      var words: [String] = []
      words += entity.number.map { ["entity \($0)"] } ?? ["not in the store"]
      words += entity.superentity.map { ["in \(TerminalText.escaped($0))"] } ?? []
      words += entity.table.map { ["table \(TerminalText.escaped($0))"] } ?? ["no table"]
      words.append(rowCount.counted("row"))
      if entity.isAbstract == true { words.append("abstract") }
      words += entity.className.map { ["class \(TerminalText.escaped($0))"] } ?? []
      write("")
      write("\(TerminalText.escaped(entity.name))  \(words.joined(separator: ", "))")
      let rows =
        entity.attributes.map(cells) + entity.relationships.map(cells)
        // Entities below share the table.
        + (entity.superentity == nil ? entity.otherColumns : []).map { column in
          [
            TerminalText.escaped(column.name), "column",
            TerminalText.escaped(column.declaredType), "",
          ]
        }
      TextTable(rows: rows, wordColumns: [0, 1, 2, 3]).print { write("  " + $0) }
    }

    private static func cells(_ attribute: CoreDataAttribute) -> [String] {
      var marks: [String] = []
      if attribute.isOptional { marks.append("optional") }
      if attribute.isTransient { marks.append("transient") }
      marks += attribute.transformerName.map { ["transformer \(TerminalText.escaped($0))"] } ?? []
      marks += columnMarks(attribute.columns, attribute.isAmbiguous, attribute.isTransient)
      return [
        TerminalText.escaped(attribute.name), attribute.kind.name,
        attribute.valueClassName.map { TerminalText.escaped($0) } ?? "",
        marks.joined(separator: ", "),
      ]
    }

    private static func cells(_ relationship: CoreDataRelationship) -> [String] {
      var marks: [String] = []
      if relationship.isOptional { marks.append("optional") }
      marks += relationship.inverse.map { ["inverse \(TerminalText.escaped($0))"] } ?? []
      if let link = relationship.link {
        if link.destinationColumn != nil {
          marks.append("table \(TerminalText.escaped(link.table))")
        }
        if link.orderColumn != nil { marks.append("ordered") }
      } else if relationship.isToMany {
        marks.append("not read")
      } else {
        marks += columnMarks(relationship.columns, relationship.isAmbiguous, false)
      }
      return [
        TerminalText.escaped(relationship.name), relationship.isToMany ? "to many" : "to one",
        relationship.destination.map { TerminalText.escaped($0) } ?? "",
        marks.joined(separator: ", "),
      ]
    }

    private static func columnMarks(
      _ columns: [String], _ isAmbiguous: Bool, _ isElsewhere: Bool
    ) -> [String] {
      if isAmbiguous {
        let names = columns.prefix(maximumCandidateCount).map { TerminalText.escaped($0) }
        let more = columns.count > names.count ? ", …" : ""
        return ["ambiguous: one of \(names.joined(separator: ", "))\(more)"]
      }
      return columns.isEmpty && !isElsewhere ? ["no column"] : []
    }

    static func print(
      _ row: CoreDataRow, _ cells: [CoreDataCell], isFull: Bool, _ write: (String) -> Void
    ) {
      write("")
      write("\(TerminalText.escaped(row.entity)) #\(row.key)")
      var lines = cells.filter { !$0.field.value.isNull }.map {
        (name: TerminalText.escaped($0.field.name), value: value($0, isFull: isFull))
      }
      for destinations in row.destinations where !destinations.keys.isEmpty {
        lines.append(
          (
            TerminalText.escaped(destinations.relationship.name),
            value(destinations, isFull: isFull)
          ))
      }
      let width = min(lines.map(\.name.count).max() ?? 0, 40)
      for line in lines {
        let padding = String(repeating: " ", count: max(0, width - line.name.count))
        write("  \(line.name)\(padding)  \(line.value)")
      }
    }

    private static func value(_ destinations: CoreDataRow.Destinations, isFull: Bool) -> String {
      // The name may be long, and the keys many.
      var text = destinations.relationship.destination.map { TerminalText.escaped($0) + " " } ?? ""
      for (index, key) in destinations.keys.enumerated() {
        guard isFull || index == 0 || text.count < maximumLength else {
          return "\(text), …  \(destinations.keys.count.counted("object"))"
        }
        text += "\(index == 0 ? "" : ", ")#\(key)"
      }
      return text
    }

    private static func value(_ cell: CoreDataCell, isFull: Bool) -> String {
      if let error = cell.error { return "!! \(error.sentence)" }
      let json = String(decoding: cell.json, as: UTF8.self)
      if isFull { return json }
      if let text = cell.text { return text }
      guard json.count > maximumLength else { return json }
      return "\(json.prefix(maximumLength))…  \(json.utf8.count.counted("byte"))"
    }
  }
#endif
