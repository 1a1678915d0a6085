internal import ArchiveFormat

extension Ref<DirectState> {
  /// The entries of a map with string or integer keys.
  func entries<Key: Codable & Hashable, Value: Codable>(
    _ slot: Ref<FieldSlot>
  ) throws -> [Key: Value]? {
    guard let head = pointee.cursor.varint(), head & 1 == 0, head >> 2 <= UInt64(Int.max >> 3),
      let keySlot = slot.pointee.first, let valueSlot = slot.pointee.second,
      pointee.depth < pointee.maximumDepth, pointee.valueCount >= 2
    else { return nil }
    let count = Int(truncatingIfNeeded: head >> 2)
    guard count <= pointee.cursor.remaining,
      chargeElements(count, stride: MemoryLayout<(Key, Value)>.stride),
      chargeVisits(count)
    else { return nil }
    pointee.valueCount &-= 2
    if count == 0 {
      guard head == 0 else { return nil }
      pointee.zeroWidthCount &-= 2
      return [:]
    }
    let around = pointee.level
    let level = try enter(slot, .map)
    pointee.depth &+= 1
    guard let keys: [Key] = try keys(count, keySlot, slot) else {
      pointee.depth = level.pointee.depth
      pointee.level = around
      return nil
    }
    let entries: [Key: Value]? = try values(
      keys, valueSlot, level, isIrregular: head & 2 != 0)
    pointee.depth = level.pointee.depth
    pointee.level = around
    return entries
  }

  private func keys<Key: Decodable>(
    _ count: Int, _ slot: Ref<FieldSlot>, _ map: Ref<FieldSlot>
  ) throws -> [Key]? {
    guard Key.self == String.self || Key.self == Int.self else { return nil }
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

  private func values<Key: Hashable, Value: Codable>(
    _ keys: [Key], _ slot: Ref<FieldSlot>, _ level: Ref<Level>, isIrregular: Bool
  ) throws -> [Key: Value]? {
    if isIrregular { return try elements(keys, slot, 0, level) }
    prepare(Value.self, slot)
    if slot.pointee.strategy == .leaf, let leaf = slot.pointee.leaf {
      if !slot.pointee.isPacked {
        guard chargeColumn(keys.count), chargeVisits(keys.count) else { return nil }
      }
      guard let values: [Value] = row(leaf, keys.count) else { return nil }
      return dictionary(keys, values)
    }
    if slot.pointee.code == KindCode.nullable || slot.pointee.code == KindCode.bool {
      return try elements(keys, slot, keys.count, level)
    }
    guard keys.count <= pointee.cursor.remaining, chargeColumn(keys.count),
      slot.pointee.strategy != .converted || chargeVisits(keys.count)
    else { return nil }
    let start = pointee.cursor.mark
    pointee.depth &+= 1
    var entries: [Key: Value] = [:]
    entries.reserveCapacity(keys.count)
    level.pointee.keys = texts(keys)
    for (index, key) in keys.enumerated() {
      level.pointee.index = index
      prepare(Value.self, slot)
      let value = try value(Value.self, slot)
      entries[key] = value
    }
    level.pointee.keys = nil
    if pointee.cursor.mark == start { pointee.zeroWidthCount &-= 1 }
    return entries
  }

  /// The entries whose values are read one by one: some are bits, or stand in runs of their own.
  private func elements<Key: Hashable, Value: Codable>(
    _ keys: [Key], _ slot: Ref<FieldSlot>, _ runCount: Int, _ level: Ref<Level>
  ) throws -> [Key: Value]? {
    let isRow = runCount > 0 && slot.pointee.isPacked
    guard isRow || chargeColumn(keys.count), openRun(level, slot, runCount, isRow: isRow)
    else { return nil }
    if runCount == 0 { level.pointee.run.later = keys.count }
    if !isRow { pointee.depth &+= 1 }
    var entries: [Key: Value] = [:]
    entries.reserveCapacity(keys.count)
    level.pointee.keys = texts(keys)
    for (index, key) in keys.enumerated() {
      level.pointee.index = index
      guard goToElement(level) else { return nil }
      let value = try element(Value.self, level)
      level.pointee.run.advance()
      entries[key] = value
    }
    level.pointee.keys = nil
    return entries
  }

  /// Keys as they stand in coding paths.
  private func texts<Key>(_ keys: [Key]) -> [String]? {
    keys as? [String] ?? (keys as? [Int])?.map(String.init)
  }

  /// Of keys that are alike the last value counts (rule A2).
  private func dictionary<Key: Hashable, Value>(_ keys: [Key], _ values: [Value]) -> [Key: Value] {
    var entries: [Key: Value] = [:]
    entries.reserveCapacity(keys.count)
    for (key, value) in zip(keys, values) { entries[key] = value }
    return entries
  }
}
