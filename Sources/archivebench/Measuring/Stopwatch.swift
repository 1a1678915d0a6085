import Foundation

/// Measures one piece of work, several times for each sample if it is short.
///
/// What is measured is the processor time of this thread, so that other programs on the machine
/// disturb it little.
struct Stopwatch {
  private let work: () throws -> Void
  /// How often the work is done for a sample.
  private let repetitions: Int
  private var samples: [Duration] = []

  /// A sample lasts at least this long.
  private static let shortestSample = Duration.milliseconds(20)

  /// Does the work until it is known how often that is to be for a sample.
  init(warmingUp work: @escaping () throws -> Void) throws {
    self.work = work
    var count = 1
    while true {
      let time = try Self.time(count, work)
      if time >= Self.shortestSample { break }
      count *= time * 4 < Self.shortestSample ? 4 : 2
    }
    repetitions = count
  }

  /// Takes one sample.
  mutating func measure() throws { samples.append(try Self.time(repetitions, work)) }

  /// Nanoseconds for the work done once.
  var median: Double {
    let sorted = samples.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / .nanoseconds(2)
      / Double(repetitions)
  }

  /// Nanoseconds for the work done once, in the sample that took the least time.
  var minimum: Double {
    (samples.min() ?? .zero) / .nanoseconds(1) / Double(repetitions)
  }

  private static func time(_ count: Int, _ work: () throws -> Void) rethrows -> Duration {
    let start = processorTime()
    for _ in 0..<count { try work() }
    return processorTime() - start
  }

  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
