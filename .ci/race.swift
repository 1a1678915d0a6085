// Threads that work on the same: what the thread sanitizer has to report, and with the argument `guarded` or `copied` what it
// must not.
import Foundation
import Synchronization

final class Shared: Sendable {
  let guarded = Mutex(0)
  nonisolated(unsafe) var unguarded = 0
  let values = Mutex([(1, 2), (3, 4), (5, 6)])
}

/// Reads a copy without the mutex that the values are changed under.
func readCopy(of shared: Shared) -> Int {
  let copy = shared.values.withLock { $0 }
  var sum = 0
  for (first, second) in copy where first != 7 { sum += second }
  return sum
}

let shared = Shared()
let mode = CommandLine.arguments.dropFirst().first
let threads = (0..<4).map { number in
  Thread {
    for _ in 0..<20_000 {
      shared.guarded.withLock { count in
        count += 1
        if mode == "guarded" { shared.unguarded += 1 }
      }
      switch mode {
      case "guarded": break
      case "copied" where number < 2: precondition(readCopy(of: shared) > 0)
      case "copied":
        shared.values.withLock { values in
          values.removeFirst()
          values.append((values.count, 3))
        }
      default: shared.unguarded += 1
      }
    }
  }
}
for thread in threads { thread.start() }
while !threads.allSatisfy(\.isFinished) { Thread.sleep(forTimeInterval: 0.01) }
precondition(shared.guarded.withLock { $0 } == 80_000)
