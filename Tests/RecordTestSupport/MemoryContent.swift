internal import Synchronization

/// What is in a file of a ``MemoryFolder`` now, and what is durable of it.
final class MemoryContent: Sendable {
  /// A change, and whether it is certain to outlive the power.
  struct Step: Sendable {
    let change: MemoryChange
    var isDurable = false
    /// Whether a call to make it durable failed: no later one speaks of it.
    var isForgotten = false

    mutating func forget() {
      if case .write = change, !isDurable { isForgotten = true }
    }
  }

  /// What is durable, and behind it what is there with changes that are not, in their order.
  struct History: Sendable {
    var bytes: [UInt8]
    var base: [UInt8]
    var steps: [Step] = []

    /// The bytes that are certain to be there.
    var durable: [UInt8] {
      var bytes = base
      for step in steps where step.isDurable { step.change.apply(to: &bytes) }
      return bytes
    }

    /// The bytes that are there if of the changes that are not durable is left what their fates say, in their order.
    func bytes(_ fates: some Sequence<MemoryChange.Fate>) -> [UInt8] {
      var bytes = base
      var left = fates.makeIterator()
      for step in steps {
        step.change.apply(to: &bytes, step.isDurable ? .kept : left.next() ?? .lost)
      }
      return bytes
    }
  }

  private struct State {
    var history: History
    var isLocked = false
  }

  private static let sectorByteCount = 512
  private let state: Mutex<State>

  init(durable: [UInt8]) {
    state = Mutex(State(history: History(bytes: durable, base: durable)))
  }

  init(_ history: History) { state = Mutex(State(history: history)) }

  var history: History { state.withLock { $0.history } }
  var bytes: [UInt8] { history.bytes }
  var durable: [UInt8] { history.durable }
  var byteCount: Int { state.withLock { $0.history.bytes.count } }

  func read(_ range: Range<Int>) -> [UInt8] {
    state.withLock {
      let bytes = $0.history.bytes
      return Array(bytes[min(range.lowerBound, bytes.count)...].prefix(range.count))
    }
  }

  func write(_ bytes: ArraySlice<UInt8>, at byteOffset: Int) {
    take(.write(Array(bytes), byteOffset: byteOffset))
  }

  func truncate(to byteCount: Int) { take(.cut(byteCount: byteCount)) }

  private func take(_ change: MemoryChange) {
    state.withLock { state in
      change.apply(to: &state.history.bytes)
      state.history.steps.append(Step(change: change))
    }
  }

  /// After a failure the system has forgotten what was to be written, as Linux does: it can be read, any part of it may be on the medium, and
  /// the next call does not speak of it. That a file was cut stands in a journal, and in line still.
  func synchronize(fails: Bool) {
    state.withLock { state in
      for index in state.history.steps.indices where !state.history.steps[index].isForgotten {
        if fails {
          state.history.steps[index].forget()
        } else {
          state.history.steps[index].isDurable = true
        }
      }
      let certain = state.history.steps.prefix { $0.isDurable }
      for step in certain { step.change.apply(to: &state.history.base) }
      state.history.steps.removeFirst(certain.count)
    }
  }

  func takeLock() -> Bool {
    state.withLock { state in
      defer { state.isLocked = true }
      return !state.isLocked
    }
  }

  func releaseLock() { state.withLock { $0.isLocked = false } }

  /// The durable bytes, with those sectors of later writes that survive.
  func afterPowerCut(_ survives: () -> Bool) -> [UInt8] {
    let history = history
    var bytes = history.base
    for step in history.steps {
      guard !step.isDurable, case .write(let new, let byteOffset) = step.change else {
        if step.isDurable || survives() { step.change.apply(to: &bytes) }
        continue
      }
      var start = 0
      while start < new.count {
        let end = (byteOffset + start) / Self.sectorByteCount * Self.sectorByteCount
        let next = min(end + Self.sectorByteCount - byteOffset, new.count)
        if survives() {
          MemoryChange.write(Array(new[start..<next]), byteOffset: byteOffset + start)
            .apply(to: &bytes)
        }
        start = next
      }
    }
    return bytes
  }
}
