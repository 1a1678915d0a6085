internal import ArchiveFormat

/// Arrays whose elements are read one by one: those of unkeyed containers, and those of which some are null, bools or of
/// various kinds.
extension Ref<DirectState> {
  /// Opens the array or set of a level for an unkeyed container; false, with nothing changed, if it is read from cells.
  func openUnkeyed(_ level: Ref<Level>) -> Bool {
    let schema = pointee.engine.schema
    let counts = (pointee.valueCount, pointee.zeroWidthCount)
    let start = pointee.cursor.mark
    var slot = level.pointee.slot
    if slot.pointee.code == KindCode.any, let tagged = taggedSlot() { slot = tagged }
    guard slot.pointee.code == KindCode.array || slot.pointee.code == KindCode.set else {
      pointee.cursor.mark = start
      return false
    }
    schema.addInner(slot)
    guard let inner = slot.pointee.first, let head = pointee.cursor.varint(),
      head >> 1 <= UInt64(Int.max >> 3),
      case let count = Int(truncatingIfNeeded: head >> 1),
      head & 1 == 0 || count > 0 && count <= pointee.cursor.remaining,
      case let isRow = head & 1 == 0 && inner.pointee.isPacked,
      isRow || chargeColumn(count),
      openRun(level, inner, head & 1 == 0 ? count : 0, isRow: isRow)
    else {
      pointee.cursor.mark = start
      (pointee.valueCount, pointee.zeroWidthCount) = counts
      return false
    }
    if head & 1 == 1 { level.pointee.run.later = count }
    level.pointee.keys = nil
    level.pointee.index = 0
    level.pointee.count = count
    level.pointee.counts = counts
    level.pointee.mode = .unkeyed
    if !isRow { pointee.depth &+= 1 }
    return true
  }

  /// The number of elements of the array or set that stands at the cursor, and where they begin; nil if there is none. Nothing is changed.
  func elementsAhead(_ slot: Ref<FieldSlot>) -> (count: Int, first: ElementMark)? {
    let (around, depth, start) = (pointee.level, pointee.depth, pointee.cursor.mark)
    let counts = (pointee.valueCount, pointee.zeroWidthCount)
    defer {
      (pointee.level, pointee.depth, pointee.cursor.mark) = (around, depth, start)
      (pointee.valueCount, pointee.zeroWidthCount) = counts
    }
    // The error of a limit comes again where the array is opened.
    guard let level = try? enter(slot, .nested), openUnkeyed(level) else { return nil }
    return (level.pointee.count, elementMark(level))
  }

  /// The number of elements of the array or set of a level, which is opened unless it is; nil if it is read from cells.
  func elementCount(of level: Ref<Level>) -> Int? {
    if level.pointee.mode == .untouched, pointee.level == level { _ = openUnkeyed(level) }
    // The values of a map are read in the same way, by its own container.
    let isArray = level.pointee.mapContainer == nil && level.pointee.mapFields == nil
    return isArray && level.pointee.mode == .unkeyed ? level.pointee.count : nil
  }

  /// Goes to an element of an array that user code keeps, past those in between, from where the array was left last; false if the element was passed, or is
  /// read from cells.
  func goToElement(_ index: Int, _ level: Ref<Level>, of piece: KeptPiece?) throws -> Bool {
    guard elementCount(of: level) != nil, pointee.level == level, !level.pointee.isBusy else {
      return false
    }
    if level.pointee.index < index, let piece, let reached = piece.reached,
      level.pointee.index < reached.index, reached.index <= index
    {
      piece.reader.goOn(from: reached.mark.start)
      level.pointee.index = reached.index
      level.pointee.run = reached.mark.run
      pointee.cursor.mark = reached.mark.start
    }
    while level.pointee.index < index {
      guard goToElement(level) else { return false }
      if !level.pointee.run.hasBits || bitCell(level) == nil { try skip(level.pointee.run.slot) }
      passElement(level)
      chargeAgain(1)
    }
    return level.pointee.index == index
  }

  /// Notes how far an array has got that user code keeps: leaves are read from there, and others once another value was opened meanwhile.
  func noteElement(_ level: Ref<Level>, of piece: KeptPiece?) {
    guard let piece, level.pointee.mode == .unkeyed, pointee.level == level, !level.pointee.isBusy
    else { return }
    piece.reached = (level.pointee.index, elementMark(level))
  }

