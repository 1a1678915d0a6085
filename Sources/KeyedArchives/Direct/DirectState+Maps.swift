internal import ArchiveFormat

extension Ref<DirectState> {
  /// The entries of a map.
  func entries<Key: Decodable & Hashable, Value: Decodable>(
    _ slot: Ref<FieldSlot>
  ) throws -> [Key: Value]? {
    guard let head = pointee.cursor.varint(), head & 1 == 0, head >> 2 <= UInt64(Int.max >> 3),
      let keySlot = slot.pointee.first, let valueSlot = slot.pointee.second,
      pointee.depth < pointee.maximumDepth, pointee.valueCount >= 2
    else { return nil }
    let count = Int(truncatingIfNeeded: head >> 2)
    guard count <= pointee.cursor.remaining,
      chargeElements(count, stride: MemoryLayout<(Key, Value)>.stride)
    else { return nil }
    let counts = (pointee.valueCount, pointee.zeroWidthCount)
    pointee.valueCount &-= 2
    if count == 0 {
      guard head == 0 else { return nil }
      pointee.zeroWidthCount &-= 2
      return [:]
    }
    let around = pointee.level
    // Paths count keys that are no text, and their values, in turns, as an unkeyed container does.
    let level = try enter(slot, [Key: Value].form == .table ? .map : .array)
    pointee.depth &+= 1
    var entries: [Key: Value]?
    if let keys: MapColumn<Key> = try keys(count, keySlot, level),
      chargeVisits(CollisionWatch.visits(adding: keys.values))
    {
      entries = try values(keys, valueSlot, level, isIrregular: head & 2 != 0)
    }
    pointee.depth = level.pointee.depth
    pointee.level = around
    // Cells count them again.
    if entries == nil { (pointee.valueCount, pointee.zeroWidthCount) = counts }
    return entries
  }

  // MARK: Keys

  private func keys<Key: Decodable>(
    _ count: Int, _ slot: Ref<FieldSlot>, _ level: Ref<Level>
  ) throws -> MapColumn<Key>? {
    if Key.self == String.self || Key.self == Int.self {
      return leafKeys(count, slot).map { MapColumn(values: $0) }
    }
    guard let type = Key.self as? any CodingKeyRepresentable.Type else {
      return try otherKeys(count, slot, level).map { MapColumn(values: $0) }
    }
    // Of keys that are alike cells read the last value alone.
    guard let texts: [String] = leafKeys(count, slot),
      Set(texts.lazy.map(\.utf8.digest)).count == count, let keys = type.keys(texts) as? [Key]
    else { return nil }
    return MapColumn(values: keys, texts: texts)
  }

  /// Keys that are strings or integers; text is made of integers.
  private func leafKeys<Key: Decodable>(_ count: Int, _ slot: Ref<FieldSlot>) -> [Key]? {
    guard chargeVisits(count) else { return nil }
    if Key.self == String.self, slot.pointee.code == KindCode.int {
      guard let numbers = Int64.readRow(count, self) else { return nil }
      return numbers.map(String.init) as? [Key]
    }
    prepare(Key.self, slot)
    guard slot.pointee.strategy == .leaf, let leaf = slot.pointee.leaf,
      leaf.directCode == slot.pointee.code
    else { return nil }
    if slot.pointee.code == KindCode.string {
      guard chargeColumn(count) else { return nil }
    }
    return row(leaf, count)
  }

  /// Keys of any type, each through its `init(from:)` if they are no row of leaves.
  private func otherKeys<Key: Decodable>(
    _ count: Int, _ slot: Ref<FieldSlot>, _ level: Ref<Level>
  ) throws -> [Key]? {
    prepare(Key.self, slot)
    let isPacked = slot.pointee.isPacked
    guard isPacked || chargeColumn(count) else { return nil }
    if slot.pointee.strategy == .leaf, let leaf = slot.pointee.leaf {
      guard chargeVisits(count) else { return nil }
      return row(leaf, count)
    }
    guard slot.pointee.isPresent, slot.pointee.code != KindCode.bool,
      slot.pointee.strategy != .converted || chargeVisits(count)
    else { return nil }
    let (start, depth) = (pointee.cursor.mark, pointee.depth)
    if !isPacked { pointee.depth &+= 1 }
    var keys: [Key] = []
    keys.reserveCapacity(count)
    do {
      while keys.count < count {
        level.pointee.index = 2 &* keys.count
        prepare(Key.self, slot)
        keys.append(try value(Key.self, slot))
      }
    } catch {
      // A value before the key may be wrong, too: cells read both in turns.
      if pointee.isRefused || pointee.engine.isRefused { throw error }
      chargeAgain(from: start, to: pointee.cursor.mark)
      unwind(to: level, depth)
      return nil
    }
    if pointee.cursor.mark == start { pointee.zeroWidthCount &-= 1 }
    pointee.depth = depth
    return keys
  }

