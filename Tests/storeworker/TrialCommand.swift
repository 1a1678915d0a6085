import Foundation
import RecordTestSupport

/// A trial of record logs: `kills COUNT SEED`, `calls MOST SEED`, `full`, `limits STEP`, `short`, `power IMAGE COUNT SEED`.
struct TrialCommand {
  private struct Misuse: Error, CustomStringConvertible {
    let description: String
  }

  private let folder: String
  private let words: [String]

  init(folder: String, _ words: [String]) {
    self.folder = folder
    self.words = words
  }

  /// Prints what was done; or what is wrong, and fails.
  func run() {
    do {
      print(try perform())
    } catch {
      FileHandle.standardError.write(Data("\(words.joined(separator: " ")): \(error)\n".utf8))
      exit(1)
    }
  }

  private func perform() throws -> String {
    switch words[0] {
    case "kills":
      try KillTrial(folder: folder, seed: number(2, 1)).run(killCount: Int(number(1, 40)))
    case "calls":
      try CallTrial(
        folder: folder + "/store", mostPoints: Int(number(1, UInt64(Int.max))), seed: number(2, 1)
      ).run()
    case "full": try RoomTrial(folder: folder).runFull()
    case "limits": try RoomTrial(folder: folder).runLimited(step: Int(number(1, 97)))
    case "short": try RoomTrial(folder: folder).runShort()
    case "power" where words.count > 1:
      try PowerTrial(image: words[1], folder: folder, seed: number(3, 1))
        .run(cutCount: Int(number(2, 10)))
    default: throw Misuse(description: "there is no trial '\(words[0])'")
    }
  }

  private func number(_ index: Int, _ otherwise: UInt64) throws -> UInt64 {
    guard words.indices.contains(index) else { return otherwise }
    guard let number = UInt64(words[index]) else {
      throw Misuse(description: "'\(words[index])' is no number")
    }
    return number
  }
}
