#if SQLite
  import ArchiveFormat
  import CoreDataStores
  import Foundation
  import FoundationArchiveFormat
  import Testing

  /// The store of accounts that macOS wrote. Nothing of it is in this package.
  @Suite struct CorpusStoreTests {
    private static let path = URL(
      filePath: ProcessInfo.processInfo.environment["CORPUS"] ?? "/nowhere"
    ).appending(path: "coredata/Accounts3.sqlite").path

    @Test(.enabled(if: FileManager.default.fileExists(atPath: path), "the corpus is absent"))
    func `each of the archives in the store of accounts is read as a graph`() throws {
      let store = try CoreDataStore(readOnly: Self.path)
      #expect(store.model.source == .modelCache && store.model.findings.isEmpty)
      #expect(store.pending == nil)
      var graphs: [String: Int] = [:]
      var rowCount = 0
      for name in store.model.names {
        let rows = try StoredRows(store, name)
        #expect(rows.errors.isEmpty)
        rowCount += rows.rows.count
        for row in rows.rows {
          for field in row.fields {
            switch (field.value, try field.content()) {
            case (.data, .graph(let graph)):
              graphs["\(row.entity).\(field.name)", default: 0] += 1
              // Each has one root, and nothing that contradicts itself.
              #expect(graph.roots.count == 1 && graph.objects.count > 0)
              #expect(try !String(decoding: graph.valuesDump(), as: UTF8.self).contains("\"bad\""))
            case (.data, let content): Issue.record("\(row.entity) \(row.key): \(content)")
            default: break
            }
          }
        }
      }
      #expect(
        graphs == [
          "Account.dataclassProperties": 1, "AccountProperty.value": 145, "Dataclass.name": 41,
        ])
      #expect(rowCount == 263)
      let attributes = store.model.entities.values.flatMap(\.attributes)
      #expect(attributes.count == 34 && !attributes.contains { $0.isAmbiguous })
      #expect(attributes.count { $0.kind == .transformable } == 4)
      #expect(store.model.entities.values.flatMap(\.relationships).count == 18)
      #expect(store.model.entities.values.allSatisfy { $0.otherColumns.isEmpty })
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: path), "the corpus is absent"))
    func `each relationship of the store of accounts leads to objects and back`() throws {
      let store = try CoreDataStore(readOnly: Self.path)
      #expect(store.model.otherTables.isEmpty)
      // Entity, key, relationship, destination and its key, as text.
      var links: Set<String> = []
      var backLinks: Set<String> = []
      var counts: [String: Int] = [:]
      for name in store.model.names {
        for row in try StoredRows(store, name).rows {
          func add(_ relationship: CoreDataRelationship, _ key: Int64) throws {
            let destination = try #require(relationship.destination)
            let inverse = try #require(relationship.inverse)
            links.insert("\(name) \(row.key) \(relationship.name) \(destination) \(key) \(inverse)")
            backLinks.insert(
              "\(destination) \(key) \(inverse) \(name) \(row.key) \(relationship.name)")
            if let link = relationship.link { counts[link.table, default: 0] += 1 }
          }
          for field in row.fields {
            if case .relationship(let relationship) = field.origin, let key = field.value.integer {
              try add(relationship, key)
            }
          }
          for destinations in row.destinations {
            for key in destinations.keys { try add(destinations.relationship, key) }
          }
        }
      }
      #expect(
        store.model.entities.values.flatMap(\.relationships).allSatisfy {
          $0.link != nil || $0.columns.count == 1
        })
      #expect(links == backLinks && links.count > 500)
      // Twice the rows of each table.
      #expect(counts["Z_2ENABLEDDATACLASSES"] == 44 && counts["Z_2PROVISIONEDDATACLASSES"] == 72)
      #expect(counts["Z_4SUPPORTEDDATACLASSES"] == 160 && counts["Z_4SYNCABLEDATACLASSES"] == 80)
    }
  }
#endif
