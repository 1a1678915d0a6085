#if SQLite
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import ArchiveFormat
  internal import GRDB

  /// A connection that reads a database file which nobody changes.
  final class ReadingConnection: Sendable {
    private let queue: DatabaseQueue
    private let reading: UntrustedReading
    /// Bytes of the database.
    let fileByteCount: Int

    /// Opens a file read-only and immutable: SQLite takes no lock, and looks at no other file.
    init(path: String, limits: CoreDataLimits) throws(ArchiveError) {
      fileByteCount = try DatabaseFile.state(path)?.byteCount ?? 0
      reading = UntrustedReading(fileByteCount: fileByteCount, limits: limits)
      do {
        queue = try DatabaseQueue(
          path: Self.immutableLocation(of: path),
          configuration: Self.configuration(reading, limits, isReadOnly: true))
      } catch { throw ArchiveError(sqlite: error) }
    }

    /// Calls a function with the database, which has the steps of one statement.
    func read<Result>(
      _ body: (Database) throws -> Result
    ) throws(ArchiveError) -> Result {
      do {
        // Not in a transaction: a damaged page would make its end fail too.
        return try queue.inDatabase { database in
          reading.begin()
          return try body(database)
        }
      } catch { throw ArchiveError(sqlite: error) }
    }

    /// Takes over what is pending beside a copy, so that the file alone is the last commit.
    static func settle(_ path: String, limits: CoreDataLimits) throws(ArchiveError) {
      let byteCount = try DatabaseFile.state(path)?.byteCount ?? 0
      let logByteCount = try DatabaseFile.state(path + "-wal")?.byteCount ?? 0
      let reading = UntrustedReading(fileByteCount: byteCount + logByteCount, limits: limits)
      do {
        let queue = try DatabaseQueue(
          path: path, configuration: configuration(reading, limits, isReadOnly: false))
        let row = try queue.writeWithoutTransaction { database in
          reading.begin()
          // Reading rolls an interrupted transaction back.
          _ = try Row.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
          return try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try queue.close()
        guard let row, CoreDataValue(row, 0).integer == 0 else {
          throw ArchiveError(.damagedDatabase, "the write-ahead log cannot be taken over")
        }
      } catch { throw ArchiveError(sqlite: error) }
    }

    private static func configuration(
      _ reading: UntrustedReading, _ limits: CoreDataLimits, isReadOnly: Bool
    ) -> Configuration {
      var configuration = Configuration()
      configuration.label = "KeyedArchives.CoreData"
      configuration.foreignKeysEnabled = false
      configuration.readonly = isReadOnly
      configuration.prepareDatabase { database in
        try reading.prepare(database, maximumRowByteCount: limits.maximumRowByteCount)
      }
      return configuration
    }

    /// The URI of a path, in which every byte that could mean something else is written as a percent sign and two digits.
    static func immutableLocation(of path: String) -> String {
      var location = path.hasPrefix("/") ? "file://" : "file:"
      let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-".utf8)
      for byte in path.utf8 {
        if plain.contains(byte) {
          location.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          location += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
      }
      return location + "?mode=ro&immutable=1"
    }
  }
#endif
