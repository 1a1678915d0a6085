internal import StorageTransforms
internal import Synchronization

/// Records in memory, for tests and caches: all that a file can do, but for outliving the process.
public final class MemoryBackEnd: StorageBackEnd {
  private let turn = Mutex<Void>(())
  /// The thread that has the turn.
  private let writer = Mutex<ThreadIdentity?>(nil)
  private let database = Mutex(TreeDatabase<MemoryShelf.Place>())
  private let databaseToRead = ReadCopies<TreeDatabase<MemoryShelf.Place>>()

  /// No records.
  public init() {}

  /// Transactions, snapshots and unique attributes.
  public var capabilities: StorageCapabilities { [.transactions, .snapshots, .uniqueAttributes] }

  /// Calls a function with what reads the records that are there now.
  public func read(_ body: (any StorageReading) throws -> Void) throws {
    let now = databaseToRead.value { database.withLock { $0 } }
    try body(TreeReading(now, MemoryShelf()))
  }

  /// Calls a function with what reads and writes records. One transaction at a time.
  ///
  /// - Throws: ``StorageError/Code/nested`` for a thread in a transaction, and what the function throws.
  public func write(
    _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
  ) throws {
    let thread = ThreadIdentity.current
    guard writer.withLock({ $0 != thread }) else {
      throw StorageError(.nested, "a transaction cannot begin inside of a transaction")
    }
    try turn.withLock { _ in
      writer.withLock { $0 = thread }
      defer { writer.withLock { $0 = nil } }
      let writing = TreeWriting(database.withLock { $0 }, MemoryShelf())
      try body(writing)
      database.withLock {
        $0 = writing.database
        databaseToRead.invalidate()
      }
      databaseToRead.removeAll()
    }
  }
}

/// Values that stand in the trees themselves.
private final class MemoryShelf: WritableShelf {
  struct Place: RecordPlace {
    let values: [StoredValue]
    var storedByteCount: Int { 0 }
  }

  func values(at place: Place, _ key: RecordKey, in table: RecordTable) -> [StoredValue] {
    place.values
  }
  func put(_ record: StoredRecord, in table: RecordTable) -> Place { Place(values: record.values) }
  func remove(_ key: RecordKey, in table: RecordTable) {}
  func define(_ table: RecordTable) {}
  func drop(_ table: RecordTable) {}
}
