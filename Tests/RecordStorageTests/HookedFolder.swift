import RecordLog

/// A folder of the system's. A function is called before each write and each call to make durable, and after each removal: with the name of the
/// call and that of the file, such as `write a.krec`.
struct HookedFolder: LogFileSystem {
  let base: FolderFileSystem
  let hook: @Sendable (String) -> Void

  func open(_ name: String, _ mode: LogFileMode) throws(LogError) -> (any LogFile)? {
    try base.open(name, mode).map { HookedFile($0, name, hook) }
  }
  func rename(_ name: String, to other: String) throws(LogError) {
    try base.rename(name, to: other)
  }
  func remove(_ name: String) throws(LogError) {
    try base.remove(name)
    hook("removed \(name)")
  }
  func synchronizeFolder() throws(LogError) { try base.synchronizeFolder() }
  func isName(_ name: String, of file: any LogFile) throws(LogError) -> Bool {
    try base.isName(name, of: Self.inner(file))
  }
  func status(of name: String, _ file: any LogFile) throws(LogError) -> LogFileStatus {
    try base.status(of: name, Self.inner(file))
  }
  func checkOwner(ofLock file: any LogFile, of name: String) throws(LogError) {
    try base.checkOwner(ofLock: Self.inner(file), of: name)
  }
  func copyPermissions(of name: String, to file: any LogFile) throws(LogError) {
    try base.copyPermissions(of: name, to: Self.inner(file))
  }

  private static func inner(_ file: any LogFile) -> any LogFile {
    (file as? HookedFile)?.base ?? file
  }
}

private final class HookedFile: LogFile {
  let base: any LogFile
  private let name: String
  private let hook: @Sendable (String) -> Void

  init(_ base: any LogFile, _ name: String, _ hook: @escaping @Sendable (String) -> Void) {
    (self.base, self.name, self.hook) = (base, name, hook)
  }

  func byteCount() throws(LogError) -> Int { try base.byteCount() }
  func read(_ range: Range<Int>) throws(LogError) -> [UInt8] { try base.read(range) }
  func write(_ bytes: [UInt8], at byteOffset: Int) throws(LogError) {
    hook("write \(name)")
    try base.write(bytes, at: byteOffset)
  }
  func truncate(to byteCount: Int) throws(LogError) { try base.truncate(to: byteCount) }
  func synchronize() throws(LogError) {
    hook("synchronize \(name)")
    try base.synchronize()
  }
  func takeLock() throws(LogError) -> Bool { try base.takeLock() }
  func releaseLock() { base.releaseLock() }
}
