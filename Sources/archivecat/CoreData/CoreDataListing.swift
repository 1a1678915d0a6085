#if Tools && SQLite
  import ArchiveInspection
  import CoreDataStores

  /// The output of `archivecat coredata`, as text or as lines of JSON.
  struct CoreDataListing {
    private let store: CoreDataStore
    private let title: String
    private let options: CoreData
    private var status = ExitStatus.good
    /// The first error of rows that were counted, until it is shown among the rows that are printed.
    private var countingError: ArchiveError?

    init(_ store: CoreDataStore, title: String, _ options: CoreData) {
      self.store = store
      self.title = title
      self.options = options
    }

    /// Prints the store, its entities and its rows, as far as they are asked for.
    mutating func print(_ output: inout StandardOutput) throws -> ExitStatus {
      if let name = options.entity, store.model.entities[name] == nil {
        _ = try store.rows(of: name)
      }
      try checkAttributes()
      if !options.rows {
        let (counts, error) = store.rowCounts()
        countingError = error
        printStore(counts, &output)
        for name in store.model.names where isWanted(name) {
          guard let entity = store.model.entities[name] else { continue }
          if options.json {
            output.write(CoreDataJSON.entity(entity, rowCount: counts[name] ?? 0))
            output.line("")
          } else {
            CoreDataText.print(entity, rowCount: counts[name] ?? 0) { output.line($0) }
          }
        }
      }
      if !options.model {
        for name in store.model.names {
          let isFirst =
            options.entity.map { $0 == name } ?? (store.model.entities[name]?.root == name)
          if isFirst { try printRows(of: name, &output) }
        }
      }
      // SQLite checks a page when it reads the page: rows that could not be counted may come a second time as if nothing were wrong.
      if let countingError { complain(countingError, &output) }
      for finding in store.model.findings {
        complain(finding, &output)
      }
      return status
    }

    private mutating func complain(_ error: ArchiveError, _ output: inout StandardOutput) {
      output.flush()
      StandardOutput.complain("\(TerminalText.escaped(title)): \(error.sentence)")
      note(ExitStatus(error.code))
    }

    private mutating func note(_ status: ExitStatus) { self.status = max(self.status, status) }

    /// Returns whether an entity is to be printed.
    private func isWanted(_ name: String) -> Bool { options.entity.map { $0 == name } ?? true }

    /// Refuses names that no entity has which is to be printed.
    private func checkAttributes() throws {
      guard !options.attribute.isEmpty else { return }
      let root = options.entity.flatMap { store.model.entities[$0]?.root }
      let entities = store.model.entities.values.filter { root == nil || $0.root == root }
      var names: Set<String> = []
      for entity in entities {
        names.formUnion(entity.attributes.map(\.name))
        names.formUnion(entity.relationships.map(\.name))
        // Entities below share the columns of the root.
        if entity.superentity == nil { names.formUnion(entity.otherColumns.map(\.name)) }
      }
      for name in options.attribute where !names.contains(name) {
        throw ArchiveError(
          .keyNotFound,
          "there is no attribute, relationship or column “\(name)”"
            + NearMiss.suggestion(for: name, among: names.sorted()))
      }
    }

    private func printStore(_ counts: [String: Int], _ output: inout StandardOutput) {
      let rowCount = counts.values.reduce(0, +)
      if options.json {
        output.write(CoreDataJSON.store(store, rowCount: rowCount))
        output.line("")
      } else {
        CoreDataText.print(store, title: title, rowCount: rowCount) { output.line($0) }
      }
    }

    private mutating func printRows(of name: String, _ output: inout StandardOutput) throws {
      guard store.model.entities[name]?.table != nil else { return }
      var rows = try store.rows(
        of: name, properties: options.attribute.isEmpty ? nil : Set(options.attribute))
      var count = 0
      while count < options.limit ?? .max {
        do throws(ArchiveError) {
          guard let row = try rows.next() else { break }
          count += 1
          printRow(row, &output)
        } catch {
          note(ExitStatus(error.code))
          if error == countingError { countingError = nil }
          if options.json {
            output.write(CoreDataJSON.error(error))
            output.line("")
          } else {
            output.line("")
            output.line("!! \(error.sentence)")
          }
        }
      }
    }

    private mutating func printRow(_ row: CoreDataRow, _ output: inout StandardOutput) {
      var values: [CoreDataCell] = []
      for field in row.fields {
        let cell = CoreDataCell(field, of: row, limits: store.limits, options)
        if let error = cell.error { note(ExitStatus(error.code)) }
        values.append(cell)
      }
      if options.json {
        output.write(CoreDataJSON.row(row, values))
        output.line("")
      } else {
        CoreDataText.print(row, values, isFull: options.full) { output.line($0) }
      }
    }
  }
#endif
