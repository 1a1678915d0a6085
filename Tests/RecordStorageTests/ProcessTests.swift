import Foundation
import RecordLog
import RecordStorage
import RecordTestSupport
import StorageTransforms
import Synchronization
import TestSupport
import TestTraits
import Testing

@Suite("Several processes with one file", .serialized)
struct ProcessTests {
  /// - Parameter isInMemory: Whether the folder is one in memory, if the system has one.
  private func withFile(isInMemory: Bool = true, _ body: (String) throws -> Void) throws {
    let memory = URL(filePath: "/dev/shm")
    let base =
      isInMemory && FileManager.default.isWritableFile(atPath: memory.path)
      ? memory : FileManager.default.temporaryDirectory
    let folder = base.appending(path: "krec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "ledger.krec").path)
  }

  @Test("one writes and compacts, four read: whole states, and none older than the one before")
  func oneWriter() throws {
    try withFile { path in
      let writer = try WorkerProcess(path)
      #expect(try writer.ask("open") == "ok" && writer.ask("make") == "ok")
      let moves: Int64 = 2_000
      let readers = try (0..<2).map { _ in try WorkerProcess(path) }
      for reader in readers { try reader.send("watch \(moves)") }
      let seen = Mutex<[Result<Int, any Error>]>([])
      let threads = (0..<2).map { _ in
        Thread {
          let result = Result {
            var watch = Watch(RecordStore(try FileReaderBackEnd(path: path)))
            try watch.wait(for: moves)
            return watch.stateCount
          }
          seen.withLock { $0.append(result) }
        }
      }
      for thread in threads { thread.start() }
      let answer = try writer.ask("move \(moves)")
      #expect(answer == "ok")
      for reader in readers {
        let answer = try reader.receive()
        #expect(answer == "ok")
      }
      while !threads.allSatisfy({ $0.isFinished }) { Thread.sleep(forTimeInterval: 0.002) }
      for result in seen.withLock({ $0 }) {
        let stateCount = try result.get()
        #expect(stateCount > 10, "\(stateCount) states are no test")
      }
    }
  }

  @Test("a writer is killed in the middle, and the next one goes on")
  func killed() throws {
    try withFile { path in
      do {
        let made = try FileBackEnd(path: path)
        defer { made.close() }
        try RecordStore(made).write { try Ledger.make(in: $0) }
      }
      var watch = Watch(RecordStore(try FileReaderBackEnd(path: path)))
      for round in 0..<6 {
        let writer = try WorkerProcess(path)
        #expect(try writer.ask("open") == "ok")
        try writer.send("move 1000000")
        try watch.wait(for: watch.moves + 150 + Int64(round) * 17)
        writer.kill()
        try watch.look()
        var late = Watch(RecordStore(try FileReaderBackEnd(path: path)))
        try late.look()
        #expect(late.moves == watch.moves)
      }
      let file = try FileBackEnd(path: path)
      let moves = try RecordStore(file).read { try Ledger.check($0) }
      #expect(moves == watch.moves)
      file.close()
    }
  }

  private let roundCount = Rounds.of(1_000)

  /// Rule W1, and rule W4 of Spec/back-ends.md.
  @Test("of two writers exactly one gets the lock, and one a unique value, in each of many rounds")
  func races() throws {
    try withFile { path in
      let made = try FileBackEnd(path: path)
      try RecordStore(made).write { try $0.define(Ledger.table) }
      made.close()
      let workers = try [WorkerProcess(path), WorkerProcess(path)]
      var wins = [0, 0]
      for round in 0..<roundCount {
        for worker in workers { try worker.send("open") }
        let answers = try workers.map { try $0.receive() }
        try #require(answers.sorted() == ["locked", "ok"], "round \(round)")
        let winner = answers[0] == "ok" ? 0 : 1
        wins[winner] += 1
        // The other one opens when the lock is free, and finds the value.
        var found: [String] = []
        for command in ["insert \(round)", "close"] {
          found.append(try workers[winner].ask(command))
        }
        for command in ["open", "insert \(round)", "close"] {
          found.append(try workers[1 - winner].ask(command))
        }
        try #require(found == ["ok", "ok", "ok", "notUnique", "ok"], "round \(round)")
      }
      print("of 1,000 locks \(wins) went to the first and to the second process")
    }
  }

  @Test("eight processes increment a number: none of their commits is lost")
  func increments() throws {
    try withFile { path in
      let made = try FileBackEnd(path: path)
      try RecordStore(made).write { try Ledger.make(in: $0) }
      made.close()
      let count: Int64 = LongTests.areWanted ? 1_000 : 25
      let workers = try (0..<8).map { _ in try WorkerProcess(path) }
      for worker in workers { try worker.send("increment \(count)") }
      for worker in workers { #expect(try worker.receive() == "ok") }
      let file = try FileBackEnd(path: path)
      #expect(try RecordStore(file).read { try Ledger.check($0) } == 8 * count)
      file.close()
    }
  }

  @Test("of two threads that insert a unique value exactly one succeeds: 1,000 values")
  func threads() throws {
    let store = RecordStore(try FileBackEnd("a.krec", in: MemoryFolder()))
    try store.write { try $0.define(Ledger.table) }
    let inserted = Mutex<[Int]>([])
    let refused = Mutex<[StorageError.Code]>([])
    let threads = (0..<2).map { thread in
      Thread {
        for value in 0..<roundCount {
          let key = Int64(value * 2 + thread)
          let record = StoredRecord(
            key: .integer(key), values: [.integer(key), .text("\(value)"), .integer(0)])
          do {
            try store.write(.written) { try $0.insert(record, into: Ledger.table.id) }
            inserted.withLock { $0.append(value) }
          } catch {
            let code = (error as? StorageError)?.code ?? .inputOutput
            refused.withLock { $0.append(code) }
          }
        }
      }
    }
    for thread in threads { thread.start() }
    while !threads.allSatisfy({ $0.isFinished }) { Thread.sleep(forTimeInterval: 0.002) }
    #expect(inserted.withLock { $0 }.sorted() == Array(0..<roundCount))
    #expect(refused.withLock { $0 } == Array(repeating: .notUnique, count: roundCount))
    let count = try store.read { try $0.count(in: Ledger.table.id) }
    #expect(count == roundCount)
  }

  @Test(
    "a copy that is made from front to back while threads commit is a state that was there", .long)
  func copies() throws {
    try withFile(isInMemory: false) { path in
      let file = try FileBackEnd(path: path)
      let store = RecordStore(file)
      try store.write { try Ledger.make(in: $0) }
      let isDone = Mutex(false)
      let threads = (0..<3).map { _ in
        Thread {
          while !isDone.withLock({ $0 }) { try? store.write { _ = try Ledger.move(in: $0) } }
        }
      }
      for thread in threads { thread.start() }
      defer {
        isDone.withLock { $0 = true }
        while !threads.allSatisfy({ $0.isFinished }) { Thread.sleep(forTimeInterval: 0.002) }
        file.close()
      }
      var random = SeededGenerator(seed: 4)
      var tornCount = 0
      for round in 0..<200 {
        let before = try store.read { try Ledger.check($0) }
        let bytes = try copy(path, in: [512, 4_096, 65_536][round % 3], &random)
        let after = try store.read { try Ledger.check($0) }
        let made = try FileBackEnd("copy.krec", in: MemoryFolder("copy.krec", bytes))
        let moves = try RecordStore(made).read { try Ledger.check($0) }
        // What was committed before the copy began is there.
        #expect(moves >= before && moves <= after + 3)
        if made.ending != .complete { tornCount += 1 }
        if bytes.count > 100_000 { try file.compact() }
      }
      print("\(tornCount) of 200 copies had a torn tail")
    }
  }

  /// The bytes of a file, read in pieces from its beginning until there are no more.
  private func copy(
    _ path: String, in pieceByteCount: Int, _ random: inout SeededGenerator
  ) throws -> [UInt8] {
    let handle = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? handle.close() }
    var bytes: [UInt8] = []
    while let piece = try handle.read(upToCount: pieceByteCount), !piece.isEmpty {
      bytes += piece
      if Int.random(in: 0..<8, using: &random) == 0 { Thread.sleep(forTimeInterval: 0.0005) }
    }
    return bytes
  }
}
