internal import Foundation
internal import Synchronization

/// A ``MoveJournal`` of several processes, and the first line that contradicts it.
package final class SharedJournal: Sendable {
  private let state = Mutex<(journal: MoveJournal, problem: String?)>((MoveJournal(), nil))

  package init() {}

  /// Takes a line of the process of that name.
  package func take(_ line: String, from name: String) {
    state.withLock { state in
      do { try state.journal.take(line) } catch {
        if state.problem == nil { state.problem = "\(name): \(error)" }
      }
    }
  }

  /// What was said so far.
  ///
  /// - Throws: ``Ledger/Broken`` if any line contradicted those before.
  package var journal: MoveJournal {
    get throws {
      let (journal, problem) = state.withLock { $0 }
      if let problem { throw Ledger.Broken(description: problem) }
      return journal
    }
  }

  /// Waits until more commits were acknowledged: who made none has tested nothing.
  ///
  /// - Throws: ``Ledger/Broken``, also if there are none for two minutes.
  package func waitForCommits(_ count: Int) throws {
    let wanted = try journal.acknowledgedCount + count
    let start = Date()
    while try journal.acknowledgedCount < wanted {
      guard Date().timeIntervalSince(start) < 120 else {
        throw Ledger.Broken(description: "no commits for two minutes: \(try journal.codes)")
      }
      usleep(500)
    }
  }

  /// Compares a state that was found with what was said.
  ///
  /// - Throws: ``Ledger/Broken``, also if any line contradicted those before.
  package func change(_ body: (inout MoveJournal) throws -> Void) throws {
    _ = try journal
    try state.withLock { try body(&$0.journal) }
  }
}
