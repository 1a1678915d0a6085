import Foundation
import RecordLog
import RecordStorage
import StorageTransforms
import Synchronization
import Testing

@Suite("Tasks do not wait for the medium on threads that all share")
struct AsyncRecordStoreTests {
  /// A folder whose files take 50 ms to become durable, and as long as a task then takes to begin.
  private struct SlowFolder: LogFileSystem {
    let base: FolderFileSystem
    let ticker: Ticker

    func open(_ name: String, _ mode: LogFileMode) throws(LogError) -> (any LogFile)? {
      guard let file = try base.open(name, mode) else { return nil }
      return SlowFile(file, ticker)
    }
    func rename(_ name: String, to other: String) throws(LogError) {
      try base.rename(name, to: other)
    }
    func remove(_ name: String) throws(LogError) { try base.remove(name) }
    func synchronizeFolder() throws(LogError) { try base.synchronizeFolder() }
  }

  private final class SlowFile: LogFile {
    private let base: any LogFile
    private let ticker: Ticker
    init(_ base: any LogFile, _ ticker: Ticker) { (self.base, self.ticker) = (base, ticker) }
    func byteCount() throws(LogError) -> Int { try base.byteCount() }
    func read(_ range: Range<Int>) throws(LogError) -> [UInt8] { try base.read(range) }
    func write(_ bytes: [UInt8], at byteOffset: Int) throws(LogError) {
      try base.write(bytes, at: byteOffset)
    }
    func truncate(to byteCount: Int) throws(LogError) { try base.truncate(to: byteCount) }
    func synchronize() throws(LogError) {
      Thread.sleep(forTimeInterval: 0.05)
      ticker.tick()
      try base.synchronize()
    }
    func takeLock() throws(LogError) -> Bool { try base.takeLock() }
    func releaseLock() { base.releaseLock() }
  }

  private static let table = RecordTable(
    EntitySchema(
      "Item", attributes: [AttributeSchema("n", type: .int64, form: TransformForm("native"))]),
    keyKind: .integer)

  /// Two threads for all tasks of a test: those that all tasks of the process share have other tests to run.
  private final class TwoThreads: TaskExecutor {
    private let jobs = Mutex<[UnownedJob?]>([])
    private let signal = DispatchSemaphore(value: 0)

    init() {
      for _ in 0..<2 { Thread { self.work() }.start() }
    }

    func enqueue(_ job: consuming ExecutorJob) { append(UnownedJob(job)) }

    /// Ends the threads.
    func end() {
      append(nil)
      append(nil)
    }

    private func append(_ job: UnownedJob?) {
      jobs.withLock { $0.append(job) }
      signal.signal()
    }

    private func work() {
      while true {
        signal.wait()
        guard let job = jobs.withLock({ $0.removeFirst() }) else { return }
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  /// Begins a task on the threads of others, and waits for it.
  private final class Ticker: Sendable {
    private let threads: TwoThreads
    let count = Atomic(0)
    /// Whether a task did not begin: none is waited for after it.
    let hasMissed = Atomic(false)

    init(_ threads: TwoThreads) { self.threads = threads }

    func tick() {
      guard !hasMissed.load(ordering: .relaxed) else { return }
      let hasBegun = DispatchSemaphore(value: 0)
      Task(executorPreference: threads) { _ = hasBegun.signal() }
      // A machine that is slow is not at fault; where both threads wait for the medium, it begins never.
      if hasBegun.wait(timeout: .now() + 60) == .success {
        count.wrappingAdd(1, ordering: .relaxed)
      } else {
        hasMissed.store(true, ordering: .relaxed)
      }
    }
  }

  @Test("while 200 tasks commit, others begin") func ticker() async throws {
    let threads = TwoThreads()
    defer { threads.end() }
    try await withTaskExecutorPreference(threads) { try await commitAndTick(Ticker(threads)) }
  }

  private func commitAndTick(_ ticker: Ticker) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try FileBackEnd(
      "items.krec", in: SlowFolder(base: FolderFileSystem(path: folder.path), ticker: ticker))
    let store = AsyncRecordStore(RecordStore(file))
    try await store.write { try $0.define(Self.table) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 as Range<Int64> {
        group.addTask {
          try await store.write { session in
            let record = StoredRecord(key: .integer(number), values: [.integer(number)])
            try session.insert(record, into: "Item")
          }
        }
      }
      try await group.waitForAll()
    }
    let count = try await store.read { try $0.count(in: "Item") }
    #expect(count == 200)
    #expect(file.counts.synchronizations < 100)
    let (hasMissed, tickCount) = (
      ticker.hasMissed.load(ordering: .relaxed), ticker.count.load(ordering: .relaxed)
    )
    #expect(!hasMissed && tickCount > 1)
  }

  private final class Ticks: Sendable {
    let count = Atomic(0)
  }

  /// With one thread the second call stands in line; with two it waits for the first one's transaction.
  @Test("a task that was cancelled while it waited stores nothing", arguments: [1, 2])
  func cancelledInLine(threadCount: Int) async throws {
    let store = AsyncRecordStore(RecordStore(MemoryBackEnd()), maximumThreadCount: threadCount)
    try await store.write { try $0.define(Self.table) }
    let (hasBegun, mayEnd) = (Ticks(), DispatchSemaphore(value: 0))
    @Sendable func insert(_ number: Int64, _ session: RecordWriter) throws {
      try session.insert(
        StoredRecord(key: .integer(number), values: [.integer(number)]), into: "Item")
    }
    let first = Task.detached {
      try await store.write { session in
        hasBegun.count.add(1, ordering: .relaxed)
        mayEnd.wait()
        try insert(1, session)
      }
    }
    while hasBegun.count.load(ordering: .relaxed) == 0 {
      try await Task.sleep(for: .milliseconds(1))
    }
    let second = Task.detached { try await store.write { try insert(2, $0) } }
    let third = Task.detached { try await store.write { try insert(3, $0) } }
    try await Task.sleep(for: .milliseconds(50))
    second.cancel()
    mayEnd.signal()
    try await first.value
    await #expect(throws: CancellationError.self) { try await second.value }
    try await third.value
    #expect(
      try await store.read { try $0.records(RecordQuery(), in: "Item") }.map(\.key) == [
        .integer(1), .integer(3),
      ])
  }

  @Test("a task that was cancelled does not begin, and errors arrive")
  func cancelled() async throws {
    let store = AsyncRecordStore(RecordStore(MemoryBackEnd()))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.write { try $0.define(Self.table) }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let error = await #expect(throws: StorageError.self) {
      try await store.read { try $0.count(in: "Item") }
    }
    #expect(error?.code == .unknownEntity)
  }
}
