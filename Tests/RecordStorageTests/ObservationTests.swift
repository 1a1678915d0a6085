import RecordStorage
import RecordTestSupport
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