  /// Goes to the next element, into the next run if it is due; false, with the cursor anywhere, if there is none or if it is
  /// not as it is expected.
  @inline(__always)
  func goToElement(_ level: Ref<Level>) -> Bool {
    level.pointee.run.left > 0 || openNextRun(level)
  }

  @inline(never)
  private func openNextRun(_ level: Ref<Level>) -> Bool {
    let later = level.pointee.run.later
    guard later > 0, let slot = pointee.engine.runSlot(), let head = pointee.cursor.varint(),
      head < UInt64(later)
    else { return false }
    let count = head == 0 ? later : Int(truncatingIfNeeded: head)
    guard openRun(level, slot, count) else { return false }
    level.pointee.run.later = later - count
    return true
  }

  /// Begins a run of elements, behind its head; false if it is not as it is expected.
  ///
  /// - Parameter isRow: Whether it is all of a regular array of numbers or bools.
  func openRun(
    _ level: Ref<Level>, _ slot: Ref<FieldSlot>, _ count: Int, isRow: Bool = false
  ) -> Bool {
    var run = DirectRun(slot: slot, left: count, isRow: isRow)
    var valueCount = count
    if slot.pointee.code == KindCode.nullable {
      pointee.engine.schema.addInner(slot)
      guard let inner = slot.pointee.first, let nulls = pointee.cursor.bitRow(bitCount: count),
        chargeVisits(count)
      else { return false }
      run.slot = inner
      run.nulls = nulls
      valueCount = nulls.bitCount(of: count)
    }
    if run.slot.pointee.code == KindCode.bool {
      guard let bools = pointee.cursor.bitRow(bitCount: valueCount) else { return false }
      // Where all are null, they stand where their bits do.
      run.bools = valueCount == 0 ? run.nulls ?? bools : bools
    } else {
      // Elements without bytes are counted where the cells are read.
      guard valueCount <= pointee.cursor.remaining,
        count == 0 || run.slot.pointee.code != KindCode.undetermined
      else { return false }
    }
    level.pointee.run = run
    return true
  }

  /// The next element of a level as a leaf; nil, with the cursor where it was, if it is none of the type.
  @inline(__always)
  func leafElement<Leaf: DirectLeaf>(_ type: Leaf.Type, _ level: Ref<Level>) -> Leaf? {
    leafElement(type, level.pointee.run)
  }

  /// The next element of a run as a leaf; nil, with the cursor where it was, if it is none of the type.
  @inline(__always)
  func leafElement<Leaf: DirectLeaf>(_ type: Leaf.Type, _ run: DirectRun) -> Leaf? {
    if run.hasBits, run.isAtNull || run.bools != nil {
      return run.isAtNull ? nil : run.bool as? Leaf
    }
    let start = pointee.cursor.mark
    let value: Leaf?
    if run.slot.pointee.code == Leaf.directCode {
      value = Leaf.read(self)
    } else if run.slot.pointee.code == KindCode.any {
      value = Leaf.tagged(self)
    } else {
      value = Leaf.converted(run.slot.pointee.code, self)
    }
    if value == nil { pointee.cursor.mark = start }
    return value
  }

  /// The next element of the innermost level, which ``goToElement(_:)`` found; it is left where it is.
  @inline(__always)
  func element<Value: Decodable>(_ type: Value.Type, _ level: Ref<Level>) throws -> Value {
    if level.pointee.run.hasBits, let cell = bitCell(level) {
      return try element(type, cell, level)
    }
    let slot = level.pointee.run.slot
    prepare(type, slot)
    return try value(type, slot)
  }

  /// The next element of a level for a container that user code holds. Until it is read, calls on that container are out of turn. After an error the
  /// container goes on as if the element had not been asked for.
  @inline(__always)
  func busyElement<Value: Decodable>(
    _ type: Value.Type, _ level: Ref<Level>, _ path: () -> [any CodingKey]
  ) throws -> Value {
    let (start, depth) = (pointee.cursor.mark, pointee.depth)
    let counts = (pointee.valueCount, pointee.zeroWidthCount)
    do {
      try countVisit()
      level.pointee.isBusy = true
      let value = try element(type, level)
      level.pointee.isBusy = false
      return value
    } catch {
      let path = path()
      level.pointee.isBusy = false
      chargeAgain(from: start, to: pointee.cursor.mark)
      guard isOpen(level) else { throw DecodingError.carrying(error, type, path) }
      unwind(to: level, depth)
      if level.pointee.mode == .unkeyed {
        pointee.cursor.mark = start
        (pointee.valueCount, pointee.zeroWidthCount) = counts
      }
      throw DecodingError.carrying(error, type, path)
    }
  }

