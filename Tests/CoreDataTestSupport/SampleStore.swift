#if SQLite
  public import Foundation
  package import GRDB

  /// A store in a folder of its own, made as Core Data makes one.
  package struct SampleStore {
    package let folder: URL
    package let name: String
    package var path: String { folder.appending(path: name).path }

    /// The names, sizes and times of the files in the folder.
    package var files: [String: [String]] {
      get throws {
        var files: [String: [String]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
          let path = folder.appending(path: name).path
          let attributes = try FileManager.default.attributesOfItem(atPath: path)
          files[name] = [
            "\(attributes[.size] ?? 0)", "\(attributes[.modificationDate] ?? 0)",
            "\(FileManager.default.contents(atPath: path)?.hashValue ?? 0)",
          ]
        }
        return files
      }
    }

    package init(name: String = "Store.sqlite") throws {
      self.name = name
      folder = FileManager.default.temporaryDirectory
        .appending(path: "core-data-test-\(UUID().uuidString)", directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    package func remove() { try? FileManager.default.removeItem(at: folder) }

    /// A connection that writes the store.
    package func open() throws -> DatabaseQueue { try DatabaseQueue(path: path) }

    /// Makes the tables of Core Data's own, and runs statements.
    ///
    /// - Parameters:
    ///   - entities: The rows of `Z_PRIMARYKEY`: number, name, and number of the superentity.
    ///   - cache: The content of `Z_MODELCACHE`; nil for a store without that table.
    ///   - first: What is run before anything is made.
    ///   - statements: What makes the other tables, and their rows.
    package func make(
      _ entities: [(Int, String, Int)], cache: [UInt8]?, first: String = "",
      _ statements: String
    ) throws {
      let queue = try open()
      try queue.writeWithoutTransaction { try $0.execute(sql: first) }
      try queue.write { database in
        try database.execute(
          sql: """
            CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
            CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
            """)
        for entity in entities {
          try database.execute(
            sql: "INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, 0)",
            arguments: [entity.0, entity.1, entity.2])
        }
        try database.execute(
          sql: "INSERT INTO Z_METADATA VALUES (1, 'A-B-C', ?)",
          arguments: [
            Data(
              """
              <plist><dict><key>NSStoreModelVersionIdentifiers</key><array><string>v2</string></array></dict></plist>
              """.utf8)
          ])
        if let cache {
          try database.execute(sql: "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
          try database.execute(
            sql: "INSERT INTO Z_MODELCACHE VALUES (?)", arguments: [Data(cache)])
        }
        try database.execute(sql: statements)
      }
      try queue.close()
    }
  }
#endif
