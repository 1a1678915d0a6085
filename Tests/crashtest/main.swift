import CrashSimulator
import Foundation

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
    \(count.sessions) sessions with \(count.commits) commits and \(count.operations) operations
    \(count.recoveries) crashes in recoveries, \(count.kills) kills, \(count.damages) damaged files
  """)
if let failure = result.failure {
  print("\(failure)\nTo repeat it: crashtest --seed \(failure.seed) --states 1 --threads 1")
  exit(1)
}
