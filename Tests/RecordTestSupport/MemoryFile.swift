package import RecordLog
internal import Synchronization

/// An open file of a ``MemoryFolder``.
package final class MemoryFile: LogFile {
  let content: MemoryContent
  private let name: String
  private let folder: MemoryFolder
  private let holdsLock = Mutex(false)

  init(_ content: MemoryContent, _ name: String, _ folder: MemoryFolder) {
    self.content = content
    self.name = name
    self.folder = folder
  }

  deinit { releaseLock() }

  package func byteCount() throws(LogError) -> Int { content.byteCount }

  package func read(_ range: Range<Int>) throws(LogError) -> [UInt8] {
    if folder.readFails() { throw LogError(.inputOutput, "the disk cannot be read") }
    return content.read(range)
  }

  package func write(_ bytes: [UInt8], at byteOffset: Int) throws(LogError) {
    let end = content.byteCount
    let fitting = folder.withFaults { faults -> Int in
      guard let room = faults.room else { return bytes.count }
      let growth = max(byteOffset + bytes.count - end, 0)
      faults.room = max(room - growth, 0)
      return max(bytes.count - max(growth - room, 0), 0)
    }
    content.write(bytes.prefix(fitting), at: byteOffset)
    folder.changed(.written(name), content)
    if fitting < bytes.count { throw LogError(.noSpace, "the disk is full") }
  }

  package func truncate(to byteCount: Int) throws(LogError) {
    if folder.withFaults({ $0.truncationFails }) {
      throw LogError(.inputOutput, "nothing can be cut off")
    }
    content.truncate(to: byteCount)
    folder.changed(.cut(name))
  }

  package func synchronize() throws(LogError) {
    folder.changed(.synchronizes(name))
    let fails = folder.synchronizationFails()
    if folder.withFaults({ $0.synchronizationLies }) { return }
    content.synchronize(fails: fails)
    if fails { throw LogError(.inputOutput, "the disk failed") }
  }

  package func takeLock() throws(LogError) -> Bool {
    let isTaken = content.takeLock()
    if isTaken { holdsLock.withLock { $0 = true } }
    return isTaken
  }

  package func releaseLock() {
    let isHeld = holdsLock.withLock { isHeld -> Bool in
      defer { isHeld = false }
      return isHeld
    }
    if isHeld { content.releaseLock() }
  }
}
