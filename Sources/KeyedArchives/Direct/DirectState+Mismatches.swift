internal import ArchiveFormat

/// Values that are asked for as what they are not. Many types find out like this what stands there, by one type after
/// another: nothing is kept of the value, and its bytes are checked once.
extension Ref<DirectState> {
  /// What is wrong with asking for the value of a level, of which nothing was read, as a leaf that it was not read as; nil if
  /// that is found out with cells.
  func mismatch<Leaf: DirectLeaf>(
    leaf type: Leaf.Type, of level: Ref<Level>
  ) throws -> (any Error)? {
    let (slot, start) = (level.pointee.slot, level.pointee.start)
    pointee.cursor.mark = start
    guard let cell = head(slot)?.cell, isOther(cell, than: type) else { return nil }
    try countVisit()
    let path = codingPath(to: level)
    guard let error = try mismatch(type, cell, start, level.pointee.depth) else { return nil }
    return DecodingError.carrying(error, type, at: path)
  }

  /// What is wrong with asking for the value at the cursor, inside of a level, as a leaf that it was not read as; nil if that
  /// is found out with cells. The cursor stays.
  ///
  /// - Parameter known: The cell of the value, if it is told by bits.
  func mismatch<Leaf: DirectLeaf>(
    leaf type: Leaf.Type, _ slot: Ref<FieldSlot>,
    _ known: ArchiveCell? = nil, _ makePath: () -> [any CodingKey]
  ) throws -> (any Error)? {
    let start = pointee.cursor.mark
    defer { pointee.cursor.mark = start }
    guard !pointee.engine.schema.hasClasses, var cell = known ?? head(slot)?.cell,
      isOther(cell, than: type)
    else { return nil }
    try countVisit()
    let engine = pointee.engine
    guard try engine.checkRoot() else { return nil }
    let path = makePath()
    if known == nil { cell.offset = engine.offset(of: start) }
    return DecodingError.carrying(
      engine.errorSession.mismatch(type, Slot(cell: cell, index: -1)), type, at: path)
  }

  /// Whether a leaf, of which nothing was made, is none of a type. Cells tell it of a text that the type may make something of: the
  /// bytes that it takes may be too many.
  private func isOther<Leaf: DirectLeaf>(_ cell: ArchiveCell, than type: Leaf.Type) -> Bool {
    Leaf.value(cell, .empty) == nil && (cell.kind != .string || !Leaf.convertsText)
  }

  /// The error of reading past the end of the array of a level.
  func end(of level: Ref<Level>) -> ArchiveError {
    let engine = pointee.engine
    var cell = ArchiveCell(.array)
    let start = level.pointee.start
    cell.offset = engine.tagOffset(before: start, level.pointee.depth) ?? engine.offset(of: start)
    return engine.errorSession.error(
      .valueNotFound, "the array has no more than \(level.pointee.count) elements",
      Slot(cell: cell, index: -1))
  }

  /// The error of asking for a key that the record or map of a level does not have; nil if cells have to find the error.
  ///
  /// - Parameter present: The keys that it has.
  func missing(
    _ key: any CodingKey, among present: some Sequence<String>, in level: Ref<Level>,
    _ path: [any CodingKey], of kind: CellKind = .record
  ) throws -> (any Error)? {
    let engine = pointee.engine
    guard try engine.checkRoot() else { return nil }
    var cell = ArchiveCell(kind)
    cell.offset =
      engine.tagOffset(before: level.pointee.start, level.pointee.depth)
      ?? engine.offset(of: level.pointee.start)
    return engine.errorSession.missing(key, among: present, Slot(cell: cell, index: -1), path)
  }

  /// What is wrong with asking for the value at the cursor as a type for which its slot is ready; nil if that is found out with
  /// cells. The cursor is anywhere after it.
  func mismatch<Value>(
    _ type: Value.Type, _ slot: Ref<FieldSlot>, _ makePath: @autoclosure () -> [any CodingKey]
  ) throws -> (any Error)? {
    let start = pointee.cursor.mark
    guard slot.pointee.type == TypeAddress.of(type),
      slot.pointee.collection != nil || slot.pointee.leaf != nil,
      let (cell, found) = head(slot), cell.kind != .null,
      let asked = asked(type, slot, cell, found)
    else { return nil }
    try countVisit()
    let path = makePath()
    return try mismatch(asked, cell, start, pointee.depth).map {
      DecodingError.carrying($0, type, at: path)
    }
  }

  /// What was asked for of a value that is none of it; nil if it may be one.
  ///
  /// - Parameter found: The slot of the kind that was found.
  private func asked(
    _ type: any Any.Type, _ slot: Ref<FieldSlot>, _ cell: ArchiveCell, _ found: Ref<FieldSlot>
  ) -> (any Any.Type)? {
    guard let collection = slot.pointee.collection else {
      // A row of bytes is data.
      let isOther =
        slot.pointee.leaf.map { $0.directCode != KindCode.data && !$0.hasRecords } ?? false
      return isOther && cell.kind.isContainer ? type : nil
    }
    switch (collection.form, cell.kind) {
    case (.list, .array), (.list, .set), (.table, .record), (.table, .map), (.entries, _):
      return nil
    case (.list, .map): return isKeyedMap(found) ? [Any].self : nil
    case (.list, _): return [Any].self
    case (.table, _): return [String: Any].self
    }
  }

