internal import ArchiveFormat

/// A collection whose elements are read one after the other, without its own `init(from:)`.
protocol DirectCollection {
  /// Reads a collection to where it belongs; false, with nothing there and the cursor anywhere,
  /// where it cannot be read like this.
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool
}

extension Array: DirectCollection where Element: Codable {
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool {
    guard slot.pointee.code != KindCode.map,
      let elements: [Element] = try state.elements(slot)
    else { return false }
    unsafe target.initializeMemory(as: [Element].self, to: elements)
    return true
  }
}

extension Set: DirectCollection where Element: Codable {
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool {
    guard slot.pointee.code != KindCode.map,
      let elements: [Element] = try state.elements(slot)
    else { return false }
    let members = Set(elements)
    // Members that are there twice are refused where the cells are read.
    guard members.count == elements.count else { return false }
    unsafe target.initializeMemory(as: Set<Element>.self, to: members)
    return true
  }
}

extension Dictionary: DirectCollection where Key: Codable, Value: Codable {
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool {
    guard slot.pointee.code == KindCode.map,
      let entries: [Key: Value] = try state.entries(slot)
    else { return false }
    unsafe target.initializeMemory(as: [Key: Value].self, to: entries)
    return true
  }
}

extension Ref<DirectState> {
  /// Counts what a collection costs before it is built; false if that is too much.
  func chargeElements(_ count: Int, stride: Int) -> Bool {
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: stride)
    guard !overflow, charge(byteCount) else { return false }
    return true
  }

  /// Counts the values of a column that is no packed row; false if they are too many.
  func chargeColumn(_ count: Int) -> Bool {
    guard count <= pointee.valueCount, pointee.depth < pointee.maximumDepth else { return false }
    pointee.valueCount &-= count
    return true
  }

  /// The elements of an array or set.
  func elements<Element: Codable>(_ slot: Ref<FieldSlot>) throws -> [Element]? {
    guard let head = pointee.cursor.varint(), head & 1 == 0, head >> 1 <= UInt64(Int.max >> 3),
      let inner = slot.pointee.first
    else { return nil }
    let count = Int(truncatingIfNeeded: head >> 1)
    guard chargeElements(count, stride: MemoryLayout<Element>.stride) else { return nil }
    return try column(count, inner, slot)
  }

  /// `count` elements, or keys or values of a map.
  func column<Element: Decodable>(
    _ count: Int, _ inner: Ref<FieldSlot>, _ slot: Ref<FieldSlot>
  ) throws -> [Element]? {
    prepare(Element.self, inner)
    let code = inner.pointee.code
    let isPacked = inner.pointee.isPacked
    if inner.pointee.strategy == .leaf, let leaf = inner.pointee.leaf,
      leaf.directCode == code
    {
      if !isPacked {
        guard chargeColumn(count), chargeVisits(count) else { return nil }
      }
      return row(leaf, count)
    }
    guard code != KindCode.bool, code != KindCode.nullable,
      count <= pointee.cursor.remaining
    else { return nil }
    if !isPacked { guard chargeColumn(count) else { return nil } }
    if count == 0 { return [] }
    let around = pointee.level
    let level = try enter(slot, .array)
    pointee.depth &+= isPacked ? 0 : 1
    let elements = try unsafe [Element](unsafeUninitializedCapacity: count) { target, built in
      let start = unsafe target.baseAddress.unsafelyUnwrapped
      while built < count {
        level.pointee.index = built
        try unsafe element(start + built, inner)
        built &+= 1
      }
    }
    pointee.depth = level.pointee.depth
    pointee.level = around
    return elements
  }

  func chargeVisits(_ count: Int) -> Bool {
    guard count <= pointee.visitCount else { return false }
    pointee.visitCount &-= count
    return true
  }

  /// A row of leaves of the element type, seen as one of that type.
  private func row<Element>(_ leaf: any DirectLeaf.Type, _ count: Int) -> [Element]? {
    func row<Leaf: DirectLeaf>(_ leaf: Leaf.Type) -> [Element]? {
      // `classify` found the two types to be one; `as?` would convert element by element.
      guard Leaf.self == Element.self, let row = leaf.readRow(count, self) else { return nil }
      return unsafe unsafeBitCast(row, to: [Element].self)
    }
    return row(leaf)
  }

  /// The entries of a map with string or integer keys.
  func entries<Key: Codable & Hashable, Value: Codable>(
    _ slot: Ref<FieldSlot>
  ) throws -> [Key: Value]? {
    guard let head = pointee.cursor.varint(), head & 3 == 0, head >> 2 <= UInt64(Int.max >> 3),
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
    let entries: [Key: Value]? = try values(keys, valueSlot, slot, level)
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
    _ keys: [Key], _ slot: Ref<FieldSlot>, _ map: Ref<FieldSlot>, _ level: Ref<Level>
  ) throws -> [Key: Value]? {
    prepare(Value.self, slot)
    let code = slot.pointee.code
    if slot.pointee.strategy == .leaf, let leaf = slot.pointee.leaf,
      leaf.directCode == code
    {
      if !slot.pointee.isPacked {
        guard chargeColumn(keys.count), chargeVisits(keys.count) else { return nil }
      }
      guard let values: [Value] = row(leaf, keys.count) else { return nil }
      return dictionary(keys, values)
    }
    guard code != KindCode.bool, code != KindCode.nullable,
      keys.count <= pointee.cursor.remaining
    else { return nil }
    guard chargeColumn(keys.count) else { return nil }
    let start = pointee.cursor.mark
    pointee.depth &+= 1
    var entries: [Key: Value] = [:]
    entries.reserveCapacity(keys.count)
    level.pointee.keys = keys as? [String] ?? (keys as? [Int])?.map(String.init)
    for (index, key) in keys.enumerated() {
      level.pointee.index = index
      prepare(Value.self, slot)
      let value = try value(Value.self, slot)
      guard entries.updateValue(value, forKey: key) == nil else { return nil }
    }
    level.pointee.keys = nil
    if pointee.cursor.mark == start { pointee.zeroWidthCount &-= 1 }
    return entries
  }

  /// Nil if a key is there twice: it is refused where the cells are read.
  private func dictionary<Key: Hashable, Value>(_ keys: [Key], _ values: [Value]) -> [Key: Value]? {
    var entries: [Key: Value] = [:]
    entries.reserveCapacity(keys.count)
    for (key, value) in zip(keys, values) {
      guard entries.updateValue(value, forKey: key) == nil else { return nil }
    }
    return entries
  }
}
