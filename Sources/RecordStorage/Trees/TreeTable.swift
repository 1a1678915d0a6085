internal import StorageTransforms

/// A table in memory: where each record is, and trees by which the values of its attributes are found.
struct TreeTable<Place: RecordPlace>: Sendable {
  /// The keys of records by one attribute: its value, then the key.
  struct Index: Sendable {
    let position: Int
    let isUnique: Bool
    var tree = KeyTree<Void>()

    /// Removes the entry of a record whose value nobody knows. O(records).
    mutating func forget(_ key: RecordKey) {
      var walk = KeyTree.Walk(tree, from: [], to: nil, isDescending: false)
      while let (entry, _) = walk.next() {
        guard OrderedBytes.key(in: entry.dropFirst(OrderedBytes.valueByteCount(entry))) == key
        else { continue }
        tree.remove(Array(entry))
        return
      }
    }
  }

  let table: RecordTable
  private(set) var records = KeyTree<Place>()
  /// Bytes that the records take in a record log.
  private(set) var byteCount = 0
  var indexes: [Index]

  init(_ table: RecordTable) {
    self.table = table
    indexes = table.indexedPositions.map {
      Index(position: $0, isUnique: table.entity.attributes[$0].isUnique)
    }
  }

  /// Makes the records those of a tree. O(records).
  mutating func setRecords(_ tree: KeyTree<Place>) {
    records = tree
    byteCount = 0
    tree.forEachLeaf { _, places in byteCount += places.reduce(0) { $0 + $1.storedByteCount } }
  }

  /// Makes the records those of the table before, as they are.
  mutating func takeRecords(of former: TreeTable) {
    (records, byteCount) = (former.records, former.byteCount)
  }

  /// Says where a record is. It is found by its key alone.
  mutating func setPlace(_ place: Place, of key: [UInt8]) {
    let former = records.set(place, of: key)
    byteCount += place.storedByteCount - (former?.storedByteCount ?? 0)
  }

  /// Forgets where a record was.
  mutating func removePlace(of key: [UInt8]) {
    guard let former = records.remove(key) else { return }
    byteCount -= former.storedByteCount
  }

  /// - Throws: ``StorageError/Code/notUnique`` if another record has the value of a unique attribute.
  func checkUnique(_ record: StoredRecord) throws {
    for index in indexes where index.isUnique && record.values[index.position] != .null {
      var prefix: [UInt8] = []
      OrderedBytes.append(record.values[index.position], to: &prefix)
      var walk = KeyTree.Walk(
        index.tree, from: prefix, to: OrderedBytes.successor(of: prefix), isDescending: false)
      while let (bytes, _) = walk.next() {
        let other = OrderedBytes.key(in: bytes.dropFirst(prefix.count))
        if other == record.key { continue }
        throw StorageError.notUnique(
          index.position, record.values[index.position], key: record.key, existingKey: other,
          in: table)
      }
    }
  }

  /// Puts a record in the place of what it was before.
  mutating func set(_ record: StoredRecord, at place: Place, replacing former: FormerValues) {
    setPlace(place, of: OrderedBytes.key(record.key))
    for index in indexes.indices {
      let position = indexes[index].position
      switch former {
      case .none: break
      case .known(let values) where values[position] == record.values[position]: continue
      case .known(let values): indexes[index].tree.remove(Self.entry(values[position], record.key))
      case .unreadable: indexes[index].forget(record.key)
      }
      indexes[index].tree.set((), of: Self.entry(record.values[position], record.key))
    }
  }

  /// What no trees by values are known of.
  mutating func forgetIndexes() {
    for index in indexes.indices { indexes[index].tree = KeyTree() }
  }

  /// Makes a record that is there be found by its values.
  mutating func index(_ record: StoredRecord) {
    for index in indexes.indices {
      indexes[index].tree.set(
        (), of: Self.entry(record.values[indexes[index].position], record.key))
    }
  }

  mutating func remove(_ key: RecordKey, _ former: FormerValues) {
    removePlace(of: OrderedBytes.key(key))
    for index in indexes.indices {
      switch former {
      case .none: break
      case .known(let values):
        indexes[index].tree.remove(Self.entry(values[indexes[index].position], key))
      case .unreadable: indexes[index].forget(key)
      }
    }
  }

  private static func entry(_ value: StoredValue, _ key: RecordKey) -> [UInt8] {
    var bytes: [UInt8] = []
    OrderedBytes.append(value, to: &bytes)
    OrderedBytes.append(key, to: &bytes)
    return bytes
  }

  /// The keys that a query finds, with their places.
  func walk(_ query: RecordQuery) -> TreeWalk<Place> { TreeWalk(self, query) }

  /// How many records a query finds. O(found); O(1) for all.
  func count(_ query: RecordQuery) -> Int {
    if query.lower == nil, query.upper == nil { return records.count }
    var walk = walk(query)
    var count = 0
    while walk.skip() { count += 1 }
    return count
  }
}
