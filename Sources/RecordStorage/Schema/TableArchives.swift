internal import KeyedArchives
internal import StorageTransforms

/// Tables as archives, in the way in which stores keep them.
package struct TableArchives: Sendable {
  private let archiver = KeyedArchiver()
  private let unarchiver = KeyedUnarchiver()

  package init() {}

  /// - Throws: ``StorageError/Code/notStorable``.
  func archive(of table: RecordTable) throws -> [UInt8] {
    do {
      return try archiver.encode(table)
    } catch {
      throw StorageError(
        .notStorable, "the table cannot be archived", entity: table.entity.name, underlying: error)
    }
  }

  /// - Throws: ``StorageError/Code/unsupported`` for the archive of another draft or version of the format;
  ///   ``StorageError/Code/damaged``.
  package func table(in archive: [UInt8], entity: String? = nil) throws -> RecordTable {
    do {
      return try unarchiver.decode(RecordTable.self, from: archive)
    } catch let error as ArchiveError where error.code == .needsFeature {
      throw StorageError(.unsupported, error.message, entity: entity, underlying: error)
    } catch {
      throw StorageError(
        .damaged, "the definition of a table cannot be read", entity: entity, underlying: error)
    }
  }
}
