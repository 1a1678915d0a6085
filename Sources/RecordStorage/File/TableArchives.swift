internal import KeyedArchives
internal import StorageTransforms

/// Tables as archives, in the way in which stores keep them.
struct TableArchives: Sendable {
  private let archiver = KeyedArchiver()
  private let unarchiver = KeyedUnarchiver()

  /// - Throws: ``StorageError/Code/notStorable``.
  func archive(of table: RecordTable) throws -> [UInt8] {
    do {
      return try archiver.encode(table)
    } catch {
      throw StorageError(
        .notStorable, "the table cannot be archived", entity: table.entity.name, underlying: error)
    }
  }

  /// - Throws: ``StorageError/Code/damaged``.
  func table(in archive: [UInt8]) throws -> RecordTable {
    do {
      return try unarchiver.decode(RecordTable.self, from: archive)
    } catch {
      throw StorageError(.damaged, "the archive of a table cannot be read", underlying: error)
    }
  }
}
