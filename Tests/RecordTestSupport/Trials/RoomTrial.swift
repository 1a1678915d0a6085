internal import Foundation

/// Gives a program with a file store less room than it needs: by the page, by the byte, or a few bytes with each call.
///
/// What does not fit is refused with a code; the store then has all that was acknowledged, and goes on when there is room.
package struct RoomTrial {
  private static let pageByteCount = 4096

  private let folder: String

  /// - Parameter folder: An empty one. For ``runFull()`` it is on a small file system, which is filled.
  package init(folder: String) { self.folder = folder }

  /// A file system with no room, one free page, two, and so on, until the program has enough.
  package func runFull() throws -> String {
    let (count, refusalCount) = try run("free pages", step: 1) { pageCount in
      try fill(leaving: pageCount * Self.pageByteCount)
      return []
    } afterwards: {
      try FileManager.default.removeItem(atPath: filling)
    }
    return "a full file system: \(count) amounts of free pages, \(refusalCount) refusals"
  }

  /// A limit of the process for the size of its files: no byte, so many, twice as many, until the program has enough.
  package func runLimited(step: Int) throws -> String {
    let (count, refusalCount) = try run("limit", step: step) {
      ["limit \($0)"]
    } afterwards: {
    }
    return "a limit for files: \(count) limits in steps of \(step) bytes, \(refusalCount) refusals"
  }

  /// Writes of which the system takes a few bytes at a time: nobody notices.
  package func runShort() throws -> String {
    let largest = [1, 7, 512, 4095]
    for byteCount in largest {
      var run = try ScriptRun(folder: folder + "/store")
      do {
        let ending = try run.perform(["pieces \(byteCount)"])
        guard ending == .exited(0) else { throw Ledger.Broken(description: "\(ending)") }
        try run.check(codes: [])
        try run.goOn()
      } catch {
        throw TrialFailure("writes of \(byteCount) bytes", error, run.lines)
      }
    }
    return "short writes: of \(largest) bytes at most, no refusal"
  }

  private func run(
    _ what: String, step: Int, _ prepare: (Int) throws -> [String], afterwards: () throws -> Void
  ) throws -> (count: Int, refusalCount: Int) {
    var (amount, count, refusalCount) = (0, 0, 0)
    while true {
      var run = try ScriptRun(folder: folder + "/store")
      do {
        let commands = try prepare(amount)
        let ending = try run.perform(commands)
        guard ending == .exited(0) else { throw Ledger.Broken(description: "\(ending)") }
        try run.check(codes: ["noSpace"])
        try afterwards()
        try run.goOn()
      } catch {
        throw TrialFailure("\(what) \(amount)", error, run.lines)
      }
      count += 1
      refusalCount += run.journal.codes.values.reduce(0, +)
      if run.journal.codes.isEmpty { break }
      amount += step
    }
    guard refusalCount > 0 else {
      throw TrialFailure(what, Ledger.Broken(description: "nothing was refused"))
    }
    return (count, refusalCount)
  }

  private var filling: String { folder + "/filling" }

  /// Takes all the room but so many bytes.
  private func fill(leaving byteCount: Int) throws {
    _ = FileManager.default.createFile(atPath: filling, contents: nil)
    let file = try FileHandle(forWritingTo: URL(filePath: filling))
    let page = Data(repeating: 1, count: Self.pageByteCount)
    while (try? file.write(contentsOf: page)) != nil {}
    let end = try file.seekToEnd()
    try file.truncate(atOffset: end - min(end, UInt64(byteCount)))
    try file.close()
  }
}
