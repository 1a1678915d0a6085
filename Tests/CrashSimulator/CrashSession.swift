internal import RecordLog
internal import RecordStorage
internal import RecordTestSupport
internal import Synchronization
internal import TestSupport

/// A store that is written to for some steps; after each operation of its files every image of a crash is looked at.
///
/// All of it follows from the seed, but for the salts of logs.
package final class CrashSession: Sendable {
  /// What went wrong, and where.
  package struct Failure: Sendable, CustomStringConvertible {
    package let seed: UInt64
    /// The operation after which the image is of, counted from 1.
    package let operation: Int
    package let place: String
    package let problem: String

    package var description: String {
      """
      session \(seed), operation \(operation): \(place)
        \(problem)
      """
    }
  }

  private struct Progress {
    var history = CrashHistory()
    var check = CrashCheck()
    var operation = 0
    var step = "the beginning"
    var failure: Failure?
    var commits = 0
    var refusals = 0
    var unknownOutcomes = 0
    var divergedCopies = 0
    var staleHints = 0
    var intrusions = 0
    /// The end of all groups but the last durable one, and that of the last.
    var groupEnds = (0, 0)
  }

  package let seed: UInt64
  private let isOnLyingDisk: Bool
  private let progress = Mutex(Progress())
  private let current: Mutex<MemoryFolder>
  let sharing = CrashSharing()
  private static let randomImageCount = 6

  /// - Parameter isOnLyingDisk: Whether nothing is made durable, and no call says so.
  package init(seed: UInt64, isOnLyingDisk: Bool = false) {
    self.seed = seed
    self.isOnLyingDisk = isOnLyingDisk
    current = Mutex(MemoryFolder())
  }

  var folder: MemoryFolder { current.withLock { $0 } }

  package var count: CrashCount {
    progress.withLock { progress in
      var count = progress.check.count
      count.sessions = 1
      count.commits = progress.commits
      count.refusals = progress.refusals
      count.unknownOutcomes = progress.unknownOutcomes
      count.divergedCopies = progress.divergedCopies
      count.staleHints = progress.staleHints
      count.intrusions = progress.intrusions
      return count
    }
  }

  package var failure: Failure? { progress.withLock { $0.failure } }
  private var history: CrashHistory { progress.withLock { $0.history } }

  // MARK: - Looking

  func fail(_ place: String, _ error: any Error) {
    progress.withLock { progress in
      guard progress.failure == nil else { return }
      progress.failure = Failure(
        seed: seed, operation: progress.operation, place: "\(progress.step), \(place)",
        problem: "\(error)")
    }
  }

  func withHistory<Result: Sendable>(
    _ body: (inout CrashHistory) -> Result
  ) -> Result {
    progress.withLock { body(&$0.history) }
  }

  func noteCommit() { progress.withLock { $0.commits += 1 } }
  func noteDivergedCopy() { progress.withLock { $0.divergedCopies += 1 } }
  func noteStaleHint() { progress.withLock { $0.staleHints += 1 } }
  func noteIntrusion() { progress.withLock { $0.intrusions += 1 } }

  /// Goes on in another folder, in which nothing fails.
  func goOn(with files: [String: [UInt8]]) {
    folder.observe(nil)
    watch(CrashStore.folder(files))
  }

  private func watch(_ folder: MemoryFolder) {
    current.withLock { $0 = folder }
    folder.observe { [unowned self, unowned folder] operation in
      sharing.reach(operation)
      look(folder, operation)
    }
  }

  /// Looks at all crashes of this moment.
  ///
  /// - Parameter operation: What was done last, and has not returned; nil if the step is over.
  private func look(_ folder: MemoryFolder, _ operation: MemoryOperation?) {
    let snapshot = folder.snapshot
    progress.withLock { progress in
      guard progress.failure == nil else { return }
      progress.operation += 1
      progress.check.noteOperation()
      var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(progress.operation))
      var image = ""
      do {
        let fates = CrashImages.all(
          of: snapshot, randomCount: Self.randomImageCount, using: &random)
        for fate in fates {
          image = "the power went and left \(fate)"
          try progress.check.check(snapshot.files(after: fate), progress.history, using: &random)
        }
        var ends: [Int?] = [nil]
        if case .written? = operation, let file = snapshot.lastWritten,
          let last = snapshot.changes[file].last,
          last.byteCount > 1
        {
          ends += [Int.random(in: 1..<last.byteCount, using: &random), last.byteCount - 1]
        }
        for end in ends {
          image =
            "the process was killed\(end.map { " with \($0) bytes of the last write taken" } ?? "")"
          try progress.check.checkKill(snapshot, after: end, progress.history, using: &random)
        }
      } catch {
        progress.failure = Failure(
          seed: seed, operation: progress.operation,
          place: "\(progress.step), \(operation.map { "\($0)" } ?? "at its end"); \(image)",
          problem: "\(error)")
      }
    }
  }

  /// Looks at a damaged file.
  private func lookAtDamage() {
    guard let bytes = folder[CrashStore.name] else { return }
    progress.withLock { progress in
      var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(progress.operation))
      do {
        try progress.check.checkDamage(
          [CrashStore.name: bytes], before: progress.groupEnds.0, using: &random)
      } catch {
        progress.failure = Failure(
          seed: seed, operation: progress.operation, place: "\(progress.step), a byte changed",
          problem: "\(error)")
      }
    }
  }

  /// All that is in the file is durable.
  func endGroup() {
    let end = folder[CrashStore.name]?.count ?? 0
    progress.withLock { progress in
      if end != progress.groupEnds.1 { progress.groupEnds = (progress.groupEnds.1, end) }
    }
    lookAtDamage()
  }

  /// All that is in the file is durable, and each of its frames is a group. The last has a note alone.
  func endCompaction() {
    let end = folder[CrashStore.name]?.count ?? 0
    progress.withLock { $0.groupEnds = (end - 40, end) }
    lookAtDamage()
  }

  // MARK: - Running

  /// Runs the session, up to the first failure.
  package func run() {
    var random = SeededGenerator(seed: seed)
    var stamps: Int64 = 0
    watch(MemoryFolder())
    setRoom(using: &random)
    let hasFailures = random.next() % 3 == 0
    var stepsLeft = Int.random(in: 6...14, using: &random)
    while stepsLeft > 0, failure == nil, let file = opened() {
      var isOpen = true
      while isOpen, stepsLeft > 0, failure == nil {
        stepsLeft -= 1
        let step = CrashStep.random(history.last, stamps: &stamps, using: &random)
        progress.withLock { $0.step = "\(step)" }
        if hasFailures { setFailure(using: &random) }
        isOpen = perform(step, file, using: &random)
        look(folder, nil)
        guard failure == nil else { break }
        checkLive(isOpen ? file : nil)
      }
    }
    folder.observe(nil)
  }

  /// How much room there is in this session: in most of them any.
  private func setRoom(using random: inout SeededGenerator) {
    let kind = Int.random(in: 0..<6, using: &random)
    let room = Int.random(in: 0..<1_400, using: &random)
    folder.withFaults { faults in
      faults.synchronizationLies = isOnLyingDisk
      if kind == 0 {
        faults.room = room
        faults.truncationFails = room % 2 == 0
      }
    }
  }

  /// Lets one of the next calls to make durable fail, now and then.
  private func setFailure(using random: inout SeededGenerator) {
    let number = Int.random(in: 0..<20, using: &random)
    guard number < 3 else { return }
    folder.withFaults { $0.failingSynchronization = number }
  }

  func noteError(_ error: any Error) {
    guard let code = (error as? StorageError)?.code else { return fail("an error", error) }
    let faults = folder.withFaults { $0 }
    let isRefusal = code == .noSpace || code == .inputOutput
    let isFailure = code == .poisoned || code == .outcomeUnknown
    let isArmed = faults.room != nil || faults.failedSynchronizations > 0
    guard isArmed, isRefusal || isFailure else { return fail("an error", error) }
    // There is room for a few more commits.
    if code == .noSpace { folder.withFaults { $0.room = 900 } }
    progress.withLock { progress in
      if code == .outcomeUnknown { progress.unknownOutcomes += 1 } else { progress.refusals += 1 }
    }
  }

  /// The store, which is in a state that may be there; nil when it cannot be opened.
  func opened() -> FileBackEnd? {
    for _ in 0..<3 {
      do {
        let file = try FileBackEnd(CrashStore.name, in: folder)
        let found = try CrashStore.state(file)
        let history = history
        guard let index = history.index(of: found, afterPowerCut: false) else {
          throw CrashCheck.lost(found, history.states[history.acknowledged...])
        }
        let end = folder[CrashStore.name]?.count ?? 0
        progress.withLock { progress in
          progress.history.settle(at: index)
          progress.groupEnds = (0, end)
        }
        return file
      } catch {
        noteError(error)
        guard failure == nil else { return nil }
        // There is room again.
        folder.withFaults { faults in
          if faults.room != nil { faults.room = 4_000 }
          faults.truncationFails = false
        }
      }
    }
    return nil
  }

  /// What is open is in the state that was acknowledged, and nobody else can write it.
  private func checkLive(_ file: FileBackEnd?) {
    guard let file else { return }
    do {
      let found = try CrashStore.state(file)
      guard found == history.current else {
        throw CrashFinding("the open store has \(found), and not \(history.current)")
      }
    } catch {
      return fail("a read", error)
    }
    do {
      _ = try FileBackEnd(CrashStore.name, in: folder)
      fail("a second writer", CrashFinding("it was let in"))
    } catch let error as StorageError where error.code == .locked {
    } catch {
      fail("a second writer", error)
    }
  }
}
