import RecordStorage
import StorageTransforms
import Synchronization

/// Reads records with a fault.
class FaultyReading: StorageReading {
  final let fault: Fault?
  final let place: FaultyMedium.Place
  /// The tables that the handle keeps; nil if the session knows the present ones.
  final var kept: KeptTables?
  private let inner: any StorageReading

  init(
    _ inner: any StorageReading, _ place: FaultyMedium.Place, _ fault: Fault?, _ kept: KeptTables?
  ) {
    self.inner = inner
    self.place = place
    self.fault = fault
    self.kept = kept
  }

  /// What is read from.
  var reading: any StorageReading {
    get throws { fault == .readsSeeLaterCommits ? try place.snapshot() : inner }
  }

  final func inner(_ table: RecordTable) -> RecordTable { fault?.inner(table) ?? table }

  final func tables() throws -> [RecordTable] {
    let hidden = place.notes.withLock { $0.hidden }
    let present = try reading.tables().map { fault?.outer($0) ?? $0 }
      .filter { !hidden.contains($0.id) }
    return kept?.tables(present) ?? present
  }

  final func values(of key: RecordKey, in table: RecordTable) throws -> [StoredValue]? {
    let values = try reading.values(of: fault?.inner(key) ?? key, in: inner(table))
    return values.map { fault?.outer($0, in: table) ?? $0 }
  }

  final func cursor(_ query: RecordQuery, in table: RecordTable) throws -> any RecordCursor {
    guard let fault else { return try reading.cursor(query, in: table) }
    var unlimited = query
    unlimited.limit = nil
    let all = try Self.records(try reading.cursor(fault.bounds(unlimited), in: inner(table)))
    let everything = {
      try Self.records(try self.reading.cursor(RecordQuery(), in: self.inner(table)))
    }
    var records = fault.order(
      try fault.find(all, query, everything), query
    ).map { StoredRecord(key: $0.key, values: fault.outer($0.values, in: table)) }
    if let limit = query.limit {
      records = Array(records.prefix(fault == .limitIsOneLess ? max(0, limit - 1) : limit))
    }
    return ArrayCursor(fault.miss(records))
  }

  final func count(_ query: RecordQuery, in table: RecordTable) throws -> Int {
    switch fault {
    case .countIgnoresBounds: return try reading.count(RecordQuery(), in: inner(table))
    case .countObeysTheLast:
      return max(0, try reading.count(query, in: inner(table)) - (query.upper == nil ? 0 : 1))
    default: return try reading.count(fault?.bounds(query) ?? query, in: inner(table))
    }
  }

  private static func records(_ cursor: any RecordCursor) throws -> [StoredRecord] {
    var records: [StoredRecord] = []
    while let record = try cursor.next() { records.append(record) }
    return records
  }
}

/// The records of an array.
private final class ArrayCursor: RecordCursor {
  private var records: ArraySlice<StoredRecord>

  init(_ records: [StoredRecord]) { self.records = records[...] }

  func next() -> StoredRecord? { records.popFirst() }
}
