/// An interned kind: equal kinds have equal numbers.
struct KindID: Hashable, Sendable {
  var index: Int

  /// The kind that is this code alone.
  init(_ leaf: ArchiveKind) { index = Int(leaf.rawValue) }
  init(index: Int) { self.index = index }

  static let undetermined = KindID(.undetermined)
  static let any = KindID(.any)
  static let anyRecord = KindID(.record)
}

/// One code of a kind with what it is of.
struct KindNode: Hashable, Sendable {
  var code: ArchiveKind
  /// The shape of `.recordOfShape`, the type of `.typed`.
  var number = 0
  var first = KindID.undetermined
  var second = KindID.undetermined
  /// Codes on the longest way down, 1 for a leaf.
  var depth = 1
}

/// The kinds of one archive, each once. Kinds never nest deeper than `maximumDepth`, so the
/// functions here that recurse are bounded by it.
struct KindTable: Sendable {
  /// The deepest nesting of codes in a kind (Spec, K1).
  static let maximumDepth = 8

  private var nodes = (0...ArchiveKind.nullable.rawValue).map {
    KindNode(code: ArchiveKind(rawValue: $0) ?? .undetermined)
  }
  private var indices: [KindNode: KindID] = [:]

  subscript(id: KindID) -> KindNode { nodes[id.index] }

  /// The code of a kind.
  func code(_ id: KindID) -> ArchiveKind { self[id].code }

  /// record(n).
  mutating func record(ofShape shape: Int) -> KindID {
    intern(KindNode(code: .recordOfShape, number: shape))
  }

  /// array(K), set(K), object(K); K becomes *any* where nesting would be too deep.
  mutating func container(_ code: ArchiveKind, of first: KindID) -> KindID {
    intern(KindNode(code: code, first: capped(first)))
  }

  /// map(KK, KV), capped likewise.
  mutating func map(key: KindID, value: KindID) -> KindID {
    intern(KindNode(code: .map, first: capped(key), second: capped(value)))
  }

  /// typed(T, K), capped likewise.
  mutating func typed(_ type: Int, _ kind: KindID) -> KindID {
    intern(KindNode(code: .typed, number: type, first: capped(kind)))
  }

  /// nullable(K); *any* stays itself, since a null has a tag there.
  mutating func nullable(_ kind: KindID) -> KindID {
    let node = self[kind]
    if kind == .any || node.code == .nullable { return kind }
    if node.depth >= Self.maximumDepth { return .any }
    return intern(KindNode(code: .nullable, first: kind))
  }

  private func capped(_ kind: KindID) -> KindID {
    self[kind].depth >= Self.maximumDepth ? .any : kind
  }

  private mutating func intern(_ node: KindNode) -> KindID {
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
