import Foundation
import RecordStorage

#if SQLite
  import GRDB
  import RecordStorageSQLite
#endif
#if PostgreSQL
  import RecordStoragePostgreSQL
#endif

/// A kind of store that takes part.
struct PhotoContestant: Sendable {
  /// What it is called in the tables.
  let name: String
  /// What it is, as a half sentence.
  let about: String
  /// Whether it is what the file is compared with.
  var isRival = false
  /// Whether its bytes stand in the folder, and its synchronisations are those of this process.
  var isLocal = true
  /// Makes a store in a folder of its own.
  let make: @Sendable (URL) throws -> any PhotoStore

  /// All that were built in, the file store first.
  ///
  /// - Parameter postgreSQL: How libpq reaches a server; nil for none.
  static func all(postgreSQL: String?) -> [PhotoContestant] {
    [file] + rivals + servers(postgreSQL)
  }

  static let file = PhotoContestant(name: "file", about: "`FileBackEnd`.") { folder in
    let backEnd = try FileBackEnd(path: folder.appending(path: "photos.krec").path)
    return try RecordPhotoStore(backEnd) { try backEnd.compact() }
  }

  private static var rivals: [PhotoContestant] {
    #if SQLite
      let path: @Sendable (URL) -> String = { $0.appending(path: "photos.sqlite").path }
      return [
        PhotoContestant(
          name: "GRDB, WAL",
          about:
            "SQLite through GRDB as its users write it, a `Codable` record with lists as JSON.",
          isRival: true
        ) {
          try GRDBPhotoStore(path: path($0), writesAhead: true)
        },
        PhotoContestant(
          name: "GRDB, DELETE", about: "the same with a rollback journal.", isRival: true
        ) {
          try GRDBPhotoStore(path: path($0), writesAhead: false)
        },
        PhotoContestant(
          name: "SQLite back end", about: "`SQLiteBackEnd`, with a write-ahead log."
        ) { folder in
          let backEnd = try SQLiteBackEnd(path: path(folder))
          return try RecordPhotoStore(backEnd) {
            try backEnd.close()
            try GRDBPhotoStore.compact(DatabaseQueue(path: path(folder)))
          }
        },
      ]
    #else
      return []
    #endif
  }

  private static func servers(_ connection: String?) -> [PhotoContestant] {
    #if PostgreSQL
      guard let connection else { return [] }
      return [
        PhotoContestant(
          name: "PostgreSQL",
          about: "`PostgreSQLBackEnd`, with a server that was given, for orientation.",
          isLocal: false
        ) { _ in
          try RecordPhotoStore(
            PostgreSQLBackEnd(connection, options: .init(schema: "archivebench")), isOnServer: true)
        }
      ]
    #else
      return []
    #endif
  }
}
