import Foundation
import RecordLog
import Synchronization

/// A folder whose process is killed in the middle of a write: half of the bytes are there.
struct DyingFolder: LogFileSystem {
  private let base: FolderFileSystem
  private let life: Life

  /// - Parameter writeCount: Writes up to the one that is not survived.
  init(path: String, dyingAfter writeCount: Int) {
    base = FolderFileSystem(path: path)
    life = Life(writeCount)
  }

  func open(_ name: String, _ mode: LogFileMode) throws(LogError) -> (any LogFile)? {
    guard let file = try base.open(name, mode) else { return nil }
    return DyingFile(file, life)
  }

  func rename(_ name: String, to other: String) throws(LogError) {
    try base.rename(name, to: other)
  }
  func remove(_ name: String) throws(LogError) { try base.remove(name) }
  func synchronizeFolder() throws(LogError) { try base.synchronizeFolder() }
}

/// How many writes there are left.
private final class Life: Sendable {
  private let rest: Mutex<Int>

  init(_ count: Int) { rest = Mutex(count) }

  /// Whether this write is the last.
  func ends() -> Bool {
    rest.withLock { rest in
      rest -= 1
      return rest < 0
    }
  }
}

private final class DyingFile: LogFile {
  private let base: any LogFile
  private let life: Life

  init(_ base: any LogFile, _ life: Life) {
    self.base = base
    self.life = life
  }

  func byteCount() throws(LogError) -> Int { try base.byteCount() }
  func read(_ range: Range<Int>) throws(LogError) -> [UInt8] { try base.read(range) }

  func write(_ bytes: [UInt8], at byteOffset: Int) throws(LogError) {
    guard life.ends() else { return try base.write(bytes, at: byteOffset) }
    try base.write(Array(bytes.prefix(bytes.count / 2)), at: byteOffset)
    kill(getpid(), SIGKILL)
  }

  func truncate(to byteCount: Int) throws(LogError) { try base.truncate(to: byteCount) }
  func synchronize() throws(LogError) { try base.synchronize() }
  func takeLock() throws(LogError) -> Bool { try base.takeLock() }
  func releaseLock() { base.releaseLock() }
}
