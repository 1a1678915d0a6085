import TestSupport
import TestTraits
import Testing

@testable import RecordStorage

@Suite("The tree of keys does what a sorted array does")
struct KeyTreeTests {
  private static func less(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.lexicographicallyPrecedes(right)
  }

  private static func randomKey(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    let count = Int.random(in: 0...6, using: &random)
    return (0..<count).map { _ in UInt8.random(in: 0...5, using: &random) &* 51 }
  }

  private static func entries(
    _ tree: KeyTree<Int>, from lower: [UInt8] = [], to upper: [UInt8]? = nil,
    isDescending: Bool = false
  ) -> [[UInt8]] {
    var walk = KeyTree.Walk(tree, from: lower, to: upper, isDescending: isDescending)
    var keys: [[UInt8]] = []
    while let (key, _) = walk.next() { keys.append(Array(key)) }
    return keys
  }

  @Test("random changes, ranges and snapshots", arguments: 0..<UInt64(Rounds.of(8)))
  func randomChanges(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var tree = KeyTree<Int>()
    var model: [[UInt8]: Int] = [:]
    var snapshots: [(KeyTree<Int>, [[UInt8]: Int])] = []
    // The steps that went wrong, since an expectation at each step takes longer than the step.
    var wrong: [Int] = []
    for step in 0..<6_000 {
      // Grows, then shrinks.
      let key = Self.randomKey(&random)
      if Int.random(in: 0..<6_000, using: &random) > step {
        if tree.set(step, of: key) != model.updateValue(step, forKey: key) { wrong.append(step) }
      } else if tree.remove(key) != model.removeValue(forKey: key) {
        wrong.append(step)
      }
      if step % 500 == 0 { snapshots.append((tree, model)) }
    }
    #expect(wrong.isEmpty)
    snapshots.append((tree, model))
    for (tree, model) in snapshots {
      #expect(tree.count == model.count)
      let sorted = model.keys.sorted(by: Self.less)
      #expect(Self.entries(tree) == sorted)
      #expect(Self.entries(tree, isDescending: true) == sorted.reversed())
      #expect(model.allSatisfy { key, value in tree[key] == value })
      for _ in 0..<50 {
        let (lower, upper) = (Self.randomKey(&random), Self.randomKey(&random))
        let found = sorted.filter { !Self.less($0, lower) && Self.less($0, upper) }
        #expect(Self.entries(tree, from: lower, to: upper) == found)
        #expect(
          Self.entries(tree, from: lower, to: upper, isDescending: true) == found.reversed())
      }
    }
  }

  @Test("a tree of leaves is the tree of their keys; leaves that are none are refused")
  func leaves() throws {
    for count in [0, 1, 63, 64, 65, 4_225, 20_000] {
      var (made, copied) = (KeyTree<Int>.Builder(), KeyTree<Int>.Builder())
      let keys = (0..<count).map { OrderedBytes.key(.integer(Int64($0))) }
      for (index, key) in keys.enumerated() { made.append(key, index) }
      let tree = made.tree()
      tree.forEachLeaf { keys, payloads in
        let isTaken = copied.append(keys, payloads)
        #expect(isTaken)
      }
      for var tree in [tree, copied.tree()] {
        #expect(tree.count == count && Self.entries(tree) == keys)
        let removed = keys.reversed().map { tree.remove($0) }
        #expect(removed == (0..<count).reversed().map { $0 })
        #expect(tree.count == 0)
      }
    }
    var builder = KeyTree<Int>.Builder()
    let one = try #require(PackedKeys([1, 2], ends: [1, 2]))
    let falling = try #require(PackedKeys([2, 1], ends: [1, 2]))
    let taken = [
      builder.append(one, [1]), builder.append(falling, [1, 2]), builder.append(PackedKeys(), []),
      builder.append(one, [1, 2]), builder.append(one, [1, 2]),
    ]
    #expect(taken == [false, false, false, true, false])
    #expect(PackedKeys([1, 2], ends: [2, 1]) == nil && PackedKeys([1, 2], ends: [1]) == nil)
    #expect(Self.entries(builder.tree()) == [[1], [2]])
  }

  @Test("keys that come in order, and go in order, leave nothing behind")
  func inOrder() {
    var tree = KeyTree<Int>()
    let keys = (0..<20_000).map { OrderedBytes.key(.integer(Int64($0))) }
    for (index, key) in keys.enumerated() { tree.set(index, of: key) }
    #expect(Self.entries(tree) == keys)
    for key in keys.dropLast() { tree.remove(key) }
    #expect(Self.entries(tree) == keys.suffix(1))
    #expect(tree.root.isLeaf)
  }
}
