internal import RecordLog
internal import StorageTransforms

/// Writes a state of a store to a new log, in the order of tables and keys.
struct LogCompaction {
  private let image: LogImage
  private let file: any LogFile
  private let archives: TableArchives
  /// Bytes of records that one commit has, about.
  private static let commitByteCount = 1 << 16

  /// - Parameters:
  ///   - image: The state.
  ///   - file: Where its records are.
  init(_ image: LogImage, _ file: any LogFile, _ archives: TableArchives) {
    self.image = image
    self.file = file
    self.archives = archives
  }

  /// Writes all, and says where it is now.
  func write(to replacement: LogReplacement) throws -> LogImage {
    var made = image
    var payload = LogPayload()
    for table in image.database.list {
      guard let logged = image.tables.byID[table.id] else { continue }
      payload.addSchema(
        entity: logged.number, revision: logged.revision,
        attributeCount: table.entity.attributes.count, archive: try archives.archive(of: table))
      var records = KeyTree<LogPlace>.Builder()
      var walk = try image.database.table(table.id).walk(RecordQuery())
      while let (key, place) = walk.next() {
        let record = try record(at: place, revision: logged.revision, key, table)
        let range = payload.addPut(entity: logged.number, key: key.logKey, record)
        records.append(
          OrderedBytes.key(key),
          LogPlace(range, of: payload, at: replacement.nextPayloadOffset))
        if payload.bytes.count >= Self.commitByteCount {
          try append(&payload, to: replacement)
        }
      }
      try made.database.change(table.id) { $0.setRecords(records.tree()) }
    }
    try append(&payload, to: replacement)
    payload.addNote([])
    try append(&payload, to: replacement)
    return made
  }

  private func append(_ payload: inout LogPayload, to replacement: LogReplacement) throws {
    try StorageError.log { () throws(LogError) in try replacement.append(payload) }
    payload = LogPayload()
  }

  private func record(
    at place: LogPlace, revision: Int, _ key: RecordKey, _ table: RecordTable
  ) throws -> LogRecord {
    do throws(LogError) {
      var record = try LogRecord(
        put: file.read(place.range), checksum: place.checksum, key: key.logKey,
        count: table.entity.attributes.count)
      record.revision = revision
      return record
    } catch {
      var error = StorageError(error)
      (error.entity, error.key) = (table.entity.name, key)
      error.byteOffset = Int(place.byteOffset)
      throw error
    }
  }
}
