package import RecordLog
internal import RecordStorage
internal import TestSupport

/// A session with a folder of the system's, in which calls may be interrupted or do less than they were asked for. Nothing of that is to be seen.
package enum SystemSession {
  private static let stepCount = 20

  /// - Throws: ``CrashFinding``, and what the store throws.
  package static func check(_ folder: some LogFileSystem) throws {
    var random = SeededGenerator(seed: 1)
    var (state, stamps) = (CrashState(), Int64(0))
    for step in 0..<stepCount {
      let file = try FileBackEnd(CrashStore.name, in: folder)
      let changes = CrashChange.random(4, &state, stamps: &stamps, using: &random)
      try RecordStore(file).write { session in
        for change in changes { try change.perform(in: session) }
      }
      if step % 7 == 6 { try file.compact() }
      let found = try CrashStore.state(file)
      guard found == state else {
        throw CrashFinding("step \(step): there is \(found), and not \(state)")
      }
      if step % 3 == 2 { file.close() }
    }
  }
}
