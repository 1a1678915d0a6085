internal import Foundation
internal import RecordStorage

/// One run of `storeworker`'s script, in a folder that is made anew, and what has to hold afterwards.
///
/// The script writes, compacts, reads beside, and goes on after errors (`WritingScript`).
struct ScriptRun {
  private static let ballastByteCount = 6_000
  /// A script that does not end is ended, which is an error.
  private static let secondCount = 60

  /// The path of the record log.
  let path: String
  private(set) var journal: MoveJournal
  private(set) var lines: [String] = []

  /// - Parameters:
  ///   - files: What the folder has before: bytes by what stands behind the log's name.
  ///   - moves: How many moves are in them; nil for no ledger.
  init(folder: String, files: [String: Data] = [:], moves: Int64? = nil) throws {
    path = folder + "/ledger.krec"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (suffix, bytes) in files { try bytes.write(to: URL(filePath: path + suffix)) }
    journal = MoveJournal(isOfOneProcess: true, moves: moves)
  }

  /// Runs the script after other commands, under a program or by itself.
  ///
  /// - Throws: ``Ledger/Broken`` for a line that contradicts those before.
  mutating func perform(
    _ commands: [String] = [], under wrapper: [String] = []
  ) throws -> WorkerProcess.Ending {
    let worker = try WorkerProcess(path, under: wrapper)
    try worker.send("deadline \(Self.secondCount)")
    try worker.send("ballast \(Self.ballastByteCount)")
    for command in commands { try worker.send(command) }
    try worker.send("session")
    let (lines, ending) = try worker.finish()
    self.lines = lines
    for line in lines { try journal.take(line) }
    return ending
  }

  /// - Throws: ``Ledger/Broken`` for an error of another kind.
  func check(codes: Set<String>) throws {
    guard Set(journal.codes.keys).isSubset(of: codes) else {
      throw Ledger.Broken(description: "\(journal.codes)")
    }
  }

  /// The store opens, has what was said of it, and takes another commit.
  func goOn() throws {
    var journal = journal
    let file = try FileBackEnd(path: path)
    let store = RecordStore(file)
    let found = try store.read { try Ledger.moves($0) } ?? -1
    try journal.find(found)
    try store.write { session in
      if found < 0 { return try Ledger.make(in: session) }
      try Ballast.follow(Ledger.move(in: session), byteCount: Self.ballastByteCount, in: session)
    }
    file.close()
    let moves = try RecordStore(FileReaderBackEnd(path: path)).read { try Ledger.check($0) }
    guard moves == found + 1 else { throw Ledger.Broken(description: "\(moves) moves at last") }
  }
}
