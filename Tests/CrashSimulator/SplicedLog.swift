internal import RecordStorage
internal import RecordLog
internal import RecordTestSupport

/// A log with a frame of its own that stands in its right place, and is not of what stands in front of it: a copy of the log went another way. The
/// sequence alone tells it (rule F2).
package enum SplicedLog {
  /// - Throws: ``CrashFinding`` if the frame is taken.
  package static func check() throws {
    let folder = MemoryFolder()
    try commit([.define(.notes, schema: 0)], in: folder)
    let fork = CrashStore.files(folder)
    for (key, stamp) in [(1, 1), (2, 2)] as [(Int64, Int64)] {
      try commit([.put(.notes, key, stamp: stamp)], in: folder)
    }
    let whole = try CrashStore.state(folder)
    guard let bytes = folder[CrashStore.name] else { throw CrashFinding("there is no log") }
    // One commit that is as long as two, and another behind it.
    for stamp in 3..<2_000 as Range<Int64> {
      let other = CrashStore.folder(fork.filter { $0.key == CrashStore.name })
      try commit([.put(.notes, 3, stamp: stamp), .put(.notes, 4, stamp: stamp + 1)], in: other)
      guard other[CrashStore.name]?.count == bytes.count else { continue }
      try commit([.put(.notes, 5, stamp: 2_001)], in: other)
      let tail = other[CrashStore.name]?.dropFirst(bytes.count) ?? []
      let found = try CrashStore.state(MemoryFolder(CrashStore.name, bytes + tail))
      guard found == whole else {
        throw CrashFinding("a frame with another sequence than the next was taken: \(found)")
      }
      return
    }
    throw CrashFinding("no commit is as long as two others")
  }

  private static func commit(_ changes: [CrashChange], in folder: MemoryFolder) throws {
    let file = try FileBackEnd(CrashStore.name, in: folder)
    try RecordStore(file).write { session in
      for change in changes { try change.perform(in: session) }
    }
  }
}
