internal import RecordLog
internal import RecordStorage
internal import RecordTestSupport

/// Opens stores of images, and reads them.
enum CrashStore {
  static let name = "a.krec"
  static let hintName = name + ".hint"

  static func state(_ backEnd: any StorageBackEnd) throws -> CrashState {
    try RecordStore(backEnd).read { try CrashState($0) }
  }

  /// What the writer of a folder finds, which then goes.
  static func state(_ folder: MemoryFolder) throws -> CrashState {
    try state(FileBackEnd(name, in: folder))
  }

  static func folder(_ files: [String: [UInt8]]) -> MemoryFolder {
    let folder = MemoryFolder()
    for (name, bytes) in files { folder[name] = bytes }
    return folder
  }

  /// The bytes of the files, but for locks and for what is removed by whoever opens the store.
  static func files(_ folder: MemoryFolder) -> [String: [UInt8]] {
    let snapshot = folder.snapshot
    return snapshot.files(after: snapshot.fate(names: true, changes: .kept))
  }

  /// What tells files from others.
  static func hash(_ files: [String: [UInt8]]) -> Int {
    var hasher = Hasher()
    for name in files.keys.sorted() {
      guard !name.hasSuffix(".lock"), let bytes = files[name] else { continue }
      hasher.combine(name)
      unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }
}
