import Foundation
import RecordStorage
import RecordTestSupport

/// Compacts a store whenever nobody writes it, until the process is ended.
struct CompactingLoop {
  private let name: String

  init(_ name: String) { self.name = name }

  func run() -> Never {
    while true {
      do {
        let opened = try OpenStore(name)
        if opened.isTorn { MoveReport.line("torn") }
        _ = try opened.store.read { try Ledger.moves($0) }
        try opened.compact()
        opened.close()
        MoveReport.line("did compact")
      } catch let error as StorageError where error.code == .locked {
      } catch {
        MoveReport.line("broken compaction: \(error)")
      }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
}