  /// Goes past the next element of a level.
  @inline(__always)
  func passElement(_ level: Ref<Level>) {
    level.pointee.run.advance()
    level.pointee.index &+= 1
  }

  /// An element that is told by a bit; nil if it is not.
  func bitCell(_ level: Ref<Level>) -> ArchiveCell? {
    let run = level.pointee.run
    if run.isAtNull, let bits = run.bools ?? run.nulls {
      var cell = ArchiveCell(.null)
      cell.offset = pointee.engine.offset(of: bits)
      return cell
    }
    guard let bool = run.bool, let bools = run.bools else { return nil }
    var cell = ArchiveCell(.bool, payload: bool ? 1 : 0)
    // In a row, each has the byte that it stands in.
    cell.offset = pointee.engine.offset(of: bools) + (run.isRow ? run.boolIndex >> 3 : 0)
    return cell
  }

  @inline(never)
  private func element<Value: Decodable>(
    _ type: Value.Type, _ cell: ArchiveCell, _ level: Ref<Level>
  ) throws -> Value {
    if Value.self == Bool.self, cell.kind == .bool, chargeVisits(1) {
      return unsafe unsafeBitCast(cell.payload == 1, to: Value.self)
    }
    if cell.kind == .null, let nullable = Value.self as? any DirectNullable.Type,
      chargeVisits(1), let null = nullable.null(type)
    {
      return null
    }
    let visitCount = pointee.visitCount
    let path = codingPath(of: level.pointee.run.slot)
    // It is made whether there is an error or not.
    pointee.visitCount = visitCount
    do {
      let session = pointee.engine.session(cell, path)
      return try session.decode(type, session.slot(0), parent: nil, step: .none)
    } catch {
      throw DecodingError.carrying(error, type, path)
    }
  }

  /// Passes over the elements of an unkeyed container that nobody asked for.
  func skipElements(_ level: Ref<Level>) throws {
    while level.pointee.index < level.pointee.count {
      guard goToElement(level) else { return try skipAgain(level) }
      if !level.pointee.run.hasBits || bitCell(level) == nil { try skip(level.pointee.run.slot) }
      passElement(level)
    }
  }

  /// Passes over a whole array through cells.
  private func skipAgain(_ level: Ref<Level>) throws {
    (pointee.valueCount, pointee.zeroWidthCount) = level.pointee.counts
    (_, _, pointee.cursor.mark) = try pointee.engine.scan(
      level.pointee.slot, from: level.pointee.start, depth: level.pointee.depth,
      codingPath(to: level))
  }
}

extension Ref<DirectState> {
  /// The value that a type makes of a bool among the state bits.
  func value<Value: Decodable>(
    _ type: Value.Type, _ bit: Bool, at bits: RawCursor.Mark, _ path: [any CodingKey]
  ) throws -> Value {
    var cell = ArchiveCell(.bool, payload: bit ? 1 : 0)
    cell.offset = pointee.engine.offset(of: bits)
    do {
      let session = pointee.engine.session(cell, path)
      return try session.decode(type, session.slot(0), parent: nil, step: .none)
    } catch {
      _ = try pointee.engine.checkRoot()
      throw DecodingError.carrying(error, type, path)
    }
  }
}

extension Ref<DirectState> {
  /// The value that a type makes of one that stands in no archive.
  @inline(never)
  func value<Value: Decodable>(
    _ type: Value.Type, _ value: any Encodable, _ path: [any CodingKey]
  ) throws -> Value {
    do {
      let session = DecodingSession(.empty, pointee.engine.ledger, basePath: path)
      return try session.decode(type, Graft(value), parent: nil, step: .none)
    } catch {
      throw DecodingError.carrying(error, type, path)
    }
  }
}

extension DirectEngine {
  /// A session for one value, a leaf that is no bytes.
  func session(_ cell: ArchiveCell, _ path: [any CodingKey]) -> DecodingSession {
    let document = ArchivedDocument(
      cells: [cell], bytes: [], objects: [], roots: [], definitions: schema.definitions)
    return DecodingSession(document, ledger, basePath: path)
  }
}
