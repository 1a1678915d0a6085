internal import RecordLog
internal import RecordStorage
internal import RecordTestSupport
internal import Synchronization
internal import TestSupport

extension CrashSession {
  /// Runs a session in which another program changes the file again and again, behind a commit each time, up to the first failure.
  package func runIntrusions(_ count: Int) {
    var random = SeededGenerator(seed: seed)
    var stamps: Int64 = 0
    goOn(with: [:])
    for _ in 0..<count {
      guard failure == nil, let file = opened() else { break }
      var state = withHistory { $0.last }
      let changes = CrashChange.random(2, &state, stamps: &stamps, using: &random)
      guard commit(changes, .synced, file) else { break }
      let others = CrashChange.random(2, &state, stamps: &stamps, using: &random)
      let step = CrashStep.intrude(others, using: &random)
      _ = perform(step, file, using: &random)
    }
    folder.observe(nil)
  }

  /// Another program changes the file of the open store, which has to see it at the next commit: that is refused, or its outcome is not
  /// known, and nothing is written from then on. The store is closed, and goes on with the files as they are.
  func intrude(
    _ intrusion: CrashIntrusion, _ changes: [CrashChange], _ durability: StorageDurability,
    _ file: FileBackEnd
  ) {
    let folder = folder
    // Images of what another program did are not looked at: it is no crash. Nothing else fails meanwhile.
    folder.withFaults { faults in
      (faults.room, faults.failingSynchronization, faults.truncationFails) = (nil, nil, false)
    }
    let isDue = Mutex(true)
    let intrude: @Sendable () -> Void = { [unowned self, unowned folder] in
      let isNow = isDue.withLock { isDue in
        defer { isDue = false }
        return isDue
      }
      guard isNow else { return }
      do { try intrusion.perform(in: folder) } catch { fail("another program", error) }
    }
    folder.observe { if intrusion.isDue(at: $0) { intrude() } }
    defer { folder.observe(nil) }
    if intrusion.moment == .before { intrude() }
    let before = folder[CrashStore.name]
    let index = begin(changes)
    let code = Self.code { try Self.write(changes, durability, file).get() }
    // A handle whose last outcome was not known writes nothing: then the other program had no turn.
    let hasIntruded = isDue.withLock { !$0 }
    let isUnknown = hasIntruded && intrusion.moment != .before
    let after = folder[CrashStore.name]
    let next = Self.code { try Self.writeAnything(file) }
    file.close()
    // A transaction may miss records that it reads if the file was cut.
    let refusals: [StorageError.Code?] = intrusion.isCut ? [.poisoned, .damaged] : [.poisoned]
    let expected: [StorageError.Code?] = isUnknown ? [.outcomeUnknown] : refusals
    do {
      guard expected.contains(code) else {
        throw CrashFinding("the commit ended with \(code?.rawValue ?? "an acknowledgement")")
      }
      guard refusals.contains(next) else {
        throw CrashFinding("the next commit ended with \(next?.rawValue ?? "an acknowledgement")")
      }
      guard folder[CrashStore.name] == after, isUnknown || after == before else {
        throw CrashFinding("the file was written to after another program had changed it")
      }
      if !isUnknown { withHistory { $0.refuse(from: index) } }
      guard hasIntruded else { return goOn(with: CrashStore.files(folder)) }
      noteIntrusion()
      try goOn(after: intrusion.way, folder)
    } catch {
      fail("another program changed the file", error)
    }
  }

  /// Commits a change that can be made of any state.
  private static func writeAnything(_ file: FileBackEnd) throws {
    try RecordStore(file).write { session in
      guard let table = try session.tables().first else {
        return try session.define(CrashTable.table(.notes, 0).table)
      }
      try session.drop(table.id)
    }
  }

  private func goOn(after way: CrashIntrusion.Way, _ folder: MemoryFolder) throws {
    var files = CrashStore.files(folder)
    switch way {
    case .linked:
      guard Self.code({ _ = try FileBackEnd(CrashStore.name, in: folder) }) == .readOnly else {
        throw CrashFinding("a log with two names is opened for writing")
      }
      files[CrashIntrusion.link] = nil
    case .lengthened: break
    case .cut:
      // Commits are gone, and their program knows. The rest of the log can be read, or the log is damaged.
      do { _ = try CrashStore.state(CrashStore.folder(files)) } catch let error as StorageError
        where error.code == .damaged
      {}
      files[CrashStore.name] = nil
      withHistory { $0 = CrashHistory() }
    }
    goOn(with: files)
  }

  /// The code of the error that a function throws; nil if it throws none.
  private static func code(_ body: () throws -> Void) -> StorageError.Code? {
    do { try body() } catch {
      return (error as? StorageError)?.code ?? StorageError.Code(rawValue: "\(error)")
    }
    return nil
  }
}
