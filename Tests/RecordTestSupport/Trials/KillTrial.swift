internal import Foundation
internal import RecordLog
internal import RecordStorage
internal import TestSupport

/// Ends processes of a file store as nothing else does, again and again: one that writes, one that compacts, and two that read.
///
/// After each, the store holds all that was acknowledged, whole transactions alone, and nothing older than what a reader saw.
package final class KillTrial {
  private static let ballastByteCount = 400_000
  /// More bytes are compacted by the trial itself: not all rounds do.
  private static let largestByteCount = 100_000_000

  private let path: String
  private let seed: UInt64
  private var random: SeededGenerator
  private let journal = SharedJournal()
  private var writer: WorkerProcess?
  private var compactor: WorkerProcess?
  private var readers: [WorkerProcess?] = [nil, nil]
  private var counts = (writers: 0, compactors: 0, readers: 0, both: 0)

  /// - Parameters:
  ///   - folder: An empty one.
  ///   - seed: What the choices depend on; the moments of the system do not.
  package init(folder: String, seed: UInt64) {
    path = folder + "/ledger.krec"
    self.seed = seed
    random = SeededGenerator(seed: seed)
  }

  /// - Returns: What was done, in a line.
  /// - Throws: ``TrialFailure``.
  package func run(killCount: Int) throws -> String {
    do {
      try make()
      while counts.writers + counts.compactors < killCount { try round() }
      try end()
    } catch {
      throw TrialFailure("seed \(seed), \(counts)", error)
    }
    let said = try journal.journal
    return """
      \(counts.writers + counts.compactors + counts.readers) kills: \(counts.writers) writers, \
      \(counts.compactors) compactors (\(counts.both) with the writer), \(counts.readers) readers; \
      \(said.acknowledgedCount) commits acknowledged, \(said.certain) moves there, \
      \(said.tornCount) torn tails
      """
  }

  private func make() throws {
    let made = try FileBackEnd(path: path)
    try RecordStore(made).write { session in
      try Ledger.make(in: session)
      try Ballast.make(in: session)
    }
    made.close()
    try journal.change { $0.begin() }
  }

  private func start(_ command: String, _ name: String) throws -> WorkerProcess {
    let worker = try WorkerProcess(path)
    let journal = journal
    worker.listen { journal.take($0, from: name) }
    try worker.send("ballast \(Self.ballastByteCount)")
    // Short writes: then it is killed in the middle of a commit now and then.
    if Bool.random(using: &random) { try worker.send("pieces 128") }
    try worker.send(command)
    return worker
  }

  private func round() throws {
    for index in readers.indices where readers[index] == nil {
      readers[index] = try start("follow", "reader")
    }
    if compactor == nil { compactor = try start("compact", "compactor") }
    if writer == nil {
      writer = try start("write \(UInt32.random(in: 0...(.max), using: &random))", "writer")
    }
    try journal.waitForCommits(1)
    usleep(UInt32.random(in: 0..<20_000, using: &random))
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: killWriter()
    case 5..<8:
      killWriter()
      killCompactor()
      counts.both += 1
      try goOn()
    default: killCompactor()
    }
    let index = Int.random(in: 0..<20, using: &random)
    if readers.indices.contains(index) {
      readers[index]?.kill()
      readers[index] = nil
      counts.readers += 1
    }
    if writer == nil { try look() }
  }

  private func killWriter() {
    writer?.kill()
    writer = nil
    counts.writers += 1
  }

  private func killCompactor() {
    compactor?.kill()
    compactor = nil
    counts.compactors += 1
  }

  /// What one finds who comes new.
  private func look() throws {
    let reader = RecordStore(try FileReaderBackEnd(path: path))
    let found = try reader.read { try Ledger.check($0) }
    try journal.change { try $0.look(found) }
  }

  /// Opens the store, and writes.
  private func goOn() throws {
    let file = try FileBackEnd(path: path)
    defer { file.close() }
    if case .torn = file.ending { try journal.change { try $0.take("torn") } }
    let store = RecordStore(file)
    let found = try store.read { try Ledger.check($0) }
    try journal.change { journal in
      try journal.look(found)
      try journal.find(found)
    }
    let moves = try store.write { session in
      let moves = try Ledger.move(in: session)
      try Ballast.follow(moves, byteCount: Self.ballastByteCount, in: session)
      return moves
    }
    try journal.change { try $0.take("synced \(moves)") }
    if file.sizes.total > Self.largestByteCount { try file.compact() }
  }

  private func end() throws {
    if writer != nil { killWriter() }
    if compactor != nil { killCompactor() }
    try goOn()
    try look()
    for reader in readers { reader?.kill() }
    let codes = try journal.journal.codes
    guard codes.isEmpty else { throw Ledger.Broken(description: "\(codes)") }
  }
}
