internal import ArchiveFormat

/// Optionals, as they are read without their `init(from:)`.
protocol DirectNullable {
  /// Reads the value at the cursor, which is not null, to where it belongs as an optional.
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws
  /// True if there is room for one on its way to where it belongs.
  static var fits: Bool { get }
  /// Reads `count` elements, whose null bits stand at the cursor; nil where they cannot be read, or are of another type.
  ///
  /// The element type is a parameter: an array of `Self` would come as one of existentials, an allocation for each.
  static func column<Element>(
    _ type: Element.Type, _ count: Int, _ state: Ref<DirectState>, _ inner: Ref<FieldSlot>,
    _ level: Ref<Level>
  ) throws -> [Element]?
  /// Its null; nil if the type is another one.
  static func null<Value>(_ type: Value.Type) -> Value?
}

extension Optional: DirectNullable where Wrapped: Decodable {
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws {
    let inner = state.pointee.engine.schema.addPresent(slot)
    state.prepare(Wrapped.self, inner)
    if inner.pointee.strategy.isLeaf { try state.countVisit() }
    if inner.pointee.strategy == .leaf, let leaf = inner.pointee.leaf {
      let start = state.pointee.cursor.mark
      if unsafe leaf.readPresent(into: target, state) { return }
      state.pointee.cursor.mark = start
    }
    try unsafe readOther(into: target, state, inner)
  }

  /// Apart, since code for any optional looks its type up.
  @inline(never)
  private static func readOther(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ inner: Ref<FieldSlot>
  ) throws {
    let value = try state.value(Wrapped.self, inner)
    unsafe target.initializeMemory(as: Self.self, to: value)
  }

  static var fits: Bool { Scratch.fits(Self.self) }

  static func null<Value>(_ type: Value.Type) -> Value? {
    Value.self == Self.self ? unsafe unsafeBitCast(Self.none, to: Value.self) : nil
  }

  static func column<Element>(
    _ type: Element.Type, _ count: Int, _ state: Ref<DirectState>, _ inner: Ref<FieldSlot>,
    _ level: Ref<Level>
  ) throws -> [Element]? {
    guard Element.self == Self.self, let elements = try column(count, state, inner, level) else {
      return nil
    }
    return unsafe unsafeBitCast(elements, to: [Element].self)
  }

  private static func column(
    _ count: Int, _ state: Ref<DirectState>, _ inner: Ref<FieldSlot>, _ level: Ref<Level>
  ) throws -> [Wrapped?]? {
    guard let slot = inner.pointee.first, let nulls = state.nullBits(count) else { return nil }
    state.prepare(Wrapped.self, slot)
    var elements: [Wrapped?] = []
    if let leaf = slot.pointee.leaf, slot.pointee.strategy == .leaf || slot.pointee.code == 3 {
      guard slot.pointee.strategy == .leaf,
        let values: [Wrapped] = state.row(leaf, nulls.count { $0 })
      else { return nil }
      elements.reserveCapacity(count)
      var next = 0
      for isValue in nulls {
        elements.append(isValue ? values[next] : nil)
        next += isValue ? 1 : 0
      }
      return elements
    }
    guard slot.pointee.code != KindCode.bool else { return nil }
    elements.reserveCapacity(count)
    let first = level.pointee.index
    for isValue in nulls {
      level.pointee.index = first + elements.count
      state.prepare(Wrapped.self, slot)
      let isThere = try isValue && !state.passNobody(slot)
      elements.append(isThere ? try state.value(Wrapped.self, slot) : nil)
    }
    return elements
  }
}

extension Ref<DirectState> {
  // MARK: Costs

