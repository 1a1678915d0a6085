internal import RecordLog
internal import StorageTransforms

/// Records in the file of a record log.
class LogReadingShelf: RecordShelf {
  typealias Place = LogPlace

  final let file: any LogFile

  init(_ file: any LogFile) { self.file = file }

  func values(
    at place: LogPlace, _ key: RecordKey, in table: RecordTable
  ) throws -> [StoredValue] {
    do throws(LogError) {
      let bytes = try file.read(place.range)
      let count = table.entity.attributes.count
      let record = try LogRecord(
        put: bytes, checksum: place.checksum, key: key.logKey, count: count)
      return values(record, key, in: table)
    } catch {
      var error = StorageError(error)
      error.entity = table.entity.name
      error.key = key
      error.byteOffset = Int(place.byteOffset)
      throw error
    }
  }

  /// The values of a record, with the key in the place of its attribute.
  final func values(
    _ record: LogRecord, _ key: RecordKey, in table: RecordTable
  ) -> [StoredValue] {
    var values = record.values.map(StoredValue.init)
    if let position = table.keyPosition { values[position] = key.value }
    return values
  }
}

/// The changes of one transaction: the entries of a payload, and records that stand in it or in those that wait to be written.
final class LogShelf: LogReadingShelf, WritableShelf {
  private(set) var payload = LogPayload()
  private(set) var tables: LoggedTables
  private let waiting: WaitingPayloads
  private let payloadOffset: Int
  private let archives: TableArchives

  /// - Parameters:
  ///   - tables: The tables before the transaction.
  ///   - waiting: Payloads that are not in the file yet.
  ///   - payloadOffset: Where the payload will stand in the file.
  init(
    _ file: any LogFile, _ tables: LoggedTables, _ waiting: WaitingPayloads, at payloadOffset: Int,
    _ archives: TableArchives
  ) {
    self.tables = tables
    self.waiting = waiting
    self.payloadOffset = payloadOffset
    self.archives = archives
    super.init(file)
  }

  override func values(
    at place: LogPlace, _ key: RecordKey, in table: RecordTable
  ) throws -> [StoredValue] {
    let range = place.range
    if range.lowerBound >= payloadOffset {
      let own = range.lowerBound - payloadOffset..<range.upperBound - payloadOffset
      return try values(payload, own, key, in: table)
    }
    if let (payload, own) = waiting.find(range) {
      return try values(payload, own, key, in: table)
    }
    return try super.values(at: place, key, in: table)
  }

  private func values(
    _ payload: LogPayload, _ range: Range<Int>, _ key: RecordKey, in table: RecordTable
  ) throws -> [StoredValue] {
    let count = table.entity.attributes.count
    return values(
      try StorageError.log { () throws(LogError) in
        try payload.record(put: range, key: key.logKey, count: count)
      }, key, in: table)
  }

  func put(_ record: StoredRecord, in table: RecordTable) throws -> LogPlace {
    let logged = try logged(table)
    var values = record.values.map(\.logValue)
    if let position = table.keyPosition { values[position] = .null }
    let range = payload.addPut(
      entity: logged.number, key: record.key.logKey,
      LogRecord(revision: logged.revision, values: values))
    return LogPlace(range, of: payload, at: payloadOffset)
  }

  func remove(_ key: RecordKey, in table: RecordTable) throws {
    payload.addRemove(entity: try logged(table).number, key: key.logKey)
  }

  func define(_ table: RecordTable) throws {
    let archive = try archives.archive(of: table)
    let logged = try tables.define(table)
    payload.addSchema(
      entity: logged.number, revision: logged.revision,
      attributeCount: table.entity.attributes.count, archive: archive)
  }

  func drop(_ table: RecordTable) throws {
    payload.addDrop(entity: try logged(table).number)
    tables.drop(table.id)
  }

  private func logged(_ table: RecordTable) throws -> LoggedTables.Table {
    guard let logged = tables.byID[table.id] else {
      throw StorageError(.unknownEntity, "the store has no such table", entity: table.entity.name)
    }
    return logged
  }
}
