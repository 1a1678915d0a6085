internal import Foundation
internal import RecordLog
internal import RecordStorage
internal import TestSupport

/// Cuts the power of a file system while a program writes a file store in it, again and again: an ext4 in an image is shut down, and
/// mounted anew, which replays its journal.
///
/// After each cut the store has what was durable, and a state that it was in. It takes the right to mount, and `python3` for the call.
package final class PowerTrial {
  private static let ballastByteCount = 100_000
  private static let largestByteCount = 16_000_000

  private let image: String
  private let folder: String
  private var path: String { folder + "/ledger.krec" }
  private let seed: UInt64
  private var random: SeededGenerator
  private let journal = SharedJournal()
  private var lostCount: Int64 = 0

  /// - Parameters:
  ///   - image: The path of an ext4 that is not mounted.
  ///   - folder: Where it is mounted.
  package init(image: String, folder: String, seed: UInt64) {
    self.image = image
    self.folder = folder
    self.seed = seed
    random = SeededGenerator(seed: seed)
  }

  /// - Returns: What was done, in a line.
  /// - Throws: ``TrialFailure``.
  package func run(cutCount: Int) throws -> String {
    for cut in 0..<cutCount {
      do {
        try system("mount", "-o", "loop", image, folder)
        let durable: Int64
        do {
          if cut == 0 { try make() }
          durable = try self.cut()
        } catch {
          try? system("umount", folder)
          throw error
        }
        try system("umount", folder)
        try system("mount", "-o", "loop", image, folder)
        let checked = Result { try check(durable: durable) }
        try system("umount", folder)
        try checked.get()
      } catch {
        throw TrialFailure("seed \(seed), cut \(cut)", error)
      }
    }
    let said = try journal.journal
    return """
      \(cutCount) power cuts: \(said.acknowledgedCount) commits acknowledged, \(said.certain) moves \
      there, \(lostCount) lost that were written and not synced, \(said.tornCount) torn tails
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

  /// - Returns: How many moves were acknowledged as durable before.
  private func cut() throws -> Int64 {
    let writer = try WorkerProcess(path)
    let journal = journal
    writer.listen { journal.take($0, from: "writer") }
    try writer.send("ballast \(Self.ballastByteCount)")
    try writer.send("write \(UInt32.random(in: 0...(.max), using: &random))")
    try journal.waitForCommits(2)
    let durable = try shutDown()
    writer.kill()
    return durable
  }

  /// - Returns: How many moves were acknowledged as durable before.
  private func shutDown() throws -> Int64 {
    // Mostly what a cut does; now and then with the journal written before.
    let mode = Int.random(in: 0..<5, using: &random) == 0 ? 1 : 2
    let program = """
      import fcntl, os, struct
      folder = os.open('\(folder)', os.O_RDONLY)
      print('ready', flush=True)
      input()
      fcntl.ioctl(folder, 0x8004587D, struct.pack('I', \(mode)))
      """
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    _ = output.fileHandleForReading.availableData
    usleep(UInt32.random(in: 0..<50_000, using: &random))
    // What the system says when the disk has gone, nobody hears who has lost power with it.
    let durable = try journal.journal.durable
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Ledger.Broken(description: "the file system cannot be shut down")
    }
    return durable
  }

  private func check(durable: Int64) throws {
    let file = try FileBackEnd(path: path)
    defer { file.close() }
    if case .torn = file.ending { try journal.change { try $0.take("torn") } }
    let store = RecordStore(file)
    let found = try store.read { try Ledger.check($0) }
    lostCount += max(0, try journal.journal.certain - found)
    try journal.change { try $0.find(found, leastAfterPowerCut: durable) }
    let moves = try store.write { session in
      let moves = try Ledger.move(in: session)
      try Ballast.follow(moves, byteCount: Self.ballastByteCount, in: session)
      return moves
    }
    try journal.change { try $0.take("synced \(moves)") }
    if file.sizes.total > Self.largestByteCount { try file.compact() }
  }

  private func system(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Ledger.Broken(
        description: "\(words.joined(separator: " ")) ended with \(process.terminationStatus)")
    }
  }
}