  /// Counts what a collection costs before it is built; false if that is too much.
  func chargeElements(_ count: Int, stride: Int) -> Bool {
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: stride)
    return !overflow && charge(byteCount)
  }

  /// Counts the values of a column that is no packed row; false if they are too many.
  func chargeColumn(_ count: Int) -> Bool {
    guard count <= pointee.valueCount, pointee.depth < pointee.maximumDepth else { return false }
    pointee.valueCount &-= count
    return true
  }

  func chargeVisits(_ count: Int) -> Bool {
    guard count <= pointee.visitCount else { return false }
    pointee.visitCount &-= count
    return true
  }

  // MARK: Arrays

  /// The elements of an array or set; nil where they cannot be read like this.
  func elements<Element: Decodable>(_ slot: Ref<FieldSlot>) throws -> [Element]? {
    guard let head = pointee.cursor.varint(), head >> 1 <= UInt64(Int.max >> 3),
      let inner = slot.pointee.first
    else { return nil }
    let count = Int(truncatingIfNeeded: head >> 1)
    guard chargeElements(count, stride: MemoryLayout<Element>.stride) else { return nil }
    if head & 1 == 0 { return try column(count, inner, slot) }
    return try runs(count, slot)
  }

  /// `count` elements of one kind.
  private func column<Element: Decodable>(
    _ count: Int, _ inner: Ref<FieldSlot>, _ slot: Ref<FieldSlot>
  ) throws -> [Element]? {
    prepare(Element.self, inner)
    let isPacked = inner.pointee.isPacked
    if inner.pointee.strategy == .leaf, let leaf = inner.pointee.leaf {
      if !isPacked { guard chargeColumn(count), chargeVisits(count) else { return nil } }
      return row(leaf, count)
    }
    if !isPacked {
      guard chargeColumn(count), inner.pointee.strategy != .converted || chargeVisits(count)
      else { return nil }
    }
    if count == 0 { return [] }
    let around = pointee.level
    let level = try enter(slot, .array)
    level.pointee.index = 0
    pointee.depth &+= isPacked ? 0 : 1
    if inner.pointee.strategy == .nullable {
      let elements = try inner.pointee.nullable?.column(Element.self, count, self, inner, level)
      return leaveArray(level, around, elements)
    }
    let hasBits = inner.pointee.code == KindCode.bool || inner.pointee.code == KindCode.nullable
    if hasBits, !openRun(level, inner, count, isRow: isPacked) { return leaveArray(level, around) }
    if !hasBits, count > pointee.cursor.remaining {
      return leaveArray(level, around, try emptyRecords(count, inner, level))
    }
    let elements = try unsafe [Element](unsafeUninitializedCapacity: count) { target, built in
      let start = unsafe target.baseAddress.unsafelyUnwrapped
      if hasBits { return try unsafe bitElements(level, start, &built) }
      while built < count {
        level.pointee.index = built
        try unsafe element(start + built, inner)
        built &+= 1
      }
    }
    return leaveArray(level, around, elements)
  }

  /// `count` records without fields, which take no bytes; nil for other elements, and for more than may.
  private func emptyRecords<Element: Decodable>(
    _ count: Int, _ inner: Ref<FieldSlot>, _ level: Ref<Level>
  ) throws -> [Element]? {
    guard count <= pointee.zeroWidthCount,
      pointee.engine.schema.isEmptyRecord(inner.pointee.kind)
    else { return nil }
    var elements: [Element] = []
    while elements.count < count {
      level.pointee.index = elements.count
      prepare(Element.self, inner)
      elements.append(try value(Element.self, inner))
    }
    return elements
  }

  /// `count` elements in runs, each of a kind of its own.
  private func runs<Element: Decodable>(
    _ count: Int, _ slot: Ref<FieldSlot>
  ) throws -> [Element]? {
    guard count > 0, chargeColumn(count) else { return nil }
    let around = pointee.level
    let level = try enter(slot, .array)
    pointee.depth &+= 1
    var isWhole = true
    // Elements that take no bytes are counted one by one where the cells are read.
    guard count <= pointee.cursor.remaining else { return leaveArray(level, around) }
    let elements = try unsafe [Element](unsafeUninitializedCapacity: count) { target, built in
      let start = unsafe target.baseAddress.unsafelyUnwrapped
      while built < count, isWhole {
        let left = count - built
        guard let inner = pointee.engine.runSlot(), var runCount = pointee.cursor.byteCount(),
          runCount < left
        else {
          isWhole = false
          break
        }
        if runCount == 0 { runCount = left }
        prepare(Element.self, inner)
        isWhole = try unsafe run(runCount, inner, level, start, &built)
      }
    }
    return isWhole ? leaveArray(level, around, elements) : leaveArray(level, around)
  }

  private func leaveArray<Element>(
    _ level: Ref<Level>, _ around: Ref<Level>, _ elements: [Element]? = nil
  ) -> [Element]? {
    pointee.depth = level.pointee.depth
    pointee.level = around
    return elements
  }

  /// `count` elements that stand at the cursor, counted already, behind those that were built.
  private func run<Element: Decodable>(
    _ count: Int, _ inner: Ref<FieldSlot>, _ level: Ref<Level>,
    _ start: UnsafeMutablePointer<Element>, _ built: inout Int
  ) throws -> Bool {
    var row: [Element]?
    switch inner.pointee.strategy {
    case .leaf:
      guard chargeVisits(count), let leaf = inner.pointee.leaf else { return false }
      row = self.row(leaf, count)
    case .nullable:
      level.pointee.index = built
      row = try inner.pointee.nullable?.column(Element.self, count, self, inner, level)
    default:
      if inner.pointee.code == KindCode.bool || inner.pointee.code == KindCode.nullable {
        guard openRun(level, inner, count) else { return false }
        try unsafe bitElements(level, start, &built)
        return true
      }
      guard count <= pointee.cursor.remaining,
        inner.pointee.strategy != .converted || chargeVisits(count)
      else { return false }
      let end = built + count
      while built < end {
        level.pointee.index = built
        try unsafe element(start + built, inner)
        built &+= 1
      }
      return true
    }
    guard let row, row.count == count else { return false }
    for value in row {
      unsafe (start + built).initialize(to: value)
      built &+= 1
    }
    return true
  }

  /// The elements of an open run, some of which are bits, behind those that were built.
  private func bitElements<Element: Decodable>(
    _ level: Ref<Level>, _ start: UnsafeMutablePointer<Element>, _ built: inout Int
  ) throws {
    while level.pointee.run.left > 0 {
      level.pointee.index = built
      unsafe (start + built).initialize(to: try element(Element.self, level))
      level.pointee.run.advance()
      built &+= 1
    }
  }

  /// A row of leaves of the element type, seen as one of that type.
  func row<Element>(_ leaf: any DirectLeaf.Type, _ count: Int) -> [Element]? {
    func row<Leaf: DirectLeaf>(_ leaf: Leaf.Type) -> [Element]? {
      // The two types are one; `as?` would convert element by element.
      guard Leaf.self == Element.self, let row = leaf.readRow(count, self) else { return nil }
      return unsafe unsafeBitCast(row, to: [Element].self)
    }
    return row(leaf)
  }

  /// Null bits as bools, passed over; nil if they are no bit row or may be too many.
  func nullBits(_ count: Int) -> [Bool]? {
    guard chargeVisits(count) else { return nil }
    return Bool.readRow(count, self)
  }
}
