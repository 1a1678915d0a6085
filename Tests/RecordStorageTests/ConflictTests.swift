import RecordStorage
import StorageTransforms
import Synchronization
import Testing

@Suite("Transactions run again when another one was first")
struct ConflictTests {
  /// A store in memory. A number of its transactions end with a conflict, and change nothing.
  private final class ConflictingBackEnd: StorageBackEnd {
    private let base = MemoryBackEnd()
    let conflictsLeft = Mutex(0)
    let runs = Mutex(0)

    var capabilities: StorageCapabilities { base.capabilities }
    func read(_ body: (any StorageReading) throws -> Void) throws { try base.read(body) }
    func write(
      _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
    ) throws {
      runs.withLock { $0 += 1 }
      try base.write(durability) { writing in
        try body(writing)
        let conflicts = conflictsLeft.withLock { left in
          left -= 1
          return left >= 0
        }
        if conflicts { throw StorageError(.conflict, "another transaction was first") }
      }
    }

    /// Lets the next transactions conflict, and counts from now on.
    func conflict(_ count: Int) {
      conflictsLeft.withLock { $0 = count }
      runs.withLock { $0 = 0 }
    }
    var runCount: Int { runs.withLock { $0 } }
  }

  @Test("a plain transaction throws the conflict, and the line that runs it again")
  func plain() throws {
    let backEnd = ConflictingBackEnd()
    let store = RecordStore(backEnd)
    try store.write { try $0.define(FileBackEndTests.table) }
    backEnd.conflict(1)
    let error = #expect(throws: StorageError.self) {
      try store.write { try $0.insert(StoreFolder.record(1), into: "Photo") }
    }
    #expect(error?.code == .conflict && backEnd.runCount == 1)
    #expect(error?.message.contains("write(retrying: .conflicts(atMost: 5))") == true)
  }

  @Test("a transaction runs again as often as is asked for, and no more")
  func bounded() throws {
    let backEnd = ConflictingBackEnd()
    let store = RecordStore(backEnd)
    try store.write { try $0.define(FileBackEndTests.table) }
    for (key, conflicts) in [(1, 0), (2, 1), (3, 5)] as [(Int64, Int)] {
      backEnd.conflict(conflicts)
      try store.write(retrying: .conflicts(atMost: 5)) {
        try $0.insert(StoreFolder.record(key), into: "Photo")
      }
      #expect(backEnd.runCount == conflicts + 1)
    }
    backEnd.conflict(6)
    let error = #expect(throws: StorageError.self) {
      try store.write(retrying: .conflicts(atMost: 5)) {
        try $0.insert(StoreFolder.record(4), into: "Photo")
      }
    }
    #expect(error?.code == .conflict && backEnd.runCount == 6)
    #expect(try StoreFolder.keys(backEnd).count == 3)
  }

  @Test("calls of a set run again by themselves, up to 20 times")
  func calls() throws {
    let backEnd = ConflictingBackEnd()
    backEnd.conflict(2)
    let photos = try RecordStore(backEnd).records(
      of: RecordSetTests.entity(), key: \.photoID, in: RecordSetTests.context)
    #expect(backEnd.runCount == 3)
    let photo = RecordSetTests.photo(1)
    for call in [
      { try photos.insert(photo) }, { try photos.save(photo) },
      { try #require(try photos.update(photo)) },
      { try photos.save(contentsOf: [photo, RecordSetTests.photo(2)]) },
      { try #require(try photos.delete(key: "p2")) },
    ] as [() throws -> Void] {
      backEnd.conflict(3)
      try call()
      #expect(backEnd.runCount == 4)
    }
    #expect(try photos.fetch(where: .all()) == [photo])
    backEnd.conflict(1_000)
    #expect(StoreFolder.code { try photos.save(photo) } == .conflict)
    #expect(backEnd.runCount == 21)
  }

  @Test("another error is thrown at once")
  func otherErrors() throws {
    let backEnd = ConflictingBackEnd()
    let store = RecordStore(backEnd)
    try store.write { try $0.define(FileBackEndTests.table) }
    backEnd.conflict(0)
    let code = StoreFolder.code {
      try store.write(retrying: .conflicts(atMost: 5)) { _ in
        throw StorageError(.notUnique, "no")
      }
    }
    #expect(code == .notUnique && backEnd.runCount == 1)
  }
}
