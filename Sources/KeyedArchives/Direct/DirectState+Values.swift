internal import ArchiveFormat

extension Ref<DirectState> {
  /// Makes sure that a slot is ready for values of a type.
  @inline(__always)
  func prepare<Value>(_ type: Value.Type, _ slot: Ref<FieldSlot>) {
    if slot.pointee.type != TypeAddress.of(type) { pointee.engine.classify(type, slot) }
  }

  /// The value of a slot that is ready for its type, at the cursor.
  @inline(__always)
  func value<Value: Decodable>(_ type: Value.Type, _ slot: Ref<FieldSlot>) throws -> Value {
    if slot.pointee.strategy == .container { return try contained(type, slot) }
    return try otherValue(type, slot)
  }

  /// A value through its own `init(from:)`.
  @inline(__always)
  private func contained<Value: Decodable>(
    _ type: Value.Type, _ slot: Ref<FieldSlot>
  ) throws -> Value {
    let around = pointee.level
    let level = try enter(slot, .value)
    guard let decoder = level.pointee.decoder else { throw refuse(.limitExceeded, "no decoder") }
    let value = try Value(from: decoder)
    try leave(level, to: around)
    return value
  }

  @inline(never)
  private func otherValue<Value: Decodable>(
    _ type: Value.Type, _ slot: Ref<FieldSlot>
  ) throws -> Value {
    let start = pointee.cursor.mark
    switch slot.pointee.strategy {
    case .leaf:
      if let leaf = slot.pointee.leaf, unsafe leaf.read(into: pointee.scratch.raw, self) {
        return unsafe pointee.scratch.raw.assumingMemoryBound(to: Value.self).move()
      }
    case .collection:
      if let collection = slot.pointee.collection,
        try unsafe collection.read(into: pointee.scratch.raw, self, slot)
      {
        return unsafe pointee.scratch.raw.assumingMemoryBound(to: Value.self).move()
      }
    case .generated:
      return try generatedValue(type, slot)
    case .tagged:
      guard let leaf = slot.pointee.leaf else { return try taggedValue(type, slot) }
      if unsafe leaf.readTagged(into: pointee.scratch.raw, self) {
        return unsafe pointee.scratch.raw.assumingMemoryBound(to: Value.self).move()
      }
    case .converted:
      if let leaf = slot.pointee.leaf,
        unsafe leaf.readConverted(into: pointee.scratch.raw, slot.pointee.code, self)
      {
        return unsafe pointee.scratch.raw.assumingMemoryBound(to: Value.self).move()
      }
    case .optional:
      if let nullable = slot.pointee.nullable {
        try unsafe nullable.read(into: pointee.scratch.raw, self, slot)
        return unsafe pointee.scratch.raw.assumingMemoryBound(to: Value.self).move()
      }
    case .object:
      if let value = try instance(type, slot) {
        return unsafe unsafeBitCast(value, to: Value.self)
      }
    case .restored, .replaced: return try hookedValue(type, slot)
    case .edge:
      if let edge = slot.pointee.edge, try unsafe edge.read(into: pointee.scratch.raw, self, slot) {
        return unsafe pointee.scratch.raw.assumingMemoryBound(to: Value.self).move()
      }
    case .existential:
      if let existential = slot.pointee.existential,
        try unsafe existential.read(into: pointee.scratch.raw, self, slot)
      {
        return unsafe pointee.scratch.raw.assumingMemoryBound(to: Value.self).move()
      }
    default: break
    }
    pointee.cursor.mark = start
    return try valueFromCells(type, slot)
  }

