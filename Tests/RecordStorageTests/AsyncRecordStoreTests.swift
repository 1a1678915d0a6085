import Foundation
import RecordLog
import RecordStorage
import StorageTransforms
import Synchronization
import Testing

@Suite("Tasks do not wait for the medium on threads that all share")
struct AsyncRecordStoreTests {
  /// A folder whose files take 50 ms to become durable.
  private struct SlowFolder: LogFileSystem {
    let base: FolderFileSystem

    func open(_ name: String, _ mode: LogFileMode) throws(LogError) -> (any LogFile)? {
      guard let file = try base.open(name, mode) else { return nil }
      return SlowFile(file)
    }
    func rename(_ name: String, to other: String) throws(LogError) {
      try base.rename(name, to: other)
    }
    func remove(_ name: String) throws(LogError) { try base.remove(name) }
    func synchronizeFolder() throws(LogError) { try base.synchronizeFolder() }
  }

  private final class SlowFile: LogFile {
    private let base: any LogFile
    init(_ base: any LogFile) { self.base = base }
    func byteCount() throws(LogError) -> Int { try base.byteCount() }
    func read(_ range: Range<Int>) throws(LogError) -> [UInt8] { try base.read(range) }
    func write(_ bytes: [UInt8], at byteOffset: Int) throws(LogError) {
      try base.write(bytes, at: byteOffset)
    }
    func truncate(to byteCount: Int) throws(LogError) { try base.truncate(to: byteCount) }
    func synchronize() throws(LogError) {
      Thread.sleep(forTimeInterval: 0.05)
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

  @Test("200 tasks that commit leave a ticker on time")
  func ticker() async throws {
    let threads = TwoThreads()
    defer { threads.end() }
    try await withTaskExecutorPreference(threads) { try await commitAndTick(threads) }
  }

  private func commitAndTick(_ threads: TwoThreads) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try FileBackEnd(
      "items.krec", in: SlowFolder(base: FolderFileSystem(path: folder.path)))
    let store = AsyncRecordStore(RecordStore(file))
    try await store.write { try $0.define(Self.table) }
    let ticker = Ticker(threads)
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
    let lateness = ticker.end()
    let count = try await store.read { try $0.count(in: "Item") }
    #expect(count == 200)
    #expect(file.counts.synchronizations < 100)
    // The machine may be busy: had the tasks waited where all do, nearly each tick would be late by 50 ms or more.
    let late = lateness.filter { $0 > .milliseconds(20) }.count
    print("\(lateness.count) ticks, \(late) late, the worst by \(lateness.max() ?? .zero)")
    #expect(late * 10 <= lateness.count)
  }

  /// Starts a task every 5 ms, from a thread of its own, and notes how long it takes to begin.
  private final class Ticker: Sendable {
    private let lateness = Mutex<[Duration]>([])
    private let isOver = Atomic(false)
    private let isThrough = DispatchSemaphore(value: 0)

    init(_ threads: TwoThreads) {
      Thread { self.tick(threads) }.start()
    }

    private func tick(_ threads: TwoThreads) {
      while !isOver.load(ordering: .relaxed) {
        let start = ContinuousClock.now
        let hasBegun = DispatchSemaphore(value: 0)
        Task(executorPreference: threads) { _ = hasBegun.signal() }
        hasBegun.wait()
        let time = ContinuousClock.now - start
        lateness.withLock { $0.append(time) }
        Thread.sleep(forTimeInterval: 0.005)
      }
      isThrough.signal()
    }

    /// How long each task took to begin.
    func end() -> [Duration] {
      isOver.store(true, ordering: .relaxed)
      isThrough.wait()
      return lateness.withLock { $0 }
    }
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
