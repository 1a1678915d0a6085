import Foundation
import RecordLog
import RecordStorage
import RecordTestSupport
import StorageTransforms
import Synchronization
import Testing

/// Rules W1, W8 and W10 of Spec/record-log.md, on the file system of this machine.
@Suite("Two programs with one file: nothing that was acknowledged is lost", .serialized)
struct TwoWritersTests {
  @Test("where the lock file was removed, the log is locked still")
  func lockRemoved() throws {
    try StoreFolder.with { folder in
      try folder.make()
      let first = try FileBackEnd(path: folder.log)
      #expect(unlink(folder.log + ".lock") == 0)
      #expect(StoreFolder.code { _ = try FileBackEnd(path: folder.log) } == .locked)
      #expect(StoreFolder.code { try StoreFolder.insert(2, first) } == .outcomeUnknown)
      #expect(StoreFolder.code { try StoreFolder.insert(3, first) } == .poisoned)
      first.close()
      #expect(try folder.keys() == [.integer(1), .integer(2)])
    }
  }

  @Test("a log that is compacted or made is locked from its first moment")
  func lockOfNewFiles() throws {
    try StoreFolder.with { folder in
      let first = try FileBackEnd(path: folder.log)
      try RecordStore(first).write { try $0.define(FileBackEndTests.table) }
      for _ in 0..<2 {
        #expect(unlink(folder.log + ".lock") == 0)
        #expect(StoreFolder.code { _ = try FileBackEnd(path: folder.log) } == .locked)
        _ = try? first.compact()
      }
      first.close()
      #expect(try folder.keys() == [])
    }
  }

