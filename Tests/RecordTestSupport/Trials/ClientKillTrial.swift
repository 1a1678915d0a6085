internal import Foundation
package import RecordStorage
internal import TestSupport

/// Ends the program that writes a store, in a process of its own, again and again.
///
/// After each, the store holds all that was acknowledged and whole transactions alone, and goes on.
package final class ClientKillTrial {
  private static let ballastByteCount = 20_000

  private let name: String
  private let store: RecordStore
  private let seed: UInt64
  private var random: SeededGenerator
  private let settle: () throws -> Void
  private let journal = SharedJournal()

  /// - Parameters:
  ///   - name: The store, as ``WorkerProcess`` is told.
  ///   - store: The same.
  ///   - settle: Waits until nothing goes on that the program had begun.
  package init(
    _ name: String, _ store: RecordStore, seed: UInt64, settle: @escaping () throws -> Void = {}
  ) {
    self.name = name
    self.store = store
    self.seed = seed
    self.settle = settle
    random = SeededGenerator(seed: seed)
  }

  /// - Returns: What was done, in a line.
  /// - Throws: ``TrialFailure``.
  package func run(killCount: Int) throws -> String {
    try store.write { session in
      try Ledger.make(in: session)
      try Ballast.make(in: session)
    }
    try journal.change { $0.begin() }
    for kill in 0..<killCount {
      do { try round() } catch { throw TrialFailure("seed \(seed), kill \(kill)", error) }
    }
    let said = try journal.journal
    return "\(killCount) kills: \(said.acknowledgedCount) commits acknowledged, "
      + "\(said.certain) moves there, errors \(said.codes)"
  }

  private func round() throws {
    let writer = try WorkerProcess(name)
    let journal = journal
    writer.listen { journal.take($0, from: "writer") }
    try writer.send("ballast \(Self.ballastByteCount)")
    try writer.send("write \(UInt32.random(in: 0...(.max), using: &random))")
    try journal.waitForCommits(Int.random(in: 1...5, using: &random))
    usleep(UInt32.random(in: 0..<10_000, using: &random))
    writer.kill()
    try settle()
    let found = try store.read { try Ledger.check($0) }
    try journal.change { try $0.find(found) }
    let moves = try store.write { session in
      let moves = try Ledger.move(in: session)
      try Ballast.follow(moves, byteCount: Self.ballastByteCount, in: session)
      return moves
    }
    try journal.change { try $0.take("synced \(moves)") }
  }
}
