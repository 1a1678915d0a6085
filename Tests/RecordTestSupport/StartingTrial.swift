internal import Foundation
package import RecordStorage
internal import StorageTransforms
internal import Synchronization

/// Programs that begin at the same time: all find that a table is not there, or is in an earlier form.
package enum StartingTrial {
  private struct First: Equatable, Sendable {
    var id: Int
    var fax: String?
  }

  private struct Second: Equatable, Sendable {
    var id: Int
    var tier: String
  }

  /// The number of processes or threads that begin at the same time.
  package static let count = 16

  /// Stores a record as the first program does.
  package static func storeFirst(_ number: Int, in store: RecordStore) throws {
    let first = try Entity("Customer", restoring: First.init) {
      Field("id", \.id)
      Field("fax", \.fax)
    }
    try store.records(of: first, key: \.id).insert(First(id: number, fax: "fax"))
  }

  private static func secondRecords(_ store: RecordStore) throws -> RecordSet<Second, Int> {
    let second = try Entity("Customer", version: 2, removed: ["fax"], restoring: Second.init) {
      Field("id", \.id)
      Field("tier", \.tier).added(default: "basic")
    }
    return try store.records(of: second, key: \.id)
  }

  /// Stores a record as the second program does.
  package static func storeSecond(_ number: Int, in store: RecordStore) throws {
    try secondRecords(store).insert(Second(id: 1_000 + number, tier: "gold"))
  }

  /// Returns what is wrong with the records that all stored.
  private static func faults(in store: RecordStore) throws -> [String] {
    let found = try secondRecords(store).fetch(where: .all)
    let expected =
      (0..<count).map { Second(id: $0, tier: "basic") }
      + (0..<count).map { Second(id: 1_000 + $0, tier: "gold") }
    return found == expected ? [] : ["the records are \(found)"]
  }

  /// Returns the faults, and the stores. Sixteen handles are opened at once on an empty store.
  package static func faults(
    _ open: @escaping @Sendable () throws -> RecordStore
  ) throws -> (faults: [String], stores: [RecordStore]) {
    let faults = Mutex<[String]>([])
    let opened = Mutex<[Int: RecordStore]>([:])
    func begin(_ what: String, _ body: @escaping @Sendable (Int) throws -> Void) {
      let group = DispatchGroup()
      let gate = NSCondition()
      let isOpen = Mutex(false)
      for number in 0..<count {
        group.enter()
        // All have begun before one goes on.
        Thread.detachNewThread {
          gate.lock()
          while !isOpen.withLock({ $0 }) { gate.wait() }
          gate.unlock()
          do {
            try body(number)
          } catch {
            faults.withLock { $0.append("\(what), \(number): \(error)") }
          }
          group.leave()
        }
      }
      gate.lock()
      isOpen.withLock { $0 = true }
      gate.broadcast()
      gate.unlock()
      group.wait()
    }
    begin("first") { number in
      let store = try open()
      opened.withLock { $0[number] = store }
      try storeFirst(number, in: store)
    }
    begin("second") { number in
      guard let store = opened.withLock({ $0[number] }) else { return }
      try storeSecond(number, in: store)
    }
    let stores = opened.withLock { Array($0.values) }
    let found = faults.withLock { $0 }
    return (try found + (stores.first.map { try self.faults(in: $0) } ?? []), stores)
  }

  /// Returns the faults. Sixteen processes open an empty store at once, all of the same form, then all of the next one.
  ///
  /// - Parameters:
  ///   - name: The store, as ``WorkerProcess`` takes it.
  ///   - store: The same one, for this process.
  package static func faultsOfProcesses(_ name: String, _ store: RecordStore) throws -> [String] {
    let workers = try (0..<count).map { _ in try WorkerProcess(name) }
    // Each runs by now.
    for worker in workers { _ = try worker.ask("ballast 0") }
    var faults: [String] = []
    for command in ["first", "second"] {
      for (number, worker) in workers.enumerated() { try worker.send("\(command) \(number)") }
      for (number, worker) in workers.enumerated() {
        let answer = try worker.receive()
        if answer != "ok" { faults.append("\(command), \(number): \(answer)") }
      }
    }
    return try faults + self.faults(in: store)
  }
}
