import CrashSimulator
import Foundation
import RecordLog

/// The number behind an option; a default without one.
func number<Number: FixedWidthInteger>(_ option: String, _ usual: Number) -> Number {
  let words = CommandLine.arguments
  guard let index = words.firstIndex(of: option) else { return usual }
  guard index + 1 < words.count, let number = Number(words[index + 1]) else {
    print("usage: crashtest [--states COUNT] [--seed SEED] [--threads COUNT]")
    exit(2)
  }
  return number
}

/// Prints what a check found, and ends then.
func check(_ name: String, _ body: () throws -> Void) {
  do {
    try body()
  } catch {
    print("crash-test: failed: \(name)\n  \(error)")
    exit(1)
  }
}

let seed: UInt64 = number("--seed", 1)
let stateCount = number("--states", 500_000)
let threadCount = number("--threads", 2)
let start = ContinuousClock.now
let result = CrashTest(seed: seed, stateCount: stateCount).run(threadCount: threadCount)
let seconds = (ContinuousClock.now - start) / .seconds(1)
let count = result.count
print(
  """
  crash-test: seed \(seed): \(count.states) states, of which \(count.images) are distinct images, \
  \(String(format: "%.1f", seconds)) s
    \(count.sessions) sessions with \(count.commits) commits and \(count.operations) operations, \
  \(count.refusals) refusals, \(count.unknownOutcomes) unknown outcomes
    \(count.recoveries) crashes in recoveries, \(count.kills) kills, \(count.damages) damaged files
    \(count.divergedCopies) copies that went on separately, \(count.staleHints) hints of earlier commits, \(count.intrusions) files \
  changed by another program
  """)
if let failure = result.failure {
  print("\(failure)\nTo repeat it: crashtest --seed \(failure.seed) --states 1 --threads 1")
  exit(1)
}
check("a frame of another way of the log") { try SplicedLog.check() }
#if os(Linux)
  check("calls of the system that are interrupted or short") {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try SystemCalls.hindered { try SystemSession.check(FolderFileSystem(path: folder.path)) }
    print("crash-test: \(SystemCalls.hinderedCallCount) calls of the system were hindered")
  }
#endif
