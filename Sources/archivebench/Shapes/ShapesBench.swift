import Foundation
import KeyedArchives

/// Takes archives through one process each of which has a shape that none before it had, and shows
/// what the process holds: it fails if that grows with them.
///
/// Each number becomes an archive of every kind: see ``DistinctShapes``.
struct ShapesBench {
  private var count = 1_000_000

  static let usage = """
    usage: archivebench shapes [--count N]
      --count N  how many archives of each kind; 1000000 by default
    """

  /// What caches and the allocator may come to settle on.
  private static let growthLimit = 2 << 20
  /// How often what is resident is shown.
  private static let stepCount = 10

  init(_ arguments: some Sequence<String>) throws {
    var remaining = arguments.makeIterator()
    while let argument = remaining.next() {
      guard argument == "--count", let number = remaining.next().flatMap({ Int($0) }),
        (Self.stepCount...DistinctShapes.limit).contains(number)
      else { throw UsageError(message: "unknown argument or no number: \(argument)") }
      count = number
    }
  }

  func run() throws {
    let clock = ContinuousClock()
    let start = clock.now
    var residents: [Int] = []
    for number in 0..<count {
      try DistinctShapes.take(number)
      guard (number + 1) % (count / Self.stepCount) == 0 else { continue }
      residents.append(ProcessMemory.resident)
      print("\(number + 1) shapes: \(residents[residents.count - 1] >> 10) kB resident")
    }
    let growth = (residents.max() ?? 0) - (residents.first ?? 0)
    print("peak \(ProcessMemory.peak >> 10) kB; growth after the first tenth \(growth >> 10) kB")
    print("time \(clock.now - start)")
    guard growth < Self.growthLimit else { throw TooMuchMemory(workloads: ["shapes"]) }
  }
}
