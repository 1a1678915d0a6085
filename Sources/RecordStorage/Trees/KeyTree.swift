/// Byte strings in order, each with a payload: a B-tree whose copies cost nothing until one of them changes.
///
/// A copy is a snapshot: it shares all nodes, and a change copies those on its way that are shared, 64 keys each. Keys stand packed
/// in their nodes. Looking up, inserting and removing are O(log n).
struct KeyTree<Payload: Sendable>: Sendable {
  /// Keys that a node has at most.
  static var maximumKeyCount: Int { 64 }

  /// `@unchecked Sendable`: only this file changes nodes, and only one that ``own(_:)`` has just found to have a single reference, or has
  /// copied: that reference is a property of the tree that changes, or of a node of it that was found so before, and exclusive
  /// access to the tree keeps others from it meanwhile. A snapshot, a walk and a tree that another thread has hold references of their
  /// own: what they lead to is copied, and never changed again. Bytes of files, and keys, decide what stands in nodes and how many there
  /// are; who has a reference, and with it whether a node is changed or copied, they do not.
  final class Node: @unchecked Sendable {
    fileprivate(set) var keys: PackedKeys
    /// Of a leaf: one for each key.
    fileprivate(set) var payloads: [Payload]
    /// Of another node: one more than there are keys. The key between two is that of the least entry of the right one.
    fileprivate(set) var children: [Node]
    let isLeaf: Bool

    init(_ keys: PackedKeys, _ payloads: [Payload], _ children: [Node]) {
      self.keys = keys
      self.payloads = payloads
      self.children = children
      isLeaf = children.isEmpty
    }

    func copy() -> Node { Node(keys, payloads, children) }

    /// The position of the child with the entries of a key.
    func child(of key: [UInt8]) -> Int {
      let (index, isFound) = keys.position(of: key)
      return isFound ? index + 1 : index
    }
  }

  private(set) var root = Node(PackedKeys(), [], [])
  /// How many keys there are.
  private(set) var count = 0

  /// No keys.
  init() {}

  /// A tree with nodes that were made elsewhere.
  init(root: Node?, count: Int) {
    if let root { self.root = root }
    self.count = count
  }

  /// The payload of a key; nil if there is none.
  subscript(key: [UInt8]) -> Payload? {
    @_specialize(where Payload == LogPlace)
    get { payload(of: key) }
  }

  private func payload(of key: [UInt8]) -> Payload? {
    var node = root
    while !node.isLeaf { node = node.children[node.child(of: key)] }
    let (index, isFound) = node.keys.position(of: key)
    return isFound ? node.payloads[index] : nil
  }

  /// Sets the payload of a key.
  ///
  /// - Returns: What it had before; nil if it was not there.
  @discardableResult
  @_specialize(where Payload == LogPlace)
  mutating func set(_ payload: Payload, of key: [UInt8]) -> Payload? {
    let (former, split) = Self.set(payload, key, &root)
    if former == nil { count += 1 }
    if let split {
      var keys = PackedKeys()
      keys.append(split.key[...])
      root = Node(keys, [], [root, split.right])
    }
    return former
  }

  private struct Split {
    let key: [UInt8]
    let right: Node
  }

  private static func own(_ node: inout Node) {
    if !isKnownUniquelyReferenced(&node) { node = node.copy() }
  }

  private static func set(
    _ payload: Payload, _ key: [UInt8], _ node: inout Node
  ) -> (former: Payload?, split: Split?) {
    own(&node)
    guard node.isLeaf else {
      let child = node.child(of: key)
      let (former, split) = set(payload, key, &node.children[child])
      if let split {
        node.keys.insert(split.key, at: child)
        node.children.insert(split.right, at: child + 1)
      }
      return (former, Self.split(node, isAtEnd: child + 2 >= node.children.count))
    }
    let (index, isFound) = node.keys.position(of: key)
    if isFound {
      let former = node.payloads[index]
      node.payloads[index] = payload
      return (former, nil)
    }
    node.keys.insert(key, at: index)
    node.payloads.insert(payload, at: index)
    return (nil, split(node, isAtEnd: index + 1 == node.keys.count))
  }

  /// Splits a node that is too full. Where keys come in order the left one stays full.
  private static func split(_ node: Node, isAtEnd: Bool) -> Split? {
    let count = node.keys.count
    guard count > maximumKeyCount else { return nil }
    let middle = isAtEnd ? count - 1 : count / 2
    if node.isLeaf {
      let keys = node.keys.split(at: middle)
      let right = Node(keys, Array(node.payloads[middle...]), [])
      node.payloads = Array(node.payloads[..<middle])
      return Split(key: Array(keys[0]), right: right)
    }
    var keys = node.keys.split(at: middle)
    let key = Array(keys[0])
    keys.remove(at: 0)
    let right = Node(keys, [], Array(node.children[(middle + 1)...]))
    node.children = Array(node.children[...middle])
    return Split(key: key, right: right)
  }

