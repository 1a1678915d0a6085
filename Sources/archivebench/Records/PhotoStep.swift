import Foundation

/// Something that is done to a store, and measured: a row of the table.
struct PhotoStep: Sendable {
  /// What it is called on the command line.
  let name: String
  /// What it is called in the table.
  let title: String
  /// How many photos it goes through, for each of which the time is told.
  let photoCount: Int
  /// How many calls of the store it takes.
  let itemCount: Int
  /// How many commits it makes.
  var commitCount = 0
  /// Whether the photos have to be there.
  var needsPhotos = true
  /// Makes some of the calls.
  let run: @Sendable (any PhotoStore, Range<Int>) throws -> Void

  /// All calls, in slices of a step that stores take turns at.
  var slices: [Range<Int>] {
    let count = max(min(itemCount, Self.sliceCount), 1)
    return (0..<count).map { itemCount * $0 / count..<itemCount * ($0 + 1) / count }
  }

  private static let sliceCount = 20
}

extension PhotoStep {
  /// Opening a store takes what this takes.
  static let nothing = PhotoStep(
    name: "nothing", title: "nothing", photoCount: 0, itemCount: 0, needsPhotos: false
  ) { _, _ in }

  /// Does something on several threads at once, and waits for all.
  static func inThreads(
    _ count: Int, _ body: @escaping @Sendable (_ thread: Int) throws -> Void
  ) throws {
    let failures = FailureBox()
    let threads = (0..<count).map { number in
      Thread {
        do { try body(number) } catch { failures.set(error) }
        failures.done()
      }
    }
    for thread in threads { thread.start() }
    for _ in threads { failures.wait() }
    if let failure = failures.first { throw failure }
  }
}
