import RecordLog
import RecordStorage
import RecordTestSupport
import StorageTransforms
import Testing

@Suite("A byte that was put into a log, or taken out, takes no acknowledged commit away")
struct MovedStoreTests {
  /// A store of 500 records, each a commit of its own, without a hint.
  private func bytes() throws -> [UInt8] {
    let folder = MemoryFolder()
    let store = RecordStore(try FileBackEnd("a.krec", in: folder))
    try store.write { try $0.define(FileBackEndTests.table) }
    for key in 1...500 as ClosedRange<Int64> {
      try store.write { try $0.insert(StoreFolder.record(key), into: "Photo") }
    }
    return try #require(folder["a.krec"])
  }

  @Test("the log is damaged and stays what it is; salvage finds all records but one")
  func moved() throws {
    let whole = try bytes()
    for (place, isPutIn) in [(3_640, true), (3_641, false), (whole.count / 2, true), (90, false)] {
      var changed = whole
      if isPutIn { changed.insert(0xFF, at: place) } else { changed.remove(at: place) }
      let folder = MemoryFolder("a.krec", changed)
      for call in [
        { _ = try FileBackEnd("a.krec", in: folder) },
        { _ = try FileReaderBackEnd("a.krec", in: folder) },
      ] as [() throws -> Void] {
        #expect(StoreFolder.code(call) == .damaged)
      }
      #expect(folder["a.krec"] == changed)
      guard place > 1_000 else { continue }
      let made = MemoryFolder()
      let report = try FileBackEnd.salvage("a.krec", in: folder, to: "b.krec", in: made)
      #expect(report.recordCount == 499 && report.gaps.count == 1, "\(report)")
      #expect(try StoreFolder.keys(FileBackEnd("b.krec", in: made)).count == 499)
    }
  }
}
