#if SQLite
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif
  internal import ArchiveCompression
  public import ArchiveFormat
  internal import GRDB

  /// A store that Apple's Core Data keeps in SQLite, read without Core Data. It needs the trait `SQLite`.
  ///
  /// ```swift
  /// let store = try CoreDataStore(readOnly: "Accounts3.sqlite")
  /// print(store.model.entities["Account"]?.attributes.map(\.name) ?? [])
  /// var rows = try store.rows(of: "Account")
  /// while let row = try rows.next() {
  ///   print(row.entity, row.key, row["username"] ?? .null)
  /// }
  /// ```
  ///
  /// A store carries its model, so nothing else is needed to know its entities and their attributes. Where the model is missing, the
  /// tables are read as they are. `Spec/core-data-stores.md` says what is read, and where each fact is from.
  ///
  /// The file is opened read-only, as one that nobody changes, and nothing is written beside it. `Opening` is what SQLite is allowed to
  /// do with a file from anywhere; `Model` puts the entities together; `Rows` reads what they hold.
  public final class CoreDataStore: Sendable {
    /// A file beside the database, without which its last commit is not seen.
    public enum Pending: String, Hashable, Sendable {
      /// Commits that are not in the database yet: the file with `-wal` behind its name.
      case writeAheadLog = "write-ahead log"
      /// The pages that an interrupted transaction has overwritten: the file with `-journal` behind its name.
      case rollbackJournal = "rollback journal"
    }

    /// The file beside the database that was read too; nil if the database is all there is. The store reads a copy then.
    public let pending: Pending?
    /// The version, the UUID and the like.
    public let metadata: CoreDataMetadata
    /// The entities.
    public let model: CoreDataModel
    /// The limits that the store was opened with.
    public let limits: CoreDataLimits
    let connection: ReadingConnection

    /// Opens the store in a file.
    ///
    /// If a write-ahead log or a rollback journal stands beside the file, both are copied to a temporary folder that only this user reads,
    /// and the log or the journal is taken over there. The copy has no name any more when this returns. Until then the calling thread
    /// blocks the signals that end a process, so that no copy stays behind.
    ///
    /// O(bytes of the model and of the schema), and of the file if it is copied.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limits: What reading may cost.
    /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/notDatabase``, ``ArchiveError/Code/notCoreDataStore``,
    ///   ``ArchiveError/Code/truncated``, ``ArchiveError/Code/damagedDatabase``, ``ArchiveError/Code/malformedStore`` for a table of the
    ///   entities that lacks a column, ``ArchiveError/Code/needsFeature`` for a transaction of several databases that was interrupted,
    ///   ``ArchiveError/Code/limitExceeded``, or ``ArchiveError/Code/inputOutput``. A model that
    ///   cannot be read is one of the findings of ``model``, and no error.
    public init(
      readOnly path: String, limits: CoreDataLimits = CoreDataLimits()
    ) throws(ArchiveError) {
      guard !path.isEmpty, !path.utf8.contains(0) else {
        throw ArchiveError(.inputOutput, "the path '\(path)' is that of no file")
      }
      self.limits = limits
      let file = DatabaseFile(path: URL(filePath: path).resolvingSymlinksInPath().path)
      try file.checkSignature()
      pending = try file.pending()
      if let pending {
        let hold = SignalHold()
        defer { hold.release() }
        let copy = try PrivateCopy(of: file, pending, hold)
        defer { copy.remove() }
        try ReadingConnection.settle(copy.path, limits: limits)
        try DatabaseFile(path: copy.path).checkLength()
        connection = try ReadingConnection(path: copy.path, limits: limits)
      } else {
        try file.checkLength()
        connection = try ReadingConnection(path: file.path, limits: limits)
      }
      (metadata, model) = try connection.read { try Self.contents($0, limits) }
    }

    /// Opens the store in a file: ``init(readOnly:limits:)-(String,_)`` with the path of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - limits: What reading may cost.
    /// - Throws: ``ArchiveError``, as with a path.
    public convenience init(
      readOnly url: URL, limits: CoreDataLimits = CoreDataLimits()
    ) throws(ArchiveError) {
      try self.init(readOnly: url.path(percentEncoded: false), limits: limits)
    }

    private static func contents(
      _ database: Database, _ limits: CoreDataLimits
    ) throws -> (CoreDataMetadata, CoreDataModel) {
      let tables = try TableNames(database)
      guard let entities = tables["Z_PRIMARYKEY"] else {
        throw ArchiveError(
          .notCoreDataStore, "the database is no Core Data store: it has no table Z_PRIMARYKEY")
      }
      var findings: [ArchiveError] = []
      let metadata = try CoreDataMetadata(database, tables, limits: limits, findings: &findings)
      let rows = try EntityRows(database, table: entities, limits: limits)
      let archive = try archive(database, tables, limits, &findings)
      let model = try StoreModel.model(
        rows, archive, tables, database, limits: limits, findings: findings)
      return (metadata, model)
    }

    /// The model in `Z_MODELCACHE`; nil if there is none, or none that can be read.
    private static func archive(
      _ database: Database, _ tables: TableNames, _ limits: CoreDataLimits,
      _ findings: inout [ArchiveError]
    ) throws -> ModelArchive? {
      guard let table = tables["Z_MODELCACHE"] else { return nil }
      do {
        try TableShape.check(table, has: ["Z_CONTENT"], database)
      } catch let error as ArchiveError {
        findings.append(error)
        return nil
      }
      guard
        let row = try Row.fetchOne(
          database,
          sql: """
            SELECT Z_CONTENT FROM \(TableNames.quoted(table)) NOT INDEXED ORDER BY rowid LIMIT 1
            """)
      else { return nil }
      switch CoreDataValue(row, 0) {
      case .null, .data([]): return nil
      case .data(let bytes):
        do throws(ArchiveError) {
          return try ModelArchive(bytes, limits: limits)
        } catch {
          findings.append(
            ArchiveError(
              error.code, "the model in Z_MODELCACHE cannot be read: \(error.message)",
              byteOffset: error.byteOffset, path: error.path))
        }
      default:
        findings.append(ArchiveError(.malformedStore, "Z_MODELCACHE has no data as the model"))
      }
      return nil
    }

    /// The rows of an entity and of its subentities, in the order of their keys.
    ///
    /// - Parameters:
    ///   - name: The name of the entity.
    ///   - properties: The attributes, relationships or columns to read; nil for all. Names that the entity does not have are passed over.
    /// - Returns: A cursor, which holds no more than a part of the rows at a time, and 24 bytes for each key of the relationships to many.
    /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/keyNotFound`` if there is no such entity, or
    ///   ``ArchiveError/Code/malformedStore`` if there is no table of it.
    public func rows(
      of name: String, properties: Set<String>? = nil
    ) throws(ArchiveError) -> CoreDataRows {
      guard let entity = model.entities[name] else {
        throw ArchiveError(
          .keyNotFound,
          "there is no entity “\(name)”" + NearMiss.suggestion(for: name, among: model.names))
      }
      return try CoreDataRows(self, entity, properties)
    }
  }
#endif
