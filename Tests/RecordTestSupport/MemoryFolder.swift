package import RecordLog
internal import Synchronization

/// A folder in memory, whose disk can be full, fail, or lose power.
package final class MemoryFolder: LogFileSystem {
  package struct Faults: Sendable {
    /// Bytes by which files may still grow; nil for any number.
    package var room: Int?
    /// Calls to make durable, of files and of the folder, until one fails, 0 for the next; nil for never.
    package var failingSynchronization: Int?
    /// Whether calls to make durable do nothing, and say that they did.
    package var synchronizationLies = false
    /// Reads of files until one fails, 0 for the next; nil for never.
    package var failingRead: Int?
    /// Whether cutting off fails.
    package var truncationFails = false
    /// Calls to make durable so far, and those that failed.
    package var synchronizations = 0
    package var failedSynchronizations = 0
  }

  private struct Names {
    var files: [String: MemoryContent] = [:]
    var durable: [String: MemoryContent] = [:]
    /// What became of them since they were made durable.
    var changes: [MemoryNameChange] = []

    mutating func take(_ change: MemoryNameChange) {
      change.apply(to: &files)
      changes.append(change)
    }
  }

  private let names = Mutex(Names())
  private let faultState = Mutex(Faults())
  private let observer = Mutex<(@Sendable (MemoryOperation) -> Void)?>(nil)
  private let lastWritten = Mutex<MemoryContent?>(nil)

  package init() {}

  /// A folder with one file, which is durable.
  package init(_ name: String, _ bytes: [UInt8]) { self[name] = bytes }

  /// The bytes of a file; nil if there is none. What is set is durable.
  package subscript(name: String) -> [UInt8]? {
    get { names.withLock { $0.files[name] }?.bytes }
    set {
      let content = newValue.map { MemoryContent(durable: $0) }
      names.withLock { names in
        names.files[name] = content
        names.durable[name] = content
      }
    }
  }

  /// The names of the files.
  package var fileNames: [String] { names.withLock { $0.files.keys.sorted() } }

  /// What was durable of a file, whether its name was or not.
  package func durable(_ name: String) -> [UInt8]? { names.withLock { $0.files[name] }?.durable }

  /// Changes what goes wrong, or says what did.
  package func withFaults<Result: Sendable>(_ body: (inout Faults) -> Result) -> Result {
    faultState.withLock { faults in body(&faults) }
  }

  /// Calls a function after each change of a file or a name, and before each call to make durable.
  package func observe(_ body: (@Sendable (MemoryOperation) -> Void)?) {
    observer.withLock { $0 = body }
  }

  func changed(_ operation: MemoryOperation, _ written: MemoryContent? = nil) {
    lastWritten.withLock { $0 = written }
    observer.withLock { $0 }?(operation)
  }

  /// What is there now, and what of it is certain to outlive the power.
  package var snapshot: MemorySnapshot {
    let (durable, changes) = names.withLock { ($0.durable, $0.changes) }
    return MemorySnapshot(durable, changes, lastWritten: lastWritten.withLock { $0 })
  }

  /// A folder with names and files that are not shared with another.
  init(
    files: [String: MemoryContent], durable: [String: MemoryContent],
    _ changes: [MemoryNameChange]
  ) {
    names.withLock { $0 = Names(files: files, durable: durable, changes: changes) }
  }

  /// What is there after the power went: all that was durable, and of the rest what is asked for, in sectors of 512 bytes.
  ///
  /// - Parameter survives: Whether the next piece does. Names are given and removed in their order.
  package func afterPowerCut(_ survives: () -> Bool) -> MemoryFolder {
    let (durable, changes) = names.withLock { ($0.durable, $0.changes) }
    var files = durable
    for change in changes where survives() { change.apply(to: &files) }
    let made = MemoryFolder()
    for (name, content) in files.sorted(by: { $0.key < $1.key }) {
      made[name] = content.afterPowerCut(survives)
    }
    return made
  }

  package func open(_ name: String, _ mode: LogFileMode) throws(LogError) -> (any LogFile)? {
    let (content, isNew) = names.withLock { names -> (MemoryContent?, Bool) in
      if mode == .createNew, names.files[name] != nil { return (nil, false) }
      let isNew = names.files[name] == nil && (mode == .create || mode == .createNew)
      if isNew { names.take(.created(name, MemoryContent(durable: []))) }
      return (names.files[name], isNew)
    }
    if isNew { changed(.created(name)) }
    return content.map { MemoryFile($0, name, self) }
  }

  package func rename(_ name: String, to other: String) throws(LogError) {
    names.withLock { names in
      guard let content = names.files[name] else { return }
      names.take(.renamed(name, to: other, content))
    }
    changed(.renamed(name, to: other))
  }

  package func remove(_ name: String) throws(LogError) {
    names.withLock { names in
      if names.files[name] != nil { names.take(.removed(name)) }
    }
    changed(.removed(name))
  }

  /// Gives a file another name, by a hard link.
  package func link(_ name: String, as other: String) {
    names.withLock { names in
      if let content = names.files[name] { names.take(.created(other, content)) }
    }
    changed(.created(other))
  }

  package func synchronizeFolder() throws(LogError) {
    changed(.synchronizesNames)
    // Names are kept in a journal, as most file systems do: after a failure they stand in line still.
    if synchronizationFails() { throw LogError(.inputOutput, "the disk failed") }
    if withFaults({ $0.synchronizationLies }) { return }
    names.withLock { names in
      names.durable = names.files
      names.changes = []
    }
  }

  package func status(of name: String, _ file: any LogFile) throws(LogError) -> LogFileStatus {
    let content = (file as? MemoryFile)?.content
    let nameCount = names.withLock { $0.files.values.count(where: { $0 === content }) }
    return LogFileStatus(
      isNamed: try isName(name, of: file), byteCount: try file.byteCount(), nameCount: nameCount)
  }

  package func isName(_ name: String, of file: any LogFile) throws(LogError) -> Bool {
    guard let file = file as? MemoryFile else { return false }
    return names.withLock { $0.files[name] } === file.content
  }

  /// Whether the read that begins is to fail.
  func readFails() -> Bool {
    withFaults { faults in
      guard let left = faults.failingRead else { return false }
      faults.failingRead = left - 1
      return left == 0
    }
  }

  /// Whether the call to make durable that begins is to fail.
  func synchronizationFails() -> Bool {
    withFaults { faults in
      faults.synchronizations += 1
      guard let left = faults.failingSynchronization else { return false }
      faults.failingSynchronization = left - 1
      if left == 0 { faults.failedSynchronizations += 1 }
      return left == 0
    }
  }
}