  /// What is wrong with asking for the value of a level, of which nothing was read, by a keyed container; nil if that is made
  /// of cells.
  func mismatch(keyed level: Ref<Level>) throws -> (any Error)? {
    try mismatch([String: Any].self, level) { kind, _ in kind != .record && kind != .map }
  }

  /// What is wrong with asking for it by an unkeyed container.
  func mismatch(unkeyed level: Ref<Level>) throws -> (any Error)? {
    try mismatch([Any].self, level) { kind, slot in
      kind == .map ? isKeyedMap(slot) : kind != .array && kind != .set
    }
  }

  private func mismatch(
    _ type: any Any.Type, _ level: Ref<Level>,
    where isOther: (CellKind, Ref<FieldSlot>) -> Bool
  ) throws -> (any Error)? {
    let start = level.pointee.start
    pointee.cursor.mark = start
    defer { pointee.cursor.mark = start }
    guard let (cell, slot) = head(level.pointee.slot), cell.kind != .null,
      isOther(cell.kind, slot)
    else { return nil }
    return try mismatch(type, cell, start, level.pointee.depth).map {
      DecodingError.carrying($0, type, at: codingPath(to: level))
    }
  }

  /// Nil if it is not known that the value holds.
  private func mismatch(
    _ type: any Any.Type, _ cell: ArchiveCell, _ start: RawCursor.Mark, _ depth: Int
  ) throws -> ArchiveError? {
    let engine = pointee.engine
    pointee.cursor.mark = start
    if cell.kind.isContainer { guard try engine.checkRoot() else { return nil } }
    var cell = cell
    cell.offset = engine.tagOffset(before: start, depth) ?? engine.offset(of: start)
    return engine.errorSession.mismatch(type, Slot(cell: cell, index: -1))
  }

  /// A cell that tells what the value at the cursor is, and the slot of its kind if a tag tells it: the cursor is behind a
  /// leaf, and at the payload of a container. Nil, with the cursor anywhere, for what is not foreseen.
  private func head(_ slot: Ref<FieldSlot>) -> (cell: ArchiveCell, slot: Ref<FieldSlot>)? {
    guard !pointee.engine.schema.hasClasses, !isAtNull(slot) else { return nil }
    guard slot.pointee.code == KindCode.any else {
      return head(slot.pointee.code).map { ($0, slot) }
    }
    if let tagged = taggedSlot() { return head(tagged.pointee.code).map { ($0, tagged) } }
    guard let tag = pointee.cursor.fixed(UInt8.self) else { return nil }
    return taggedLeaf(tag).map { ($0, slot) }
  }

  /// The cell of a leaf behind its tag.
  func taggedLeaf(_ tag: UInt8) -> ArchiveCell? {
    switch tag {
    case KindCode.null: return ArchiveCell(.null)
    case KindCode.bool: return ArchiveCell(.bool, payload: 0)
    case KindCode.true: return ArchiveCell(.bool, payload: 1)
    case KindCode.smallIntTag..<KindCode.shortStringTag:
      return ArchiveCell(.int, payload: UInt64(tag - KindCode.smallIntTag))
    case KindCode.shortStringTag..<KindCode.shortRecordTag:
      let byteCount = Int(tag - KindCode.shortStringTag)
      guard byteCount <= pointee.cursor.remaining, pointee.cursor.text(byteCount) != nil else {
        return nil
      }
      return ArchiveCell(.string)
    case KindCode.int...KindCode.url: return isLong(tag) ? head(tag) : nil
    default: return nil
    }
  }

  /// The cell of a leaf, or the beginning of one of a container.
  private func head(_ code: UInt8) -> ArchiveCell? {
    switch code {
    case KindCode.int: Int64.read(self).map { ArchiveCell(.int, payload: UInt64(bitPattern: $0)) }
    case KindCode.uint: UInt64.read(self).map { ArchiveCell(.uint, payload: $0) }
    case KindCode.int8:
      Int8.read(self).map { ArchiveCell(.int8, payload: UInt64(bitPattern: Int64($0))) }
    case KindCode.uint8: UInt8.read(self).map { ArchiveCell(.uint8, payload: UInt64($0)) }
    case KindCode.float32:
      Float.read(self).map { ArchiveCell(.float32, payload: UInt64($0.bitPattern)) }
    case KindCode.float64: Double.read(self).map { ArchiveCell(.float64, payload: $0.bitPattern) }
    case KindCode.string: pointee.cursor.string().map { _ in ArchiveCell(.string) }
    case KindCode.record, KindCode.recordOfShape: ArchiveCell(.record)
    case KindCode.array: ArchiveCell(.array)
    case KindCode.set: ArchiveCell(.set)
    case KindCode.map: ArchiveCell(.map)
    default: nil
    }
  }

  /// Whether the map whose payload is at the cursor is no list of keys and values (Spec, section 7).
  private func isKeyedMap(_ slot: Ref<FieldSlot>) -> Bool {
    pointee.engine.schema.addInner(slot)
    guard let head = pointee.cursor.varint(), let keys = slot.pointee.first else { return false }
    let code = keys.pointee.code
    return head == 0 || head & 1 == 0 && (code == KindCode.int || code == KindCode.string)
  }
}
