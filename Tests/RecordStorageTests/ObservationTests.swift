import RecordStorage
import RecordTestSupport
import StorageTransforms
import Synchronization
import TestTraits
import Testing

/// Commits and results are told to who observes them.
@Suite struct ObservationTests {
  @Test func `in memory`() async throws {
    #expect(try await ObservationTrial.faults(RecordStore(MemoryBackEnd())) == [])
  }

  @Test func `in a file`() async throws {
    let file = try FileBackEnd("a.krec", in: MemoryFolder())
    #expect(try await ObservationTrial.faults(RecordStore(file)) == [])
    file.close()
  }

  @Test func `a sequence ends with its store, and with its task`() async throws {
    var store: RecordStore? = RecordStore(MemoryBackEnd())
    var commits = store?.commits().makeAsyncIterator()
    store = nil
    let end = await commits?.next()
    #expect(end == .some(nil))
    let other = RecordStore(MemoryBackEnd())
    let task = Task { await other.commits().makeAsyncIterator().next() }
    task.cancel()
    #expect(await task.value == nil)
    commits = nil
  }

  @Test func `tasks that share a sequence do not end each other`() async throws {
    let store = RecordStore(MemoryBackEnd())
    let table = RecordTable(EntitySchema("Item", attributes: []), keyKind: .integer)
    try store.write { try $0.define(table) }
    let commits = store.commits()
    let waiting = (0..<3).map { _ in
      Task { await commits.makeAsyncIterator().next()?.count }
    }
    try await Task.sleep(for: .milliseconds(50))
    let cancelled = Task { await commits.makeAsyncIterator().next()?.count }
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    for key in 0..<3 as Range<Int64> {
      try store.write { try $0.upsert(StoredRecord(key: .integer(key), values: []), in: table.id) }
    }
    var counts: [Int?] = []
    for task in waiting { counts.append(await task.value) }
    #expect(counts == [1, 1, 1])
  }

  /// Records without transactions, as on a server. The answer to a change may get lost.
  private final class ForgetfulBackEnd: StorageBackEnd {
    final class Session: PlainStorage {
      var tablesByID: [String: RecordTable] = [:]
      var records: [RecordKey: [StoredValue]] = [:]
      var losesAnswers = false

      func tables() -> [RecordTable] { Array(tablesByID.values) }
      func values(of key: RecordKey, in table: RecordTable) -> [StoredValue]? { records[key] }
      func keys(in table: RecordTable) -> [RecordKey] { Array(records.keys) }

      func keep(_ table: RecordTable?, id: String) throws {
        tablesByID[id] = table
        try answer()
      }

      func keep(_ values: [StoredValue]?, of key: RecordKey, in table: RecordTable) throws {
        records[key] = values
        try answer()
      }

      private func answer() throws {
        if losesAnswers { throw StorageError(.outcomeUnknown, "no answer") }
      }
    }

    private let session = Mutex(Session())

    var capabilities: StorageCapabilities { [] }
    func read(_ body: (any StorageReading) throws -> Void) throws {
      try session.withLock { try body($0) }
    }
    func write(
      _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
    ) throws {
      try session.withLock { try body($0) }
    }
    func loseAnswers(_ loses: Bool) { session.withLock { $0.losesAnswers = loses } }
  }

  @Test func `a change whose outcome is unknown is told, of each kind`() async throws {
    let backEnd = ForgetfulBackEnd()
    let store = RecordStore(backEnd)
    let table = RecordTable(EntitySchema("Item", attributes: []), keyKind: .integer)
    let record = StoredRecord(key: 1, values: [])
    let changes: [(RecordCommit.Change, (RecordWriter) throws -> Void)] = [
      (.all, { try $0.define(table) }),
      (.keys([1]), { try $0.insert(record, into: table.id) }),
      (.keys([1]), { try $0.update(record, in: table.id) }),
      (.keys([1]), { try $0.upsert(record, in: table.id) }),
      (.keys([1]), { try $0.delete(1, from: table.id) }),
      (.all, { try $0.drop(table.id) }),
    ]
    for (told, change) in changes {
      let commits = store.commits()
      backEnd.loseAnswers(true)
      let error = #expect(throws: StorageError.self) { try store.write { try change($0) } }
      #expect(error?.code == .outcomeUnknown)
      backEnd.loseAnswers(false)
      let next = Task { await commits.makeAsyncIterator().next() }
      let commit = try await withThrowingTaskGroup(of: RecordCommit?.self) { group in
        group.addTask { await next.value }
        group.addTask {
          try await Task.sleep(for: .seconds(5))
          next.cancel()
          return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
      #expect(commit?.changes == [table.id: told])
    }
  }

  @Test(.long) func `what nobody takes needs memory for ten thousand keys`() async throws {
    let store = RecordStore(MemoryBackEnd())
    let commits = store.commits().makeAsyncIterator()
    let table = RecordTable(EntitySchema("Item", attributes: []), keyKind: .integer)
    try store.write { try $0.define(table) }
    #expect(await commits.next()?.changes == [table.id: .all])
    for key in 0..<10_000 as Range<Int64> {
      try store.write { try $0.upsert(StoredRecord(key: .integer(key), values: []), in: table.id) }
    }
    let whole = await commits.next()
    #expect(whole?.count == 10_000)
    guard case .keys(let keys)? = whole?.changes[table.id] else {
      Issue.record("the keys are not told")
      return
    }
    #expect(keys.count == 10_000)
    for key in 0..<10_001 as Range<Int64> {
      try store.write { try $0.upsert(StoredRecord(key: .integer(key), values: []), in: table.id) }
    }
    #expect(await commits.next()?.changes == [table.id: .all])
  }
}