  /// The value of a slot that generated code reads, unless it does not foresee what stands there.
  @inline(__always)
  private func generatedValue<Value: Decodable>(
    _ type: Value.Type, _ slot: Ref<FieldSlot>
  ) throws -> Value {
    let isSmall = Scratch.fits(type)
    let room =
      unsafe isSmall
      ? pointee.scratch.raw
      : .allocate(
        byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
    defer { if !isSmall { unsafe room.deallocate() } }
    if try unsafe readGenerated(into: room, slot) {
      return unsafe room.assumingMemoryBound(to: Value.self).move()
    }
    return try generalValue(type, slot)
  }

  /// The value of a slot that generated code does not read.
  private func generalValue<Value: Decodable>(
    _ type: Value.Type, _ slot: Ref<FieldSlot>
  ) throws -> Value {
    // The slot may have been asked for another type on the way.
    prepare(type, slot)
    let start = pointee.cursor.mark
    guard let collection = slot.pointee.collection else { return try contained(type, slot) }
    if try unsafe collection.read(into: pointee.scratch.raw, self, slot) {
      return unsafe pointee.scratch.raw.assumingMemoryBound(to: Value.self).move()
    }
    pointee.cursor.mark = start
    return try valueFromCells(type, slot)
  }

  /// Reads an element to where it belongs.
  @inline(__always)
  func element<Value: Decodable>(
    _ target: UnsafeMutablePointer<Value>, _ slot: Ref<FieldSlot>
  ) throws {
    prepare(Value.self, slot)
    if slot.pointee.strategy == .collection, let collection = slot.pointee.collection {
      let start = pointee.cursor.mark
      if try unsafe collection.read(into: UnsafeMutableRawPointer(target), self, slot) { return }
      pointee.cursor.mark = start
      unsafe target.initialize(to: try valueFromCells(Value.self, slot))
    } else if slot.pointee.strategy == .generated {
      if try unsafe readGenerated(into: UnsafeMutableRawPointer(target), slot) { return }
      unsafe target.initialize(to: try generalValue(Value.self, slot))
    } else {
      unsafe target.initialize(to: try value(Value.self, slot))
    }
  }

  // MARK: Cells

  /// The value at the cursor, through cells.
  @inline(never)
  func valueFromCells<Value: Decodable>(
    _ type: Value.Type, _ slot: Ref<FieldSlot>
  ) throws -> Value {
    let start = pointee.cursor.mark
    let path = codingPath(of: slot)
    do {
      if let error = try mismatch(type, slot, path) { throw error }
      pointee.cursor.mark = start
      let (session, cell, end) = try pointee.engine.scan(
        slot, from: start, depth: pointee.depth, path)
      let value = try session.decode(type, session.slot(cell), parent: nil, step: .none)
      pointee.cursor.mark = end
      return value
    } catch {
      pointee.mayHaveRefused = true
      throw DecodingError.carrying(error, type, path)
    }
  }

  /// Makes a level be read from cells from now on.
  @inline(never)
  func useCells(_ level: Ref<Level>) throws -> ValueDecoder {
    if let cells = level.pointee.cells { return cells }
    pointee.mayHaveRefused = true
    if let box = level.pointee.box {
      box.pointee.isDirect = false
      box.pointee.next = pointee.nothing
    }
    // All of it is counted again.
    if level.pointee.mode == .unkeyed {
      (pointee.valueCount, pointee.zeroWidthCount) = level.pointee.counts
    }
    let (session, cell, end) = try pointee.engine.scan(
      level.pointee.slot, from: level.pointee.start, depth: level.pointee.depth,
      codingPath(to: level))
    let cells = ValueDecoder(session, session.slot(cell), parent: nil, step: .none)
    cells.evolution = try level.pointee.forms?.object.evolution(of: cells)
    level.pointee.cells = cells
    level.pointee.mode = .cells
    level.pointee.end = end
    return cells
  }

  // MARK: Passing over values

  /// Passes over the fields that nobody asked for, with the checks that reading them makes.
  @inline(never)
  func skipRest(_ box: Ref<BoxInfo>) throws {
    try skip(box, to: box.pointee.plan.pointee.end)
  }

  /// Passes over fields up to another one.
  func skip(_ box: Ref<BoxInfo>, to field: Ref<FieldSlot>) throws {
    if let level = box.pointee.level, level.pointee.mode == .keyedAgain {
      jump(box, to: field, level)
    }
    while box.pointee.next != field {
      let next = box.pointee.next
      if !next.isStateBit, next.state(box.pointee.bits) == .value { try skip(next) }
      box.pointee.next = next[1]
    }
  }

  /// Whether the value at the cursor says that it is null where none may.
  func isAtNull(_ slot: Ref<FieldSlot>) -> Bool {
    slot.pointee.code == KindCode.any && !slot.pointee.mayBeNull
      && pointee.cursor.nextByte == KindCode.null
  }

  /// Passes over the value at the cursor.
  @inline(never)
  func skip(_ slot: Ref<FieldSlot>) throws {
    let start = pointee.cursor.mark
    if skipLeaf(slot) { return }
    pointee.cursor.mark = start
    if !isAtNull(slot), skipWithoutCells(slot) { return }
    (_, _, pointee.cursor.mark) = try pointee.engine.scan(
      slot, from: start, depth: pointee.depth, codingPath(of: slot))
  }

  /// Passes over the value at the cursor; false, with the cursor where it was, for what is not foreseen.
  func passOver(_ slot: Ref<FieldSlot>) -> Bool {
    let start = pointee.cursor.mark
    if skipLeaf(slot) { return true }
    pointee.cursor.mark = start
    return !isAtNull(slot) && skipWithoutCells(slot)
  }

  /// Passes over a leaf behind its tag; false for other values, and for null, which not every place may hold.
  @inline(never)
  private func skipTaggedLeaf() -> Bool {
    guard let tag = pointee.cursor.fixed(UInt8.self), tag != KindCode.null else { return false }
    return taggedLeaf(tag) != nil
  }

  /// Passes over a leaf of the most usual kinds; false, with the cursor anywhere, for others.
  @inline(__always)
  private func skipLeaf(_ slot: Ref<FieldSlot>) -> Bool {
    switch slot.pointee.code {
    case KindCode.int, KindCode.uint: pointee.cursor.varint() != nil
    case KindCode.int8, KindCode.uint8: pointee.cursor.skip(1)
    case KindCode.float32: pointee.cursor.skip(4)
    case KindCode.float64, KindCode.date: pointee.cursor.skip(8)
    case KindCode.int128, KindCode.uint128, KindCode.uuid: pointee.cursor.skip(16)
    case KindCode.string: pointee.cursor.passText()
    case KindCode.decimal: pointee.cursor.decimal() != nil
    case KindCode.data: pointee.cursor.byteCount().map { pointee.cursor.skip($0) } ?? false
    case KindCode.any: skipTaggedLeaf()
    default: false
    }
  }
}

extension Ref<FieldSlot> {
  /// True if the value is a bit among the record's state bits: a bool of a field that all records have. Other bools are bytes among the payloads.
  ///
  /// It is no property of the slot, since a slot would be copied to ask it.
  @inline(__always)
  var isStateBit: Bool {
    pointee.code == KindCode.bool && pointee.mode == 0 && pointee.key != .max
  }

  /// What the state bits of a record say of a field.
  @inline(__always)
  func state(_ bits: RawCursor.Mark) -> FieldState {
    switch pointee.mode {
    case 0: .value
    case 1: pointee.firstBit.isSet(bits) ? .value : .absent
    case 2: pointee.firstBit.isSet(bits) ? .value : .null
    default:
      pointee.firstBit.isSet(bits) ? (pointee.secondBit.isSet(bits) ? .value : .null) : .absent
    }
  }
}

/// The address of a type's metadata: equal for equal types.
enum TypeAddress {
  @inline(__always)
  static func of<Value: ~Copyable>(_ type: Value.Type) -> Int {
    unsafe unsafeBitCast(type, to: Int.self)
  }
}
