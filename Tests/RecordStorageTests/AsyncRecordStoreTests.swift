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
    private let queues = [DispatchQueue(label: "first"), DispatchQueue(label: "second")]
    private let count = Atomic(0)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let number = count.wrappingAdd(1, ordering: .relaxed).newValue
      queues[number % 2].async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  @Test("200 tasks that commit leave a ticker on time")
  func ticker() async throws {
    try await withTaskExecutorPreference(TwoThreads()) { try await commitAndTick() }
  }

  private func commitAndTick() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try FileBackEnd(
      "items.krec", in: SlowFolder(base: FolderFileSystem(path: folder.path)))
    let store = AsyncRecordStore(RecordStore(file))
    try await store.write { try $0.define(Self.table) }
    let isDone = Mutex(false)
    async let ticks = Self.tick { isDone.withLock { $0 } }
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
    isDone.withLock { $0 = true }
    let lateness = await ticks
    let count = try await store.read { try $0.count(in: "Item") }
    #expect(count == 200)
    #expect(file.counts.synchronizations < 100)
    // The machine may be busy: had the tasks waited where all do, nearly each tick would be late by 50 ms or more.
    let late = lateness.filter { $0 > .milliseconds(20) }.count
    print("\(lateness.count) ticks, \(late) late, the worst by \(lateness.max() ?? .zero)")
    #expect(late * 10 <= lateness.count)
  }

  /// By how much a task that sleeps for 5 ms at a time is late, each time.
  private static func tick(until isDone: @Sendable () -> Bool) async -> [Duration] {
    var lateness: [Duration] = []
    while !isDone() {
      let start = ContinuousClock.now
      try? await Task.sleep(for: .milliseconds(5))
      lateness.append(ContinuousClock.now - start - .milliseconds(5))
    }
    return lateness
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