  /// Removes a key.
  ///
  /// - Returns: What it had; nil if it was not there.
  @discardableResult
  @_specialize(where Payload == LogPlace)
  mutating func remove(_ key: [UInt8]) -> Payload? {
    guard self[key] != nil else { return nil }
    let former = Self.remove(key, &root)
    count -= 1
    if !root.isLeaf, root.children.count == 1 { root = root.children[0] }
    return former
  }

  private static func remove(_ key: [UInt8], _ node: inout Node) -> Payload? {
    own(&node)
    guard node.isLeaf else {
      let child = node.child(of: key)
      let former = remove(key, &node.children[child])
      mend(node, child)
      return former
    }
    let (index, isFound) = node.keys.position(of: key)
    guard isFound else { return nil }
    node.keys.remove(at: index)
    return node.payloads.remove(at: index)
  }

  /// Joins a child that became small with one beside it, if both are one node's worth.
  private static func mend(_ node: Node, _ child: Int) {
    let small = node.children[child]
    guard small.keys.count < maximumKeyCount / 4, node.children.count > 1 else { return }
    let left = child > 0 ? child - 1 : child
    let (first, second) = (node.children[left], node.children[left + 1])
    let isEmpty = small.isLeaf && small.keys.count == 0
    guard isEmpty || first.keys.count + second.keys.count < maximumKeyCount * 3 / 4 else { return }
    let joined = first.copy()
    if !first.isLeaf { joined.keys.append(node.keys[left]) }
    joined.keys.append(second.keys)
    joined.payloads += second.payloads
    joined.children += second.children
    node.children[left] = joined
    node.children.remove(at: left + 1)
    node.keys.remove(at: left)
  }
}

extension KeyTree {
  /// Goes through the keys of a range, upwards or downwards, in memory for the way from the root to a leaf.
  struct Walk {
    private var path: [(node: Node, index: Int)] = []
    private let lower: [UInt8]
    private let upper: [UInt8]?
    private let isDescending: Bool

    /// - Parameters:
    ///   - lower: The first key, or what stands before it.
    ///   - upper: What stands behind the last key; nil for no end.
    init(_ tree: KeyTree, from lower: [UInt8], to upper: [UInt8]?, isDescending: Bool) {
      self.lower = lower
      self.upper = upper
      self.isDescending = isDescending
      var node = tree.root
      while !node.isLeaf {
        let index =
          isDescending
          ? upper.map { node.keys.position(of: $0).index } ?? node.keys.count
          : node.child(of: lower)
        path.append((node, index))
        node = node.children[index]
      }
      let index =
        isDescending
        ? (upper.map { node.keys.position(of: $0).index } ?? node.keys.count) - 1
        : node.keys.position(of: lower).index
      path.append((node, index))
    }

    /// The next key with its payload; nil behind the last one.
    @_specialize(where Payload == LogPlace)
    mutating func next() -> (key: ArraySlice<UInt8>, payload: Payload)? {
      while let (leaf, index) = path.last {
        if index >= 0, index < leaf.keys.count {
          let key = leaf.keys[index]
          guard isInRange(key) else { return nil }
          path[path.count - 1].index = isDescending ? index - 1 : index + 1
          return (key, leaf.payloads[index])
        }
        leave()
      }
      return nil
    }

    /// Goes to the leaf beside this one; if there is none, nowhere.
    private mutating func leave() {
      while path.popLast() != nil, let (node, child) = path.last {
        let next = isDescending ? child - 1 : child + 1
        guard node.children.indices.contains(next) else { continue }
        path[path.count - 1].index = next
        return descend(node.children[next])
      }
    }

    /// Goes to the first leaf of a node, or to the last.
    private mutating func descend(_ start: Node) {
      var node = start
      while !node.isLeaf {
        let index = isDescending ? node.children.count - 1 : 0
        path.append((node, index))
        node = node.children[index]
      }
      path.append((node, isDescending ? node.keys.count - 1 : 0))
    }

    private func isInRange(_ key: ArraySlice<UInt8>) -> Bool {
      if isDescending { return !key.lexicographicallyPrecedes(lower) }
      guard let upper else { return true }
      return key.lexicographicallyPrecedes(upper)
    }
  }
}
