import TestSupport
import Testing

@testable import KeyedArchives

/// The instances that were made since a snapshot are forgotten, and no others.
@Suite struct DecodedObjectsTests {
  private final class Instance {}

  /// Decodes objects as a reader does: some inside of others, some that stand before, some again, some in vain.
  private final class Trial {
    var random: SeededGenerator
    let objects = DecodedObjects()
    var expected: [Int: Instance] = [:]
    var open: Set<Int> = []
    var begunCount = 0
    var isRight = true

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    func decode(depth: Int) {
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let number =
          begunCount > 0 && Int.random(in: 0..<3, using: &random) == 0
          ? Int.random(in: 0..<begunCount, using: &random)
          : begunCount + Int.random(in: 0..<2, using: &random)
        let began = objects.begin(number)
        if began == (open.contains(number) || expected[number] != nil) { isRight = false }
        guard began else { continue }
        open.insert(number)
        begunCount = max(begunCount, number + 1)
        if depth > 0 { attempt(depth: depth - 1) }
        open.remove(number)
        let made = Int.random(in: 0..<5, using: &random) > 0 ? Instance() : nil
        objects.end(number, made)
        if let made { expected[number] = made }
      }
    }

    /// Decodes, and takes that back some of the time.
    private func attempt(depth: Int) {
      let (snapshot, before) = (objects.snapshot(), expected)
      decode(depth: depth)
      guard Int.random(in: 0..<3, using: &random) == 0 else { return }
      // Objects that were decoded before, and again since then, are forgotten too.
      let isSame = expected.filter { before[$0.key] === $0.value }
      objects.forget(since: snapshot)
      expected = isSame
      compare()
    }

    func compare() {
      for number in 0..<begunCount + 2 where objects[number] !== expected[number] {
        isRight = false
      }
    }
  }

  @Test func `what was made since a snapshot is forgotten`() {
    for seed in 0..<60 as Range<UInt64> {
      let trial = Trial(seed: seed)
      trial.decode(depth: 3)
      trial.compare()
      #expect(trial.isRight, "seed \(seed)")
    }
  }

  @Test func `instances are held as long as they are not forgotten`() throws {
    let objects = DecodedObjects()
    weak var first: Instance?
    weak var second: Instance?
    do {
      let (one, other) = (Instance(), Instance())
      (first, second) = (one, other)
      #expect(objects.begin(0) && !objects.begin(0))
      objects.end(0, nil)
      let snapshot = objects.snapshot()
      #expect(objects.begin(0) && objects.begin(1))
      objects.end(1, other)
      objects.end(0, one)
      #expect(objects[0] === one && objects[1] === other && objects[2] == nil)
      objects.forget(since: snapshot)
    }
    #expect(first == nil && second == nil && objects[0] == nil && objects[1] == nil)
  }

  /// Many attempts that fail, each of which reaches an object far behind.
  @Test func `forgetting costs what was made`() {
    let objects = DecodedObjects()
    let count = 200_000
    for _ in 0..<count {
      let snapshot = objects.snapshot()
      #expect(objects.begin(count - 1))
      objects.end(count - 1, Instance())
      objects.forget(since: snapshot)
    }
    #expect(objects[count - 1] == nil)
  }
}
