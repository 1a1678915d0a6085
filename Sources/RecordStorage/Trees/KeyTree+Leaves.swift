extension KeyTree {
  /// Makes a tree of entries that come in the order of their keys, with full leaves. O(1) for each.
  struct Builder {
    private var leaves: [(least: [UInt8], node: Node)] = []
    private var keys = PackedKeys()
    private var payloads: [Payload] = []
    private var count = 0

    /// Appends an entry, whose key is greater than all before.
    mutating func append(_ key: [UInt8], _ payload: Payload) {
      keys.append(key[...])
      payloads.append(payload)
      if payloads.count == maximumKeyCount { endLeaf() }
    }

    private mutating func endLeaf() {
      guard !payloads.isEmpty else { return }
      leaves.append((Array(keys[0]), Node(keys, payloads, [])))
      count += payloads.count
      (keys, payloads) = (PackedKeys(), [])
      keys.reserve(like: leaves[leaves.count - 1].node.keys)
      payloads.reserveCapacity(maximumKeyCount)
    }

    /// Appends the keys of a leaf, and what each has.
    ///
    /// - Returns: False if they cannot be a leaf's, or are not greater than all before; then nothing has changed.
    mutating func append(_ keys: PackedKeys, _ payloads: [Payload]) -> Bool {
      endLeaf()
      guard 1...maximumKeyCount ~= keys.count, keys.count == payloads.count, keys.isAscending
      else { return false }
      if let last = leaves.last?.node.keys {
        guard last[last.count - 1].lexicographicallyPrecedes(keys[0]) else { return false }
      }
      leaves.append((Array(keys[0]), Node(keys, payloads, [])))
      count += keys.count
      return true
    }

    /// The tree of all that was appended.
    consuming func tree() -> KeyTree {
      endLeaf()
      var level = leaves
      while level.count > 1 {
        var above: [(least: [UInt8], node: Node)] = []
        for start in stride(from: 0, to: level.count, by: maximumKeyCount + 1) {
          let children = level[start..<min(start + maximumKeyCount + 1, level.count)]
          var separators = PackedKeys()
          for child in children.dropFirst() { separators.append(child.least[...]) }
          above.append((level[start].least, Node(separators, [], children.map(\.node))))
        }
        level = above
      }
      return KeyTree(root: level.first?.node, count: count)
    }
  }

  /// Calls a function with the keys of each leaf, in order, and what each key has. O(leaves).
  func forEachLeaf(_ body: (PackedKeys, [Payload]) throws -> Void) rethrows {
    try Self.forEachLeaf(root, body)
  }

  private static func forEachLeaf(
    _ node: Node, _ body: (PackedKeys, [Payload]) throws -> Void
  ) rethrows {
    if !node.isLeaf {
      for child in node.children { try forEachLeaf(child, body) }
    } else if node.keys.count > 0 {
      try body(node.keys, node.payloads)
    }
  }
}
