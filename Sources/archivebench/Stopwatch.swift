/// Measures one piece of work, several times for each sample if it is short.
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

  private static func time(_ count: Int, _ work: () throws -> Void) rethrows -> Duration {
    try ContinuousClock().measure { for _ in 0..<count { try work() } }
  }
}
