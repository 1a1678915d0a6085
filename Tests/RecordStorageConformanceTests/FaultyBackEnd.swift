import Foundation
import RecordStorage
import StorageTransforms
import Synchronization

/// Records in memory with a fault; without one, just records in memory, which outlive the back end.
final class FaultyBackEnd: StorageBackEnd {
  let place: FaultyMedium.Place
  private let fault: Fault?
  private let kept: KeptTables?

  init(_ place: FaultyMedium.Place, _ fault: Fault?) {
    self.place = place
    self.fault = fault
    kept = fault == .tablesAreKeptPerHandle ? KeptTables() : nil
  }

  var capabilities: StorageCapabilities {
    [.transactions, .snapshots, .uniqueAttributes, .durable, .sharedWriting]
  }

  func read(_ body: (any StorageReading) throws -> Void) throws {
    try place.memory.read { reading in
      try body(FaultyReading(reading, place, fault, kept))
    }
  }

  func write(
    _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
  ) throws {
    let early = try place.snapshot()
    // Others have their turn in between, however busy the machine is.
    if fault?.looksTooEarly == true { Thread.sleep(forTimeInterval: 0.000_2) }
    if fault == .changesCommitAtOnce {
      return try body(try FaultyWriting(HastyWriting(place), place, fault, kept, early: early))
    }
    var session: FaultyWriting?
    defer { if session?.kept == nil { kept?.forget() } }
    do {
      try place.memory.write(durability) { writing in
        let made = try FaultyWriting(writing, place, fault, kept, early: early)
        session = made
        try body(made)
      }
    } catch {
      if let session { try afterRollback(session) }
      if fault == .errorIsSwallowed, error is StorageError { return }
      throw error
    }
    if let last = session?.changes.last {
      place.notes.withLock { $0.lastChange = (last.table, last.key) }
    }
  }

  private func afterRollback(_ session: FaultyWriting) throws {
    guard let change = session.changes.first else { return }
    switch fault {
    case .rollbackKeepsAChange:
      try? place.memory.write(.written) { writing in
        if let values = change.values {
          try writing.upsert(StoredRecord(key: change.key, values: values), in: change.table)
        } else {
          _ = try writing.delete(change.key, from: change.table)
        }
      }
    case .rollbackLosesACommit:
      try? place.memory.write(.written) { writing in
        let cursor = try writing.cursor(RecordQuery(), in: change.table)
        if let first = try cursor.next() { _ = try writing.delete(first.key, from: change.table) }
      }
    default: break
    }
  }
}

/// Commits each change when it is made.
private final class HastyWriting: StorageWriting {
  private let place: FaultyMedium.Place

  init(_ place: FaultyMedium.Place) { self.place = place }

  func tables() throws -> [RecordTable] { try place.snapshot().tables() }
  func values(of key: RecordKey, in table: RecordTable) throws -> [StoredValue]? {
    try place.snapshot().values(of: key, in: table)
  }
  func cursor(_ query: RecordQuery, in table: RecordTable) throws -> any RecordCursor {
    try place.snapshot().cursor(query, in: table)
  }
  func count(_ query: RecordQuery, in table: RecordTable) throws -> Int {
    try place.snapshot().count(query, in: table)
  }

  private func change<Result>(_ body: (any StorageWriting) throws -> Result) throws -> Result {
    var result: Result?
    try place.memory.write(.written) { result = try body($0) }
    guard let result else { throw StorageError(.inputOutput, "no transaction") }
    return result
  }

  func define(
    _ table: RecordTable, replacing former: RecordTable?, rewrite: RecordRewrite?
  ) throws { try change { try $0.define(table, replacing: former, rewrite: rewrite) } }
  func drop(_ table: RecordTable) throws { try change { try $0.drop(table) } }
  func insert(_ record: StoredRecord, into table: RecordTable) throws {
    try change { try $0.insert(record, into: table) }
  }
  func update(_ record: StoredRecord, in table: RecordTable) throws -> Bool {
    try change { try $0.update(record, in: table) }
  }
  func upsert(_ record: StoredRecord, in table: RecordTable) throws {
    try change { try $0.upsert(record, in: table) }
  }
  func delete(_ key: RecordKey, from table: RecordTable) throws -> Bool {
    try change { try $0.delete(key, from: table) }
  }
}
