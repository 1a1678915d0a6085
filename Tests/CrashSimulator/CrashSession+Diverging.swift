internal import RecordLog
internal import RecordStorage
internal import RecordTestSupport
internal import TestSupport

extension CrashSession {
  /// The store is closed and copied, and both go on: with another commit each, and then with the same one. The hint of the copy, or an earlier one of its own, is put
  /// beside the log.
  func diverge(
    _ kind: CrashTable.Kind, _ key: Int64, stamp: Int64, _ file: FileBackEnd,
    using random: inout SeededGenerator
  ) {
    file.close()
    let files = CrashStore.files(folder)
    goOn(with: files)
    let last = CrashChange.put(kind, (key + 1) % CrashChange.keyCount, stamp: stamp + 1)
    do {
      guard commitAlone(.put(kind, key, stamp: stamp), of: kind) else { return }
      let byteCount = folder[CrashStore.name]?.count ?? 0
      guard commitAlone(last, of: kind) else { return }
      let own = CrashStore.files(folder)
      if random.next() % 3 == 0 {
        noteStaleHint()
        return goOn(
          with: own.merging([CrashStore.hintName: files[CrashStore.hintName] ?? []]) { $1 })
      }
      let twin = try CrashTwin(
        of: files, byteCount: byteCount, last: last, kind: kind, key: key, behind: stamp + 1)
      guard let twin else { return }
      noteDivergedCopy()
      try checkMixed(own, twin)
      goOn(with: own.merging([CrashStore.hintName: twin.files[CrashStore.hintName] ?? []]) { $1 })
    } catch {
      fail("a copy that goes on separately", error)
    }
  }

  /// Opens the store, makes a change, and closes it.
  ///
  /// - Returns: True if the change was made; false where the outcome of earlier commits was not known, and there is no such table.
  private func commitAlone(_ change: CrashChange, of kind: CrashTable.Kind) -> Bool {
    guard let file = opened() else { return false }
    defer { file.close() }
    guard withHistory({ $0.last.tables[kind] }) != nil else { return false }
    return commit([change], .synced, file)
  }

  /// The log beside the hint of a longer copy, and with a commit of that behind its own.
  private func checkMixed(_ own: [String: [UInt8]], _ twin: CrashTwin) throws {
    let (log, longer) = (own[CrashStore.name] ?? [], twin.longer[CrashStore.name] ?? [])
    let mixed = [CrashStore.name: log + longer.dropFirst(log.count)]
    let hinted = own.merging([CrashStore.hintName: twin.longer[CrashStore.hintName] ?? []]) { $1 }
    for files in [hinted, mixed] {
      let folder = CrashStore.folder(files)
      do {
        let found = try CrashStore.state(folder)
        throw CrashFinding("a part of another copy was taken for one of the log: \(found)")
      } catch let error as StorageError where error.code == .damaged {
        guard folder[CrashStore.name] == files[CrashStore.name] else {
          throw CrashFinding("a damaged file was changed")
        }
      }
    }
  }
}
