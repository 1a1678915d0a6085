package import RecordStorage
internal import StorageTransforms
internal import Synchronization

/// Somebody observes the commits of a store, and the values of a selection.
package enum ObservationTrial {
  private struct Item: Equatable, Sendable {
    var id: Int
    var rank: Int
  }

  /// The numbers of records in results that a task saw.
  private final class SeenCounts: Sendable {
    private let counts = Mutex<[Int]>([])

    var last: Int? { counts.withLock { $0.last } }
    func add(_ count: Int) { counts.withLock { $0.append(count) } }
  }

  /// Returns the faults. The store is empty before.
  package static func faults(_ store: RecordStore) async throws -> [String] {
    var faults: [String] = []
    func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) {
      if found != expected { faults.append("\(what): \(found), not \(expected)") }
    }
    let items = try store.records(
      of: Entity("Item", restoring: Item.init) {
        Field("id", \.id)
        Field("rank", \.rank).indexed()
      }, key: \.id)
    let others = try store.records(
      of: Entity("Other", restoring: Item.init) {
        Field("id", \.id)
        Field("rank", \.rank)
      }, key: \.id)
    let commits = store.commits()
    let each = commits.makeAsyncIterator()

    try store.write { session in
      try items.insert(Item(id: 1, rank: 5), in: session)
      try others.save(Item(id: 7, rank: 5), in: session)
      try items.save(Item(id: 2, rank: 4), in: session)
      // No change.
      try items.update(Item(id: 99, rank: 4), in: session)
      try items.delete(key: 98, in: session)
    }
    let first = await each.next()
    expect(first?.count, 1, "commits")
    expect(
      first?.changes, [items.id: .keys([1, 2]), others.id: .keys([7])], "what the first changed")
    expect(first?.changes(2, of: items.id), true, "key 2")
    expect(first?.changes(7, of: items.id), false, "key 7")

    // What comes while nobody takes it comes together; what was rolled back or read does not.
    struct RolledBack: Error {}
    try items.delete(key: 1)
    try? store.write { session in
      try others.save(Item(id: 8, rank: 1), in: session)
      throw RolledBack()
    }
    _ = try items.fetch(where: .all)
    try items.save(Item(id: 3, rank: 1))
    let second = await each.next()
    expect(second?.count, 2, "commits that came together")
    expect(second?.changes, [items.id: .keys([1, 3])], "what they changed")

    // Very many keys are one change.
    try store.write { session in
      for id in 1_000..<11_001 { try others.insert(Item(id: id, rank: 0), in: session) }
    }
    let third = await each.next()
    expect(third?.changes, [others.id: .all], "very many keys")

    var results = items.results(observing: .ordered(by: \.rank, limit: 2)).makeAsyncIterator()
    expect(try await results.next()?.map(\.id), [3, 2], "the first result")
    try others.delete(key: 7)
    try items.save(Item(id: 4, rank: 0))
    expect(try await results.next()?.map(\.id), [4, 3], "the second result")
    try items.delete(key: 4)
    try items.delete(key: 3)
    expect(try await results.next()?.map(\.id), [2], "the result of two commits")

    // A task that waits sees what comes, and ends when it is cancelled.
    let seen = SeenCounts()
    let waiting = Task {
      for try await values in items.results(observing: .all) {
        seen.add(values.count)
      }
    }
    /// Waits until the task saw a number of records. A busy machine may run the task late.
    func waitUntilSeen(_ count: Int) async throws {
      let end = ContinuousClock.now.advanced(by: .seconds(120))
      while seen.last != count, ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(5))
      }
      expect(seen.last ?? 0, count, "the records that a task saw")
    }
    try items.save(Item(id: 5, rank: 9))
    try await waitUntilSeen(2)
    try items.save(Item(id: 6, rank: 9))
    try await waitUntilSeen(3)
    waiting.cancel()
    try await waiting.value
    return faults
  }
}
