import RecordStorage
import RecordTestSupport

/// Looks at a store again and again, until the process is ended.
struct FollowingLoop {
  private let name: String

  init(_ name: String) { self.name = name }

  func run() -> Never {
    while true {
      do {
        var watch = Watch(RecordStore(try FileReaderBackEnd(path: name)))
        var stateCount = watch.stateCount
        while true {
          // Also where nothing changes: who has nobody to tell it ends.
          for _ in 0..<64 where watch.stateCount == stateCount { try watch.look() }
          stateCount = watch.stateCount
          MoveReport.line("saw \(watch.moves)")
        }
      } catch {
        MoveReport.line("broken reader: \(error)")
      }
    }
  }
}