  // MARK: Values

  private func values<Key: Hashable, Value: Decodable>(
    _ keys: MapColumn<Key>, _ slot: Ref<FieldSlot>, _ level: Ref<Level>, isIrregular: Bool
  ) throws -> [Key: Value]? {
    let count = keys.values.count
    if isIrregular { return try elements(keys, slot, 0, level) }
    prepare(Value.self, slot)
    if slot.pointee.strategy == .leaf, let leaf = slot.pointee.leaf {
      if !slot.pointee.isPacked {
        guard chargeColumn(count), chargeVisits(count) else { return nil }
      }
      guard let values: [Value] = row(leaf, count) else { return nil }
      return dictionary(keys.values, values)
    }
    if slot.pointee.code == KindCode.nullable || slot.pointee.code == KindCode.bool {
      return try elements(keys, slot, count, level)
    }
    guard count <= pointee.cursor.remaining, chargeColumn(count),
      slot.pointee.strategy != .converted || chargeVisits(count)
    else { return nil }
    let start = pointee.cursor.mark
    pointee.depth &+= 1
    var entries: [Key: Value] = [:]
    entries.reserveCapacity(count)
    level.pointee.keys = keys.steps
    // An iterator of keys with their numbers would look up the type of both for each.
    for index in 0..<count {
      level.pointee.index = keys.place(ofValue: index, level)
      prepare(Value.self, slot)
      let value = try value(Value.self, slot)
      entries[keys.values[index]] = value
    }
    level.pointee.keys = nil
    if pointee.cursor.mark == start { pointee.zeroWidthCount &-= 1 }
    return entries
  }

  /// The entries whose values are read one by one: some are bits, or stand in runs of their own.
  private func elements<Key: Hashable, Value: Decodable>(
    _ keys: MapColumn<Key>, _ slot: Ref<FieldSlot>, _ runCount: Int, _ level: Ref<Level>
  ) throws -> [Key: Value]? {
    let count = keys.values.count
    let isRow = runCount > 0 && slot.pointee.isPacked
    guard isRow || chargeColumn(count), openRun(level, slot, runCount, isRow: isRow)
    else { return nil }
    if runCount == 0 { level.pointee.run.later = count }
    if !isRow { pointee.depth &+= 1 }
    var entries: [Key: Value] = [:]
    entries.reserveCapacity(count)
    level.pointee.keys = keys.steps
    for index in 0..<count {
      level.pointee.index = keys.place(ofValue: index, level)
      guard goToElement(level) else { return nil }
      let value = try element(Value.self, level)
      level.pointee.run.advance()
      entries[keys.values[index]] = value
    }
    level.pointee.keys = nil
    return entries
  }

  /// Of keys that are alike the last value counts (rule A2).
  private func dictionary<Key: Hashable, Value>(_ keys: [Key], _ values: [Value]) -> [Key: Value] {
    var entries: [Key: Value] = [:]
    entries.reserveCapacity(keys.count)
    for index in 0..<min(keys.count, values.count) { entries[keys[index]] = values[index] }
    return entries
  }
}

/// The keys of a map.
private struct MapColumn<Key> {
  var values: [Key]
  /// The texts that the keys were made of, if there are some.
  var texts: [String]?

  /// The keys as they stand in coding paths; nil if they are no text.
  var steps: [String]? {
    if let texts { return texts }
    // A conversion would look at each key.
    if Key.self == String.self { return unsafe unsafeBitCast(values, to: [String].self) }
    return (values as? [Int])?.map(String.init)
  }

  /// The index of a value in coding paths.
  func place(ofValue index: Int, _ level: Ref<Level>) -> Int {
    level.pointee.role == .array ? 2 &* index &+ 1 : index
  }
}

extension CodingKeyRepresentable {
  /// The keys of texts; nil if one is none.
  fileprivate static func keys(_ texts: [String]) -> [Self]? {
    var keys: [Self] = []
    keys.reserveCapacity(texts.count)
    for text in texts {
      guard let key = Self(codingKey: TextKey(text)) else { return nil }
      keys.append(key)
    }
    return keys
  }
}
