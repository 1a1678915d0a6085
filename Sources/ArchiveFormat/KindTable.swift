/// An interned kind: equal kinds have equal numbers, so that comparing two costs one instruction.
package struct KindID: Hashable, Sendable {
  package var index: Int32

  /// The kind that is this code alone.
  package init(_ leaf: ArchiveKind) { index = Int32(leaf.rawValue) }
  package init(index: Int) { self.index = Int32(truncatingIfNeeded: index) }

  package static let undetermined = KindID(.undetermined)
  package static let any = KindID(.any)
  package static let anyRecord = KindID(.record)
}

/// One code of a kind with what it is of.
package struct KindNode: Hashable, Sendable {
  package var code: ArchiveKind
  /// The shape of `.recordOfShape`, the type of `.typed`.
  package var number: Int32
  package var first: KindID
  package var second: KindID
  /// Codes on the longest way down, 1 for a leaf.
  var depth: Int32

  init(_ code: ArchiveKind, number: Int = 0, first: KindID? = nil, second: KindID? = nil) {
    self.code = code
    self.number = Int32(truncatingIfNeeded: number)
    self.first = first ?? .undetermined
    self.second = second ?? .undetermined
    depth = 1
  }
}

/// The kinds of one archive, each once. Kinds never nest deeper than `maximumDepth`, so the
/// functions here that recurse are bounded by it.
///
/// A copy that kinds are added to shares all others with the table that it was copied from: the scopes of an archive
/// each have one.
package struct KindTable: Sendable {
  /// The deepest nesting of codes in a kind (Spec, K1).
  package static let maximumDepth: Int32 = 8

  /// The kinds from `start` on.
  private var nodes: [KindNode]
  private var indices: [KindNode: KindID] = [:]
  private var start = 0
  /// The kinds before those. Its being referenced elsewhere tells that there are copies of the table; made when that is
  /// large enough for this to count.
  private var past: Past?
  /// The kinds of records of the first shapes, undetermined where nobody asked for them yet.
  private var recordKinds: [KindID] = []

  /// Kinds that several tables have in common.
  private final class Layer: Sendable {
    let start: Int
    let nodes: [KindNode]
    let indices: [KindNode: KindID]

    init(_ start: Int, _ nodes: [KindNode], _ indices: [KindNode: KindID]) {
      (self.start, self.nodes, self.indices) = (start, nodes, indices)
    }
  }

  private final class Past: Sendable {
    /// Each is at least twice as large as the next.
    let layers: [Layer]

    init(_ layers: [Layer]) { self.layers = layers }
  }

  /// Kinds that are copied with their table.
  private static var copiedCount: Int { 64 }
  /// Shapes whose kinds are at hand.
  private static var recordKindCount: Int { 256 }

  private static let leaves = (0...ArchiveKind.nullable.rawValue).map {
    KindNode(ArchiveKind(rawValue: $0) ?? .undetermined)
  }

  package init() { nodes = Self.leaves }

  /// The number of kinds.
  package var count: Int { start + nodes.count }

  package subscript(id: KindID) -> KindNode {
    let index = Int(id.index)
    return index >= start ? nodes[index - start] : earlierNode(index)
  }

  @inline(never)
  private func earlierNode(_ index: Int) -> KindNode {
    let layers = past?.layers ?? []
    var layer = layers.count - 1
    while index < layers[layer].start { layer -= 1 }
    return layers[layer].nodes[index - layers[layer].start]
  }

  /// The code of a kind.
  package func code(_ id: KindID) -> ArchiveKind { self[id].code }

  /// record(n).
  package mutating func record(ofShape shape: Int) -> KindID {
    guard shape < Self.recordKindCount else {
      return intern(KindNode(.recordOfShape, number: shape))
    }
    while recordKinds.count <= shape { recordKinds.append(.undetermined) }
    if recordKinds[shape] == .undetermined {
      recordKinds[shape] = intern(KindNode(.recordOfShape, number: shape))
    }
    return recordKinds[shape]
  }

  /// array(K), set(K), object(K); K becomes *any* where nesting would be too deep.
  package mutating func container(_ code: ArchiveKind, of first: KindID) -> KindID {
    intern(KindNode(code, first: capped(first)))
  }

  /// map(KK, KV), capped likewise.
  package mutating func map(key: KindID, value: KindID) -> KindID {
    intern(KindNode(.map, first: capped(key), second: capped(value)))
  }

  /// typed(T, K), capped likewise.
  package mutating func typed(_ type: Int, _ kind: KindID) -> KindID {
    intern(KindNode(.typed, number: type, first: capped(kind)))
  }

  /// nullable(K); *any* stays itself, since a null has a tag there.
  package mutating func nullable(_ kind: KindID) -> KindID {
    let node = self[kind]
    if kind == .any || node.code == .nullable { return kind }
    if node.depth >= Self.maximumDepth { return .any }
    return intern(KindNode(.nullable, first: kind))
  }

  private func capped(_ kind: KindID) -> KindID {
    self[kind].depth >= Self.maximumDepth ? .any : kind
  }

  mutating func intern(_ node: KindNode) -> KindID {
    var node = node
    switch node.code {
    case .array, .set, .object, .typed, .nullable: node.depth = self[node.first].depth + 1
    case .map: node.depth = max(self[node.first].depth, self[node.second].depth) + 1
    default: break
    }
    if let known = indices[node] { return known }
    if let past { for layer in past.layers { if let known = layer.indices[node] { return known } } }
    if nodes.count >= Self.copiedCount { shareWithCopies() }
    let id = KindID(index: start + nodes.count)
    nodes.append(node)
    indices[node] = id
    return id
  }

  /// Makes a layer of what is here if there are copies of the table. O(1) if there are none; O(log count) on the average for
  /// each kind in it if there are.
  private mutating func shareWithCopies() {
    if isKnownUniquelyReferenced(&past) { return }
    var layers: [Layer] = []
    if let past {
      layers = past.layers
      var made = Layer(start, nodes, indices)
      while let last = layers.last, last.nodes.count < 2 * made.nodes.count {
        layers.removeLast()
        made = Layer(
          last.start, last.nodes + made.nodes, last.indices.merging(made.indices) { old, _ in old })
      }
      layers.append(made)
      (start, nodes, indices) = (start + nodes.count, [], [:])
    }
    past = Past(layers)
  }
}

extension KindTable {
  /// Whether values of a kind are, or hold, back or conditional edges.
  func holdEdges(_ kind: KindID) -> Bool {
    let node = self[kind]
    switch node.code {
    case .strongBackReference, .conditionalReference: return true
    case .array, .set, .object, .typed, .nullable: return holdEdges(node.first)
    case .map: return holdEdges(node.first) || holdEdges(node.second)
    default: return false
    }
  }
}
