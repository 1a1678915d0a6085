import Foundation
import RecordStorage
import RecordTestSupport
import StorageTransforms

/// Performs commands on a record log.
struct StoreWorker {
  private struct Misuse: Error, CustomStringConvertible {
    let description: String
  }

  private let path: String
  private var opened: FileBackEnd?

  init(path: String) { self.path = path }

  mutating func answer(_ line: String) {
    let words = line.split(separator: " ")
    let answer: String
    do {
      try perform(words.first ?? "", words.dropFirst().first.flatMap { Int64($0) } ?? 0)
      answer = "ok"
    } catch let error as StorageError {
      answer = error.code.rawValue
    } catch {
      answer = "\(error)"
    }
    FileHandle.standardOutput.write(Data("\(answer)\n".utf8))
  }

  private mutating func perform(_ command: Substring, _ number: Int64) throws {
    switch command {
    case "open": opened = try FileBackEnd(path: path)
    case "close":
      opened?.close()
      opened = nil
    case "make": try store.write { try Ledger.make(in: $0) }
    case "move": try move(upTo: number)
    case "watch":
      var watch = Watch(RecordStore(try FileReaderBackEnd(path: path)))
      try watch.wait(for: number)
    case "insert":
      let key = Int64(getpid())
      let record = StoredRecord(
        key: .integer(key), values: [.integer(key), .text("\(number)"), .integer(0)])
      try store.write(.written) { try $0.upsert(record, in: Ledger.table.id) }
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

  private var store: RecordStore {
    get throws {
      guard let opened else { throw Misuse(description: "nothing is open") }
      return RecordStore(opened)
    }
  }
}
