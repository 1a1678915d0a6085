import Foundation
import RecordStorage
import RecordTestSupport

/// Says what is done, in the lines of ``MoveJournal``.
enum MoveReport {
  /// Errors after which nothing of what was asked for is there.
  private static let refusals: Set<StorageError.Code> = [
    .noSpace, .inputOutput, .locked, .conflict, .connectionLost,
  ]

  static func line(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  /// Does what changes no record.
  ///
  /// - Returns: Its result; nil if it failed.
  static func doing<Result>(_ what: String, _ body: () throws -> Result) -> Result? {
    do {
      let result = try body()
      line("did \(what)")
      return result
    } catch let error as StorageError {
      line("failed \(what) \(error.code.rawValue)")
      return nil
    } catch {
      line("broken \(what): \(error)")
      return nil
    }
  }

  /// Commits one move, or the first state of a ledger.
  ///
  /// - Returns: Whether the store goes on.
  static func commit(
    _ move: Int64, _ durability: StorageDurability, in opened: OpenStore, ballastByteCount: Int
  ) -> Bool {
    line("begins \(move)")
    do {
      try opened.store.write(durability) { session in
        if move == 0 {
          try Ledger.make(in: session)
          if ballastByteCount > 0 { try Ballast.make(in: session) }
          return
        }
        guard try Ledger.move(in: session) == move else {
          throw Ledger.Broken(description: "the move is not number \(move)")
        }
        if ballastByteCount > 0 {
          try Ballast.follow(move, byteCount: ballastByteCount, in: session)
        }
      }
      line(durability == .synced ? "synced \(move)" : "written \(move)")
      return true
    } catch let error as StorageError where error.code == .outcomeUnknown {
      line("unknown \(move) \(error.code.rawValue)")
      ask(opened, error.commitID, move)
      return false
    } catch let error as StorageError where error.code == .poisoned {
      line("failed \(move) \(error.code.rawValue)")
      return false
    } catch let error as StorageError where refusals.contains(error.code) {
      line("refused \(move) \(error.code.rawValue)")
      return true
    } catch {
      line("broken move \(move): \(error)")
      return false
    }
  }

  /// Asks what became of a commit until somebody answers, for half a minute at most.
  private static func ask(_ opened: OpenStore, _ id: String?, _ move: Int64) {
    for _ in 0..<600 {
      do {
        guard let outcome = try opened.outcome(ofCommit: id) else { return }
        guard outcome == "inProgress" else { return line("\(outcome) \(move)") }
      } catch {
        line("failed outcome \((error as? StorageError)?.code.rawValue ?? "\(error)")")
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
    line("broken nobody knows what became of move \(move)")
  }
}
