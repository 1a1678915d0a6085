internal import StorageTransforms

/// Goes through the keys that a query finds, in its order.
struct TreeWalk<Place: RecordPlace> {
  private let records: KeyTree<Place>
  /// One of the two: through the records, or through the keys by values.
  private var ofRecords: KeyTree<Place>.Walk?
  private var ofIndex: KeyTree<Void>.Walk?

  init(_ table: TreeTable<Place>, _ query: RecordQuery) {
    records = table.records
    let (lower, upper) = Self.range(query)
    if let position = query.attribute,
      let index = table.indexes.first(where: { $0.position == position })
    {
      ofIndex = KeyTree.Walk(
        index.tree, from: lower, to: upper, isDescending: query.isDescending)
    } else {
      ofRecords = KeyTree.Walk(records, from: lower, to: upper, isDescending: query.isDescending)
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

  /// Goes on to the next key; false behind the last one.
  mutating func skip() -> Bool { ofRecords?.next() != nil || ofIndex?.next() != nil }

  /// The next key with the place of its record; nil behind the last one.
  mutating func next() -> (key: RecordKey, place: Place)? {
    if let (bytes, place) = ofRecords?.next() {
      return OrderedBytes.key(in: bytes).map { ($0, place) }
    }
    while let (entry, _) = ofIndex?.next() {
      let bytes = entry.dropFirst(OrderedBytes.valueByteCount(entry))
      if let key = OrderedBytes.key(in: bytes), let place = records[Array(bytes)] {
        return (key, place)
      }
    }
    return nil
  }
}
