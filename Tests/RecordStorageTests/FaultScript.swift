import RecordLog
import RecordStorage
import RecordTestSupport
import StorageTransforms
import Synchronization
import Testing

/// A session with a file store of a ``MemoryFolder``, and what has to be there after each failure.
final class FaultScript: Sendable {
  /// What is in a store; nil if it has no table.
  typealias Contents = [StoredRecord]?

  struct History {
    /// The contents after each commit that was asked for and not refused; before the first there is no table.
    var states: [Contents] = [nil]
    /// The last state that was acknowledged, and the last that has to be there after the power went.
    var acknowledged = 0
    var durable = 0
    /// What went wrong.
    var codes: [StorageError.Code] = []

    /// The states that may be there, after the power went or with all that was written.
    func allowed(afterPowerCut: Bool) -> ArraySlice<Contents> {
      states[(afterPowerCut ? durable : acknowledged)...]
    }
  }

  static let name = "a.krec"
  private let folder: MemoryFolder
  private let steps: FaultSteps
  private let state = Mutex(History())

  init(_ folder: MemoryFolder, _ steps: FaultSteps = .long) {
    self.folder = folder
    self.steps = steps
  }

  var history: History { state.withLock { $0 } }

  /// What is in the store of a folder.
  ///
  /// It fails where what is found by values is not what is there, or uniqueness is not kept.
  static func contents(_ folder: MemoryFolder) throws -> Contents {
    let file = try FileBackEnd(name, in: folder)
    let store = RecordStore(file)
    let found = try contents(store)
    if let first = found?.first {
      let copy = StoredRecord(key: .integer(77), values: [.integer(77)] + first.values.dropFirst())
      let error = #expect(throws: StorageError.self) {
        try store.write { try $0.insert(copy, into: "Account") }
      }
      #expect(error?.code == .notUnique)
      try store.write(.written) {
        try $0.insert(FaultSteps.record(77, "another", 0), into: "Account")
      }
      let more = try contents(store)
      #expect(more?.filter { $0.key != .integer(77) } == found)
    }
    return found
  }

  private static func contents(_ store: RecordStore) throws -> Contents {
    try store.read { session in
      guard try session.table("Account") != nil else { return nil }
      let records = try session.records(in: "Account")
      for position in [1, 2] {
        let found = try session.records(RecordQuery(by: position), in: "Account")
        #expect(found.sorted { $0.key < $1.key } == records)
      }
      return records
    }
  }

  /// Runs the session. Where the store takes no more commits, it is opened anew.
  func run() {
    var step = 0
    while step < steps.list.count, let file = opened() {
      let store = RecordStore(file)
      var isOpen = true
      while isOpen, step < steps.list.count {
        defer { step += 1 }
        switch steps.list[step] {
        case .commit(let durability, let change): commit(store, step, durability, change)
        case .compact: compact(file)
        case .close:
          file.close()
          isOpen = false
        }
        if history.codes.last == .poisoned || history.codes.last == .outcomeUnknown {
          file.close()
          isOpen = false
        } else if isOpen, !history.codes.isEmpty {
          let found = try? Self.contents(store)
          #expect(found == history.states[history.acknowledged])
        }
      }
    }
  }

  /// What is there when it is opened is durable, and one of the states that may be there.
  private func opened() -> FileBackEnd? {
    do {
      let file = try FileBackEnd(Self.name, in: folder)
      let found = try Self.contents(RecordStore(file))
      state.withLock { history in
        let index = history.states.indices.last {
          $0 >= history.acknowledged && history.states[$0] == found
        }
        #expect(index != nil, "\(String(describing: found))")
        history.states.removeSubrange((index ?? 0) + 1..<history.states.count)
        (history.acknowledged, history.durable) = (index ?? 0, index ?? 0)
      }
      return file
    } catch {
      note(error)
      return nil
    }
  }

  private func note(_ error: any Error) {
    let code = (error as? StorageError)?.code
    #expect(code != nil, "\(error)")
    state.withLock { $0.codes.append(code ?? .damaged) }
  }

  private func commit(
    _ store: RecordStore, _ step: Int, _ durability: StorageDurability,
    _ change: @Sendable (RecordWriter) throws -> Void
  ) {
    let before = history.states[history.acknowledged]
    guard let after = steps.expected(step, before) else {
      // It builds on a step that failed.
      #expect(!history.codes.isEmpty)
      return
    }
    state.withLock { $0.states.append(after) }
    do {
      try store.write(durability) { try change($0) }
      state.withLock { history in
        history.acknowledged = history.states.count - 1
        if durability == .synced { history.durable = history.acknowledged }
      }
    } catch {
      note(error)
      // Of what was refused nothing is there.
      let isUnknown = (error as? StorageError)?.code == .outcomeUnknown
      state.withLock { if !isUnknown { $0.states.removeLast() } }
    }
  }

  private func compact(_ file: FileBackEnd) {
    do {
      try file.compact()
      state.withLock { $0.durable = $0.acknowledged }
    } catch {
      note(error)
    }
  }
}
