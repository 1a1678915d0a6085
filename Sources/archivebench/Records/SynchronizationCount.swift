import Foundation

/// How many calls of the system make bytes durable while a step is done, told by strace, which counts what any program does.
struct SynchronizationCount {
  private static let calls = ["fsync", "fdatasync", "sync_file_range", "msync"]

  /// Why nothing can be counted.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// What a process says that does one step.
  struct Step: Codable {
    let commitCount: Int
    let nanosecondsPerPhoto: Double
  }

  /// The folder for the stores.
  let folder: URL
  let durableCount: Int

  /// Synchronisations for each commit of a step, without those that opening the store takes.
  func perCommit(_ step: PhotoStep, _ contestant: PhotoContestant) throws -> Double {
    let opening = try count(PhotoStep.nothing.name, contestant)
    let both = try count(step.name, contestant)
    guard opening.commitCount == 0, both.commitCount > 0 else { throw WrongResult() }
    return Double(both.callCount - opening.callCount) / Double(both.commitCount)
  }

  private func count(
    _ step: String, _ contestant: PhotoContestant
  ) throws -> (callCount: Int, commitCount: Int) {
    let report = folder.appending(path: "synchronizations-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: report) }
    let done: Step
    do {
      done = try OwnProcess.value(
        [
          "records", "--step", step, "--store", contestant.name, "--durable", "\(durableCount)",
          "--folder", folder.path,
        ],
        under: [
          "strace", "-f", "--seccomp-bpf", "-c", "-o", report.path, "-e",
          "trace=" + Self.calls.joined(separator: ","),
        ])
    } catch {
      throw Missing(description: "strace is not there, or may not be used (\(error))")
    }
    return (try Self.sum(String(contentsOf: report, encoding: .utf8)), done.commitCount)
  }

  /// The calls of all lines: share of the time, seconds, microseconds a call, calls, errors if there were, name.
  private static func sum(_ report: String) throws -> Int {
    try report.split(separator: "\n").reduce(0) { sum, line in
      let cells = line.split(separator: " ")
      guard let name = cells.last, calls.contains(String(name)) else { return sum }
      guard cells.count > 4, let count = Int(cells[3]) else {
        throw Missing(description: "strace's report is not understood: \(line)")
      }
      return sum + count
    }
  }
}
