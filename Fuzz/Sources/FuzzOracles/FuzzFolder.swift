internal import RecordLog
internal import Synchronization

/// A folder in memory.
final class FuzzFolder: LogFileSystem {
  private let files = Mutex<[String: FuzzFile]>([:])

  /// The bytes of a file; nil if there is none.
  subscript(name: String) -> [UInt8]? {
    get { files.withLock { $0[name] }?.bytes }
    set { files.withLock { $0[name] = newValue.map { FuzzFile($0) } } }
  }

  func open(_ name: String, _ mode: LogFileMode) throws(LogError) -> (any LogFile)? {
    files.withLock { files in
      if files[name] == nil, mode == .create || mode == .createNew { files[name] = FuzzFile([]) }
      return files[name]
    }
  }

  func rename(_ name: String, to other: String) throws(LogError) {
    files.withLock { files in
      guard let file = files.removeValue(forKey: name) else { return }
      files[other] = file
    }
  }

  func remove(_ name: String) throws(LogError) { files.withLock { $0[name] = nil } }

  func synchronizeFolder() throws(LogError) {}

  func isName(_ name: String, of file: any LogFile) throws(LogError) -> Bool {
    files.withLock { $0[name] === file }
  }
}

/// A file of a ``FuzzFolder``, which all who open it share. It is never locked.
final class FuzzFile: LogFile {
  private let content: Mutex<[UInt8]>

  init(_ bytes: [UInt8]) { content = Mutex(bytes) }

  var bytes: [UInt8] { content.withLock { $0 } }

  func byteCount() throws(LogError) -> Int { content.withLock { $0.count } }

  func read(_ range: Range<Int>) throws(LogError) -> [UInt8] {
    content.withLock { Array($0[min(range.lowerBound, $0.count)...].prefix(range.count)) }
  }

  func write(_ bytes: [UInt8], at byteOffset: Int) throws(LogError) {
    content.withLock { content in
      let missing = byteOffset + bytes.count - content.count
      if missing > 0 { content += Array(repeating: 0, count: missing) }
      content.replaceSubrange(byteOffset..<byteOffset + bytes.count, with: bytes)
    }
  }

  func truncate(to byteCount: Int) throws(LogError) {
    content.withLock { content in content.removeSubrange(min(byteCount, content.count)...) }
  }

  func synchronize() throws(LogError) {}

  func takeLock() throws(LogError) -> Bool { true }

  func releaseLock() {}
}
