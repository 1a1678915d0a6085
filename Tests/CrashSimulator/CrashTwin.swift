internal import RecordLog
internal import RecordStorage
internal import RecordTestSupport

/// A copy of a log that goes on separately: with another commit of the same length, the same commit behind that, and one more.
///
/// So its frames have the same sequences and places as those of the log, and the last one that both have says the same.
struct CrashTwin {
  /// The files with the two commits, and with the third one.
  let files: [String: [UInt8]]
  let longer: [String: [UInt8]]

  private static let attemptCount: Int64 = 400

  /// - Parameters:
  ///   - files: What both begin with.
  ///   - byteCount: The bytes that the log has behind its first own commit.
  ///   - last: The commit that both have.
  ///   - kind: The table that all are of.
  /// - Returns: Nil if no other commit is as long.
  init?(
    of files: [String: [UInt8]], byteCount: Int, last: CrashChange, kind: CrashTable.Kind,
    key: Int64, behind stamp: Int64
  ) throws {
    for other in stamp + 1...stamp + Self.attemptCount {
      let folder = CrashStore.folder(files)
      try Self.commit(.put(kind, key, stamp: other), in: folder)
      guard folder[CrashStore.name]?.count == byteCount else { continue }
      try Self.commit(last, in: folder)
      self.files = CrashStore.files(folder)
      try Self.commit(.put(kind, key, stamp: other + 1), in: folder)
      longer = CrashStore.files(folder)
      return
    }
    return nil
  }

  /// Opens a store, makes a change, and closes it, so that it has a hint.
  private static func commit(_ change: CrashChange, in folder: MemoryFolder) throws {
    let file = try FileBackEnd(CrashStore.name, in: folder)
    defer { file.close() }
    try RecordStore(file).write { try change.perform(in: $0) }
  }
}
