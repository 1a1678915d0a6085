import Foundation
import RecordStorage
import RecordTestSupport
import TestSupport

/// Opens a store, writes, and closes it, again and again until the process is ended. A file is compacted now and then.
struct WritingLoop {
  private let name: String
  private let ballastByteCount: Int
  /// Whether all commits are to be durable.
  private let isSynced: Bool
  private var random: SeededGenerator

  init(_ name: String, ballastByteCount: Int, isSynced: Bool, seed: UInt64) {
    self.name = name
    self.isSynced = isSynced
    self.ballastByteCount = ballastByteCount
    random = SeededGenerator(seed: seed)
  }

  func run() -> Never {
    var copy = self
    while true { copy.session() }
  }

  private mutating func session() {
    guard let opened = open() else {
      Thread.sleep(forTimeInterval: 0.001)
      return
    }
    if opened.isTorn { MoveReport.line("torn") }
    guard let found = try? opened.store.read({ try Ledger.moves($0) }) ?? -1 else {
      MoveReport.line("did nothing: the state cannot be read")
      return
    }
    MoveReport.line("found \(found)")
    let count = Int.random(in: 1...120, using: &random)
    if found >= 0, Int.random(in: 0..<4, using: &random) == 0 {
      together(opened, count)
    } else {
      alone(opened, from: found + 1, count)
    }
    // Who does not close it leaves no hint.
    if Int.random(in: 0..<3, using: &random) > 0 { opened.close() }
  }

  /// The store; nil while others have it, or cannot be reached.
  private func open() -> OpenStore? {
    do { return try OpenStore(name) } catch let error as StorageError where Self.passes(error) {
      return nil
    } catch let error as StorageError where error.code == .inputOutput {
      MoveReport.line("failed open \(error.code.rawValue)")
      return nil
    } catch {
      MoveReport.line("broken open: \(error)")
      return nil
    }
  }

  private static func passes(_ error: StorageError) -> Bool {
    [.locked, .connectionLost].contains(error.code)
  }

  private mutating func durability() -> StorageDurability {
    isSynced || Bool.random(using: &random) ? .synced : .written
  }

  private mutating func alone(_ opened: OpenStore, from first: Int64, _ count: Int) {
    var move = first
    for _ in 0..<count {
      if Int.random(in: 0..<25, using: &random) == 0 {
        _ = MoveReport.doing("compact") { try opened.compact() }
      }
      guard
        MoveReport.commit(move, durability(), in: opened, ballastByteCount: ballastByteCount)
      else { return }
      if opened.isTorn { MoveReport.line("torn") }
      guard let found = try? opened.store.read({ try Ledger.moves($0) }) else { return }
      move = found + 1
    }
  }

  /// Three threads, whose commits share synchronisations.
  private mutating func together(_ opened: OpenStore, _ count: Int) {
    let threadCount = 3
    MoveReport.line("threads \(threadCount)")
    let (durability, ballastByteCount) = (durability(), ballastByteCount)
    DispatchQueue.concurrentPerform(iterations: threadCount) { _ in
      for _ in 0..<count / threadCount {
        do {
          let move = try opened.store.write(durability) { session in
            let move = try Ledger.move(in: session)
            if ballastByteCount > 0 {
              try Ballast.follow(move, byteCount: ballastByteCount, in: session)
            }
            return move
          }
          MoveReport.line(durability == .synced ? "synced \(move)" : "written \(move)")
        } catch let error as StorageError where error.code == .conflict || Self.passes(error) {
          continue
        } catch let error as StorageError
          where [.outcomeUnknown, .poisoned, .inputOutput].contains(error.code)
        {
          MoveReport.line("failed thread \(error.code.rawValue)")
          return
        } catch {
          MoveReport.line("broken thread: \(error)")
        }
      }
    }
  }
}
