#if SQLite
  import Foundation
  import GRDB
  import RecordStorageSQLite
  import StorageTransforms

  /// A file in a folder of its own. All folders go when the process ends: stores open further connections by the path.
  struct DatabaseFile: Sendable {
    private static let parent: URL = {
      let parent = FileManager.default.temporaryDirectory.appending(path: "sqlite-\(UUID())")
      atexit { try? FileManager.default.removeItem(at: DatabaseFile.parent) }
      return parent
    }()

    let folder: URL
    let path: String

    init() throws {
      folder = Self.parent.appending(path: "\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.appending(path: "photos.sqlite").path
    }

    func store(_ options: SQLiteBackEnd.Options = SQLiteBackEnd.Options()) throws -> RecordStore {
      RecordStore(try SQLiteBackEnd(path: path, options: options))
    }

    /// A store with a table.
    func store(
      _ table: RecordTable, _ options: SQLiteBackEnd.Options = SQLiteBackEnd.Options()
    ) throws -> RecordStore {
      let store = try store(options)
      try store.write { try $0.define(table) }
      return store
    }

    /// What another program does to the file.
    func execute(_ sql: String) throws {
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      try queue.close()
    }

    /// What another program reads, as the program `sqlite3` prints it.
    func rows(_ sql: String) throws -> [String] {
      let queue = try DatabaseQueue(path: path)
      defer { try? queue.close() }
      return try queue.read { database in
        try Row.fetchAll(database, sql: sql).map { row in
          row.map { $0.1 == .null ? "" : String.fromDatabaseValue($0.1) ?? "\($0.1)" }
            .joined(separator: "|")
        }
      }
    }
  }

  /// The code of the error of storage that is thrown; nil for none.
  func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch let error as StorageError { return error.code.rawValue } catch {
      return "\(error)"
    }
    return nil
  }

  extension RecordTable {
    /// A table of attributes in short: `title text required`, `file text unique`, `size int16 indexed`.
    init(
      _ name: String, _ attributes: [String], keyKind: RecordKey.Kind = .integer,
      keyAttribute: String? = nil, id: String? = nil, version: Int = 1
    ) {
      let attributes = attributes.map { line in
        let words = line.split(separator: " ").map(String.init)
        let names = words[0].split(separator: "=").map(String.init)
        return AttributeSchema(
          .init(names[0], id: names.last ?? names[0]), type: StoredType(rawValue: words[1]),
          form: TransformForm("native"), isRequired: words.contains("required"),
          isUnique: words.contains("unique"), isIndexed: words.contains("indexed"))
      }
      self.init(
        EntitySchema(.init(name, id: id ?? name), version: version, attributes: attributes),
        keyKind: keyKind, keyAttribute: keyAttribute)
    }
  }
#endif
