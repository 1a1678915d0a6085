internal import StorageTransforms

/// Goes through the keys that a query finds, in its order.
struct TreeWalk<Place: Sendable> {
  private enum Source {
    case records(KeyTree<Place>.Walk)
    case index(KeyTree<Void>.Walk)
  }

  private let records: KeyTree<Place>
  private var source: Source

  init(_ table: TreeTable<Place>, _ query: RecordQuery) {
    records = table.records
    let (lower, upper) = Self.range(query)
    if let position = query.attribute,
      let index = table.indexes.first(where: { $0.position == position })
    {
      source = .index(
        KeyTree.Walk(index.tree, from: lower, to: upper, isDescending: query.isDescending))
    } else {
      source = .records(
        KeyTree.Walk(records, from: lower, to: upper, isDescending: query.isDescending))
    }
  }

  /// The first bytes of a range, and what stands behind its last ones.
  private static func range(_ query: RecordQuery) -> (lower: [UInt8], upper: [UInt8]?) {
    let isBounded = query.lower != nil || query.upper != nil
    var lower: [UInt8] = query.attribute != nil && isBounded ? [1] : []
    var upper: [UInt8]?
    if let bound = query.lower {
      lower = bytes(bound, query)
      // Behind all entries of the value.
      if !bound.isIncluded { lower = behind(lower, query) ?? [.max] }
    }
    if let bound = query.upper {
      let bytes = bytes(bound, query)
      upper = bound.isIncluded ? behind(bytes, query) : bytes
    }
    return (lower, upper)
  }

  private static func bytes(_ bound: RecordQuery.Bound, _ query: RecordQuery) -> [UInt8] {
    if query.attribute == nil, let key = RecordKey(bound.value) { return OrderedBytes.key(key) }
    var bytes: [UInt8] = []
    OrderedBytes.append(bound.value, to: &bytes)
    return bytes
  }

  /// What stands behind a key, or behind all entries of a value.
  private static func behind(_ bytes: [UInt8], _ query: RecordQuery) -> [UInt8]? {
    query.attribute == nil ? bytes + [0] : OrderedBytes.successor(of: bytes)
  }

  /// The next key; nil behind the last one.
  mutating func nextKey() -> [UInt8]? {
    switch source {
    case .records(var walk):
      let next = walk.next()
      source = .records(walk)
      return next.map { Array($0.key) }
    case .index(var walk):
      let next = walk.next()
      source = .index(walk)
      return next.map { Array($0.key.dropFirst(OrderedBytes.valueByteCount($0.key))) }
    }
  }

  /// The next key with the place of its record; nil behind the last one.
  mutating func next() -> (key: RecordKey, place: Place)? {
    while let bytes = nextKey() {
      if let key = OrderedBytes.key(in: bytes[...]), let place = records[bytes] {
        return (key, place)
      }
    }
    return nil
  }
}
