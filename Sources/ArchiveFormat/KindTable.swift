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
package struct KindTable: Sendable {
  /// The deepest nesting of codes in a kind (Spec, K1).
  package static let maximumDepth: Int32 = 8

  private var nodes: [KindNode]
  private var indices: [KindNode: KindID] = [:]
  private var recordKinds: [KindID] = []

  private static let leaves = (0...ArchiveKind.nullable.rawValue).map {
    KindNode(ArchiveKind(rawValue: $0) ?? .undetermined)
  }

  package init() { nodes = Self.leaves }

  package subscript(id: KindID) -> KindNode { nodes[Int(id.index)] }

  /// The code of a kind.
  package func code(_ id: KindID) -> ArchiveKind { nodes[Int(id.index)].code }

  /// record(n).
  package mutating func record(ofShape shape: Int) -> KindID {
    while recordKinds.count <= shape {
      recordKinds.append(intern(KindNode(.recordOfShape, number: recordKinds.count)))
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
    let id = KindID(index: nodes.count)
    nodes.append(node)
    indices[node] = id
    return id
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
