import RecordLog
import Synchronization

/// A folder in memory, whose disk can be full, fail, or lose power.
final class MemoryFolder: LogFileSystem {
  /// What is in a file now, and what was durable of it.
  final class Content: Sendable {
    struct State {
      var bytes: [UInt8] = []
      var durable: [UInt8] = []
      /// What was written since it was last to be made durable. After a failure the system has forgotten of it, as Linux does.
      var dirty: [Range<Int>] = []
      var isLocked = false
    }
    let state = Mutex(State())
  }

  struct Faults {
    /// Bytes by which files may still grow; nil for any number.
    var room: Int?
    /// Calls to make durable until one fails, 0 for the next; nil for never.
    var failingSynchronization: Int?
    /// Whether cutting off fails.
    var truncationFails = false
    var synchronizations = 0
  }

  private let files = Mutex<[String: Content]>([:])
  let faults = Mutex(Faults())

  init() {}

  /// A folder with one file.
  init(_ name: String, _ bytes: [UInt8]) { self[name] = bytes }

  /// The bytes of a file; nil if there is none.
  subscript(name: String) -> [UInt8]? {
    get { files.withLock { $0[name] }?.state.withLock { $0.bytes } }
    set {
      let content = Content()
      content.state.withLock {
        $0.bytes = newValue ?? []
        $0.durable = newValue ?? []
      }
      files.withLock { $0[name] = newValue == nil ? nil : content }
    }
  }

  /// What was durable of a file.
  func durable(_ name: String) -> [UInt8]? {
    files.withLock { $0[name] }?.state.withLock { $0.durable }
  }

  func open(_ name: String, _ mode: LogFileMode) throws(LogError) -> (any LogFile)? {
    let content = files.withLock { files -> Content? in
      if files[name] == nil, mode == .create { files[name] = Content() }
      return files[name]
    }
    return content.map { MemoryFile($0, self) }
  }

  func rename(_ name: String, to other: String) throws(LogError) {
    files.withLock { $0[other] = $0.removeValue(forKey: name) }
  }

  func remove(_ name: String) throws(LogError) {
    files.withLock { $0[name] = nil }
  }

  func synchronizeFolder() throws(LogError) {}
}

/// An open file of a ``MemoryFolder``.
final class MemoryFile: LogFile {
  private let content: MemoryFolder.Content
  private let folder: MemoryFolder
  private let holdsLock = Mutex(false)

  init(_ content: MemoryFolder.Content, _ folder: MemoryFolder) {
    self.content = content
    self.folder = folder
  }

  deinit {
    if holdsLock.withLock({ $0 }) { content.state.withLock { $0.isLocked = false } }
  }

  func byteCount() throws(LogError) -> Int { content.state.withLock { $0.bytes.count } }

  func read(_ range: Range<Int>) throws(LogError) -> [UInt8] {
    content.state.withLock {
      Array($0.bytes[min(range.lowerBound, $0.bytes.count)...].prefix(range.count))
    }
  }

  func write(_ bytes: [UInt8], at byteOffset: Int) throws(LogError) {
    let end = try byteCount()
    let fitting = folder.faults.withLock { faults -> Int in
      guard let room = faults.room else { return bytes.count }
      let growth = max(byteOffset + bytes.count - end, 0)
      faults.room = max(room - growth, 0)
      return bytes.count - max(growth - room, 0)
    }
    content.state.withLock {
      let missing = byteOffset + fitting - $0.bytes.count
      if missing > 0 { $0.bytes += Array(repeating: 0, count: missing) }
      $0.bytes.replaceSubrange(byteOffset..<byteOffset + fitting, with: bytes.prefix(fitting))
      $0.dirty.append(byteOffset..<byteOffset + fitting)
    }
    if fitting < bytes.count { throw LogError(.noSpace, "the disk is full") }
  }

  func truncate(to byteCount: Int) throws(LogError) {
    if folder.faults.withLock({ $0.truncationFails }) {
      throw LogError(.inputOutput, "nothing can be cut off")
    }
    content.state.withLock { $0.bytes.removeSubrange(byteCount...) }
  }

  func synchronize() throws(LogError) {
    let fails = folder.faults.withLock { faults -> Bool in
      faults.synchronizations += 1
      guard let left = faults.failingSynchronization else { return false }
      faults.failingSynchronization = left - 1
      return left == 0
    }
    content.state.withLock { state in
      let dirty = state.dirty
      state.dirty = []
      if fails { return }
      let (end, kept) = (state.bytes.count, state.durable.count)
      state.durable.removeSubrange(min(end, kept)...)
      state.durable += Array(repeating: 0, count: end - state.durable.count)
      for range in dirty {
        let range = range.clamped(to: 0..<end)
        state.durable.replaceSubrange(range, with: state.bytes[range])
      }
    }
    if fails { throw LogError(.inputOutput, "the disk failed") }
  }

  func takeLock() throws(LogError) -> Bool {
    let isTaken = content.state.withLock { state -> Bool in
      defer { state.isLocked = true }
      return !state.isLocked
    }
    if isTaken { holdsLock.withLock { $0 = true } }
    return isTaken
  }

  func releaseLock() {
    let isHeld = holdsLock.withLock { isHeld -> Bool in
      defer { isHeld = false }
      return isHeld
    }
    if isHeld { content.state.withLock { $0.isLocked = false } }
  }
}
