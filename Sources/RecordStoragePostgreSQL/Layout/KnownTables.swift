#if PostgreSQL
  internal import RecordStorage
  internal import StorageTransforms

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  /// The tables of a store at one of its revisions.
  struct KnownTables: Sendable {
    var revision: Int64?
    /// In the order in which they were defined. Sessions hand out this array, so that who asks again sees that nothing changed.
    private(set) var list: [RecordTable] = []
    private var layouts: [String: TableLayout] = [:]

    /// No tables: those of a store that is not there yet.
    init(revision: Int64? = nil) { self.revision = revision }

    /// The layout of a table; nil if it was never defined.
    subscript(id: String) -> TableLayout? { layouts[id] }

    /// The layout of a table.
    ///
    /// - Throws: ``StorageError/Code/unknownEntity``.
    func layout(_ id: String) throws -> TableLayout {
      guard let layout = layouts[id] else {
        throw StorageError(.unknownEntity, "the store has no table '\(id)'", entity: id)
      }
      return layout
    }

    mutating func set(_ layout: TableLayout) {
      let id = layout.table.id
      if let index = list.firstIndex(where: { $0.id == id }) {
        list[index] = layout.table
      } else {
        list.append(layout.table)
      }
      layouts[id] = layout
    }

    mutating func remove(_ id: String) {
      list.removeAll { $0.id == id }
      layouts[id] = nil
    }

    /// Reads what the server has.
    init(revision: Int64, _ rows: PostgreSQLResult, _ statements: StoreStatements) throws {
      self.revision = revision
      for row in 0..<rows.rowCount {
        guard let archive = rows.blob(row, 0), let name = rows.text(row, 1),
          let keyColumn = rows.text(row, 2), let columns = rows.blob(row, 3),
          let indexes = rows.blob(row, 4)
        else { throw StorageError(.damaged, "the list of tables has a gap") }
        let table = try TableArchives().table(in: Array(archive), entity: name)
        let layout: TableLayout
        do {
          layout = TableLayout(
            table, namespace: statements.namespace,
            name: name, columns: try JSONDecoder().decode([String].self, from: columns),
            keyColumn: keyColumn, indexes: try JSONDecoder().decode([String].self, from: indexes),
            partitions: try statements.dataServers.isEmpty
              ? nil : TablePartitions(rows.text(row, 5), rows.blob(row, 6)))
        } catch {
          throw StorageError(
            .damaged, "the definition of the table \(name) cannot be read", underlying: error)
        }
        let count = layout.table.entity.attributes.count
        guard layout.columns.count == count, layout.indexes.count == count else {
          throw StorageError(.damaged, "the table \(name) has another number of columns")
        }
        set(layout)
      }
    }
  }
#endif
