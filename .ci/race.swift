// Threads that count together: what the thread sanitizer has to report, and with the argument `guarded` what it must not.
import Foundation
import Synchronization

final class Counter: Sendable {
  let guarded = Mutex(0)
  nonisolated(unsafe) var unguarded = 0
}

let counter = Counter()
let isGuarded = CommandLine.arguments.dropFirst().first == "guarded"
let threads = (0..<4).map { _ in
  Thread {
    for _ in 0..<20_000 {
      counter.guarded.withLock { count in
        count += 1
        if isGuarded { counter.unguarded += 1 }
      }
      if !isGuarded { counter.unguarded += 1 }
    }
  }
}
for thread in threads { thread.start() }
while !threads.allSatisfy(\.isFinished) { Thread.sleep(forTimeInterval: 0.01) }
precondition(counter.guarded.withLock { $0 } == 80_000)
