import Foundation
import RecordStorage
import RecordTestSupport
import StorageTransforms
import Synchronization

/// Performs commands on a store.
struct StoreWorker {
  private struct Misuse: Error, CustomStringConvertible {
    let description: String
  }

  private let name: String
  private var opened: OpenStore?
  private var ballastByteCount = 0
  private var isSynced = false

  init(store: String) { name = store }

  mutating func answer(_ line: String) {
    let words = line.split(separator: " ")
    do {
      try perform(words.first ?? "", words.dropFirst().first.flatMap { Int64($0) } ?? 0)
      MoveReport.line("ok")
    } catch let error as StorageError {
      MoveReport.line(error.code.rawValue)
    } catch {
      MoveReport.line("\(error)")
    }
  }

  private mutating func perform(_ command: Substring, _ number: Int64) throws {
    switch command {
    case "open": opened = try OpenStore(name)
    case "close":
      opened?.close()
      opened = nil
    case "make": try store.write { try Ledger.make(in: $0) }
    case "move": try move(upTo: number)
    case "watch":
      var watch = Watch(RecordStore(try FileReaderBackEnd(path: name)))
      try watch.wait(for: number)
    case "insert":
      let key = Int64(getpid())
      let record = StoredRecord(
        key: .integer(key), values: [.integer(key), .text("\(number)"), .integer(0)])
      try store.write(.written) { try $0.upsert(record, in: Ledger.table.id) }
    case "ballast": ballastByteCount = Int(number)
    case "deadline": alarm(UInt32(number))
    case "limit": try limitFiles(to: UInt64(number))
    case "pieces": PartialWrites.largest.store(Int(number), ordering: .relaxed)
    case "session":
      var script = WritingScript(name, ballastByteCount: ballastByteCount)
      script.run()
    case "synced": isSynced = true
    case "write":
      WritingLoop(
        name, ballastByteCount: ballastByteCount, isSynced: isSynced, seed: UInt64(number)
      ).run()
    case "compact": CompactingLoop(name).run()
    case "fork": try ForkedChild(store: name).start(try store)
    case "increment": try increment(number)
    case "first", "second":
      let one = try opened ?? OpenStore(name)
      opened = one
      if command == "first" {
        try StartingTrial.storeFirst(Int(number), in: one.store)
      } else {
        try StartingTrial.storeSecond(Int(number), in: one.store)
      }
    case "follow": FollowingLoop(name).run()
    default: throw Misuse(description: "there is no command '\(command)'")
    }
  }

  /// Moves, some to be durable, and compacts now and then.
  private func move(upTo count: Int64) throws {
    var moves: Int64 = 0
    while moves < count {
      moves = try store.write(moves % 16 == 0 ? .synced : .written) { try Ledger.move(in: $0) }
      if moves % 700 == 0 { try opened?.compact() }
    }
  }

  /// Moves a number of times, while other processes do so too. A file that is not open has one writer at a time: it is opened for each move.
  private func increment(_ count: Int64) throws {
    for _ in 0..<count {
      let one = try opened ?? OpenStore(whenFree: name)
      _ = try one.store.write(.written, retrying: .conflicts(atMost: 1_000)) {
        try Ledger.move(in: $0)
      }
      if opened == nil { one.close() }
    }
  }

  /// From now on the system refuses files of more bytes.
  private func limitFiles(to byteCount: UInt64) throws {
    var limit = rlimit(rlim_cur: rlim_t(byteCount), rlim_max: rlim_t.max)
    guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
      throw Misuse(description: "files cannot be limited: error \(errno)")
    }
  }

  private var store: RecordStore {
    get throws {
      guard let opened else { throw Misuse(description: "nothing is open") }
      return opened.store
    }
  }
}