  @Test("a log with a second name is only read, and written again without that name")
  func hardLink() throws {
    try StoreFolder.with { folder in
      try folder.make()
      #expect(link(folder.log, folder.path("b.krec")) == 0)
      for name in ["a.krec", "b.krec"] {
        let error = #expect(throws: StorageError.self) {
          _ = try FileBackEnd(path: folder.path(name))
        }
        #expect(error?.code == .readOnly && error?.message.contains("hard links") == true)
        let reader = try FileReaderBackEnd(path: folder.path(name))
        #expect(try StoreFolder.keys(reader) == [.integer(1)])
      }
      #expect(unlink(folder.path("b.krec")) == 0)
      let file = try FileBackEnd(path: folder.log)
      try StoreFolder.insert(2, file)
      // A name that is given later stops the writer before it writes a byte.
      let before = try folder.bytes()
      #expect(link(folder.log, folder.path("c.krec")) == 0)
      #expect(StoreFolder.code { _ = try FileBackEnd(path: folder.path("c.krec")) } == .locked)
      #expect(StoreFolder.code { try StoreFolder.insert(3, file) } == .poisoned)
      #expect(StoreFolder.code { try file.compact() } == .poisoned)
      #expect(try folder.bytes() == before)
      file.close()
      #expect(unlink(folder.path("c.krec")) == 0)
      #expect(try folder.keys() == [.integer(1), .integer(2)])
    }
  }

  static let meddling: [(String, @Sendable (String) -> Bool)] = [
    ("cut", { truncate($0, 100) == 0 }),
    ("emptied", { truncate($0, 0) == 0 }),
    ("longer", { truncate($0, 1 << 20) == 0 }),
    ("removed", { unlink($0) == 0 }),
    ("moved away", { rename($0, $0 + "-old") == 0 }),
    ("replaced", { rename($0 + "-copy", $0) == 0 }),
    ("linked", { link($0, $0 + "-link") == 0 }),
  ]

  @Test("what is changed before a commit stops it", arguments: meddling.indices)
  func changedBefore(_ index: Int) throws {
    let (way, meddle) = Self.meddling[index]
    try StoreFolder.with { folder in
      try folder.make()
      try FileManager.default.copyItem(atPath: folder.log, toPath: folder.log + "-copy")
      let file = try FileBackEnd(path: folder.log)
      try StoreFolder.insert(2, file)
      #expect(meddle(folder.log))
      let before = try? folder.bytes()
      for key in 3...4 as ClosedRange<Int64> {
        #expect(StoreFolder.code { try StoreFolder.insert(key, file) } == .poisoned, "\(way)")
      }
      #expect(StoreFolder.code { try file.compact() } != nil, "\(way)")
      #expect((try? folder.bytes()) == before, "\(way)")
      file.close()
    }
  }

  @Test(
    "what is changed between the look and the synchronisation is not acknowledged",
    arguments: meddling.indices, ["write a.krec", "synchronize a.krec"])
  func changedMeanwhile(_ index: Int, _ call: String) throws {
    let (way, meddle) = Self.meddling[index]
    try StoreFolder.with { folder in
      try folder.make()
      try FileManager.default.copyItem(atPath: folder.log, toPath: folder.log + "-copy")
      let isArmed = Mutex(false)
      let path = folder.log
      let hooked = HookedFolder(base: folder.files) { made in
        guard made == call, isArmed.withLock({ $0 }) else { return }
        isArmed.withLock { $0 = false }
        #expect(meddle(path))
      }
      let file = try FileBackEnd("a.krec", in: hooked)
      try StoreFolder.insert(2, file)
      isArmed.withLock { $0 = true }
      #expect(StoreFolder.code { try StoreFolder.insert(3, file) } == .outcomeUnknown, "\(way)")
      #expect(StoreFolder.code { try StoreFolder.insert(4, file) } == .poisoned, "\(way)")
      file.close()
      #expect(!isArmed.withLock { $0 })
    }
  }

  @Test("commits that are only written are looked after in the same way")
  func written() throws {
    try StoreFolder.with { folder in
      try folder.make()
      let file = try FileBackEnd(path: folder.log)
      let store = RecordStore(file)
      try store.write(.written) { try $0.insert(StoreFolder.record(2), into: "Photo") }
      #expect(truncate(folder.log, 80) == 0)
      let code = StoreFolder.code {
        try store.write(.written) { try $0.insert(StoreFolder.record(3), into: "Photo") }
      }
      #expect(code == .poisoned)
      #expect(try folder.bytes().count == 80)
    }
  }

  @Test("threads that commit together are all told")
  func groups() throws {
    try StoreFolder.with { folder in
      try folder.make()
      let file = try FileBackEnd(path: folder.log)
      let acknowledged = Mutex<Set<Int64>>([])
      let path = folder.log
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for index in 0..<50 {
          if thread == 0, index == 25 { _ = link(path, path + "-link") }
          let key = Int64(10 + index * 4 + thread)
          guard (try? StoreFolder.insert(key, file)) != nil else { continue }
          acknowledged.withLock { _ = $0.insert(key) }
        }
      }
      file.close()
      #expect(unlink(path + "-link") == 0)
      let found = Set(try folder.keys())
      let kept = acknowledged.withLock { $0 }
      #expect(kept.count >= 25 && kept.count < 200)
      #expect(kept.allSatisfy { found.contains(.integer($0)) })
    }
  }

  @Test("a child that fork made uses no handle, and holds no lock", arguments: ["close", "kill"])
  func forked(_ end: String) throws {
    try StoreFolder.with { folder in
      let worker = try WorkerProcess(folder.log)
      #expect(try worker.ask("open") == "ok" && worker.ask("make") == "ok")
      try worker.send("fork")
      let numbers = try worker.receive().split(separator: " ").compactMap { Int32($0) }
      try #require(numbers.count == 2)
      let (child, parent) = (numbers[0], numbers[1])
      defer { kill(child, SIGKILL) }
      let answers = try (0..<5).map { _ in try worker.receive() }
      #expect(
        answers == [
          "write forked", "read forked", "compact forked", "handles 0", "moves 0",
        ])
      #expect(try worker.receive() == "ok")
      #expect(try worker.ask("move 3") == "ok")
      if end == "close" {
        #expect(try worker.ask("close") == "ok")
      } else {
        #expect(kill(parent, SIGKILL) == 0)
        // The parent needs a moment to end.
        for _ in 0..<500 where StoreFolder.code({ _ = try FileBackEnd(path: folder.log) }) != nil {
          usleep(10_000)
        }
      }
      // The child lives on.
      #expect(kill(child, 0) == 0)
      let file = try FileBackEnd(path: folder.log)
      #expect(try RecordStore(file).read { try Ledger.moves($0) } == 3)
      file.close()
    }
  }
}
