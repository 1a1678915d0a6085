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

  /// Returns the faults, and the stores. Sixteen handles are opened at once on an empty store.
  package static func faults(
    _ open: @escaping @Sendable () throws -> RecordStore
  ) throws -> (faults: [String], stores: [RecordStore]) {
    let count = 16
    let faults = Mutex<[String]>([])
    let opened = Mutex<[Int: RecordStore]>([:])
    let first = try Entity("Customer", restoring: First.init) {
      Field("id", \.id)
      Field("fax", \.fax)
    }
    let second = try Entity("Customer", version: 2, removed: ["fax"], restoring: Second.init) {
      Field("id", \.id)
      Field("tier", \.tier).added(default: "basic")
    }
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
      try store.records(of: first, key: \.id).insert(First(id: number, fax: "fax"))
    }
    begin("second") { number in
      guard let store = opened.withLock({ $0[number] }) else { return }
      try store.records(of: second, key: \.id).insert(Second(id: 1_000 + number, tier: "gold"))
    }
    let stores = opened.withLock { Array($0.values) }
    let found = try stores.first?.records(of: second, key: \.id).fetch(where: .all) ?? []
    let expected =
      (0..<count).map { Second(id: $0, tier: "basic") }
      + (0..<count).map { Second(id: 1_000 + $0, tier: "gold") }
    if found != expected { faults.withLock { $0.append("the records are \(found)") } }
    return (faults.withLock { $0 }, stores)
  }
}
