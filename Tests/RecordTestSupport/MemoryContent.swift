internal import Synchronization

/// What is in a file of a ``MemoryFolder`` now, and what is durable of it.
final class MemoryContent: Sendable {
  /// What was done since the file was made durable.
  private enum Change {
    case write([UInt8], byteOffset: Int)
    case cut(byteCount: Int)

    func apply(to bytes: inout [UInt8]) {
      switch self {
      case .write(let new, let byteOffset): Self.write(new[...], byteOffset, &bytes)
      case .cut(let byteCount): bytes.removeSubrange(min(byteCount, bytes.count)...)
      }
    }

    static func write(_ new: ArraySlice<UInt8>, _ byteOffset: Int, _ bytes: inout [UInt8]) {
      let missing = byteOffset + new.count - bytes.count
      if missing > 0 { bytes += Array(repeating: 0, count: missing) }
      bytes.replaceSubrange(byteOffset..<byteOffset + new.count, with: new)
    }
  }

  private struct State {
    var bytes: [UInt8]
    var durable: [UInt8]
    var changes: [Change] = []
    var isLocked = false
  }

  private static let sectorByteCount = 512
  private let state: Mutex<State>

  init(durable: [UInt8]) { state = Mutex(State(bytes: durable, durable: durable)) }

  var bytes: [UInt8] { state.withLock { $0.bytes } }
  var durable: [UInt8] { state.withLock { $0.durable } }
  var byteCount: Int { state.withLock { $0.bytes.count } }

  func read(_ range: Range<Int>) -> [UInt8] {
    state.withLock {
      Array($0.bytes[min(range.lowerBound, $0.bytes.count)...].prefix(range.count))
    }
  }

  func write(_ bytes: ArraySlice<UInt8>, at byteOffset: Int) {
    take(.write(Array(bytes), byteOffset: byteOffset))
  }

  func truncate(to byteCount: Int) { take(.cut(byteCount: byteCount)) }

  private func take(_ change: Change) {
    state.withLock { state in
      change.apply(to: &state.bytes)
      state.changes.append(change)
    }
  }

  /// After a failure the system has forgotten what was to be made durable, as Linux does.
  func synchronize(fails: Bool) {
    state.withLock { state in
      if !fails { for change in state.changes { change.apply(to: &state.durable) } }
      state.changes = []
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
    var (bytes, changes) = state.withLock { ($0.durable, $0.changes) }
    while !changes.isEmpty {
      let change = changes.removeFirst()
      guard case .write(let new, let byteOffset) = change else {
        if survives() { change.apply(to: &bytes) }
        continue
      }
      var start = 0
      while start < new.count {
        let end = (byteOffset + start) / Self.sectorByteCount * Self.sectorByteCount
        let next = min(end + Self.sectorByteCount - byteOffset, new.count)
        if survives() { Change.write(new[start..<next], byteOffset + start, &bytes) }
        start = next
      }
    }
    return bytes
  }
}
