internal import ArchiveFormat

/// Rows that start again, since their elements turned out to need another layout.
extension DirectEncoder {
  /// Encodes the elements of a collection whose values are of several kinds.
  ///
  /// - Parameter header: The offset of the header of the map whose values they are; nil for others.
  func encodeMixed<Element: Encodable>(
    _ elements: UnsafeBufferPointer<Element>, _ slot: UnsafeMutablePointer<EncodingSlot>,
    _ role: BlockState.ElementRole, header: Int? = nil
  ) throws {
    guard let row = unsafe openRow(slot, role, isNested: false) else {
      throw unsafe state.pointee.deviate()
    }
    unsafe row.pointee.header = header
    unsafe row.pointee.beginning = unsafe RowBeginning(self, row.pointee.place)
    if !rowLayouts.isEmpty, let layout = unsafe rowLayouts[row.pointee.ordinal],
      layout.fits(elements.count)
    {
      unsafe row.pointee.layout = layout
    }
    let handle = unsafe RowHandle(self, row)
    var layout: RowLayout?
    repeat {
      if let layout { unsafe try startAgain(row, layout) }
      unsafe begin(row, elements.count)
      for index in elements.indices {
        unsafe try encode(elements[index], in: next(handle, row, index))
        if unsafe row.pointee.nextLayout != nil { break }
      }
      unsafe try handle.resume()
      unsafe endBits(row)
      layout = unsafe row.pointee.nextLayout ?? layoutAtEnd(row)
    } while layout != nil
    unsafe try closeElements(state.pointee.top)
    unsafe state.pointee.top -= 1
  }

  /// Begins the elements of a row with what its layout has before them.
  private func begin(_ row: UnsafeMutablePointer<ElementRow>, _ count: Int) {
    let layout = unsafe row.pointee.layout
    unsafe row.pointee.kind = layout == .tagged ? KindCode.any : KindCode.undetermined
    unsafe row.pointee.isApart = layout != .shared
    guard layout.hasBits else { return }
    unsafe row.pointee.hasBits = true
    unsafe row.pointee.nextCut = unsafe state.pointee.nextCut
    unsafe state.pointee.nextCut = .max
    var bitCount = count
    if case .runs(let first, _) = layout { bitCount = first }
    unsafe row.pointee.bitByteCount = (bitCount + 7) / 8
    unsafe state.pointee.putZeros(row.pointee.bitByteCount)
  }

  /// Lets blocks begin again.
  private func endBits(_ row: UnsafeMutablePointer<ElementRow>) {
    guard unsafe row.pointee.hasBits else { return }
    unsafe row.pointee.hasBits = false
    unsafe state.pointee.nextCut = unsafe row.pointee.nextCut
  }

  /// Begins the next element.
  private func next(
    _ handle: RowHandle, _ row: UnsafeMutablePointer<ElementRow>, _ index: Int
  ) throws -> UnsafeMutablePointer<ElementRow> {
    guard case .runs(let first, _) = unsafe row.pointee.layout, index == first else {
      return unsafe try handle.next()
    }
    unsafe try handle.resume()
    unsafe endBits(row)
    unsafe try beginAnyRun(row)
    // A block with a state begins only between two elements of one run.
    let nextCut = unsafe state.pointee.nextCut
    unsafe state.pointee.nextCut = .max
    defer { unsafe state.pointee.nextCut = nextCut }
    return unsafe try handle.next()
  }

  /// Ends the first run of a row, whose elements are of one kind. The elements that follow have tags.
  private func beginAnyRun(_ row: UnsafeMutablePointer<ElementRow>) throws {
    let place = unsafe row.pointee.place
    let kind = unsafe row.pointee.kind
    // An earlier pass found out where the run begins, with nulls or without.
    guard unsafe KindCode.isValueOfLeaf(kind) || kind == EncodingSlot.delegated,
      unsafe row.pointee.layout == .runs(first: row.pointee.count, isNullable: row.pointee.hasNull),
      unsafe place.pointee.openRowCount == 1, unsafe !holdsRecords(row)
    else { throw unsafe state.pointee.deviate() }
    var (sink, kinds) = (ByteSink(), KindTable())
    let ownKind = unsafe try ownKind(row, &kinds)
    sink.kind(ownKind, kinds, typeNumbers: rowNumbers(for: ownKind, kinds))
    unsafe sink.varint(row.pointee.count)
    unsafe runHeads[row.pointee.ordinal] = sink.bytes
    unsafe state.pointee.namesShapes = true
    // The place has the kind of the first run.
    unsafe row.pointee.hasKnownPlace = unsafe place.pointee.call == state.pointee.call
    if unsafe !row.pointee.hasKnownPlace {
      unsafe try determine(place, row)
    } else {
      guard unsafe !hasOnlyNulls(place), unsafe comparison(row)?.isRefined != true else {
        throw unsafe state.pointee.deviate()
      }
      if unsafe row.pointee.lateNumber != nil {
        unsafe try settleBlocks(in: row, from: row.pointee.body)
      }
    }
    try unsafe endBlocks(ofRun: row, self.ownKind(row, &stateKinds), before: row.pointee.count)
    unsafe state.pointee.put(KindCode.any)
    unsafe state.pointee.putVarint(0)
    unsafe row.pointee.firstKind = unsafe row.pointee.ownKind?.kind ?? kind
    unsafe row.pointee.kind = KindCode.any
    unsafe row.pointee.runCount = 2
    unsafe row.pointee.isAnyRun = true
    unsafe row.pointee.slot = nil
    unsafe row.pointee.ownKind = nil
  }

  /// Gives a place the kind of the elements of a row.
  func determine(
    _ place: UnsafeMutablePointer<EncodingSlot>, _ row: UnsafeMutablePointer<ElementRow>
  ) throws {
    var (kind, inner) = unsafe (row.pointee.kind, row.pointee.slot)
    if unsafe row.pointee.layout.hasBits {
      if KindCode.isValueOfLeaf(kind) {
        let values = unsafe try placeOfValues(row)
        unsafe refine(values, to: kind)
        unsafe inner = unsafe values
      }
      kind = KindCode.nullable
    }
    unsafe place.pointee.call = unsafe state.pointee.call
    unsafe place.pointee.kind = kind
    unsafe place.pointee.inner = unsafe inner
    unsafe place.pointee.plan = unsafe row.pointee.ownKind?.plan
  }

  /// The layout that a row needs, given the kind of the last element, which is not that of those before it; nil if tags can be added.
  func layout(
    _ row: UnsafeMutablePointer<ElementRow>, before kind: UInt8
  ) -> RowLayout? {
    let count = unsafe row.pointee.count - 1
    guard unsafe row.pointee.beginning != nil, unsafe row.pointee.runCount == 1 else { return nil }
    let own = unsafe row.pointee.kind == EncodingSlot.delegated ? row.pointee.ownKind : nil
    let old = unsafe own?.kind ?? row.pointee.kind
    guard old != kind, !Self.isRecord(old) else { return nil }
    let isLate = unsafe row.pointee.count > ElementRow.startCount
    if unsafe row.pointee.hasBits {
      return isLate ? .runs(first: count, isNullable: true) : .tagged
    }
    if isLate { return kind == KindCode.null ? .nullable : .runs(first: count, isNullable: false) }
    return count > 1 && Self.isCollection(old) ? .tagged : nil
  }

  /// Notes that an element with a tag is null, or of another kind than those before it, which are at least nine and need no tags.
  func noteLate(_ row: UnsafeMutablePointer<ElementRow>, _ kind: UInt8) throws {
    if kind == KindCode.null { unsafe row.pointee.nullCount += 1 }
    let first = unsafe row.pointee.firstKind
    if unsafe row.pointee.isAnyRun {
      // An earlier pass found out that the run begins here.
      if unsafe row.pointee.layout
        == .runs(
          first: row.pointee.count - 1, isNullable: row.pointee.layout.hasBits),
        kind == KindCode.null || kind == first
      {
        throw unsafe state.pointee.deviate()
      }
      return
    }
    guard unsafe row.pointee.beginning != nil, unsafe !row.pointee.isMixed,
      unsafe row.pointee.runCount == 1, unsafe row.pointee.count > ElementRow.startCount,
      kind != KindCode.null, kind != first, !(Self.isRecord(kind) && Self.isRecord(first))
    else { return }
    unsafe row.pointee.nextLayout = unsafe .runs(
      first: row.pointee.count - 1, isNullable: row.pointee.hasNull)
  }

  /// The layout that a row needs now that all its elements are known; nil if its own is right.
  private func layoutAtEnd(_ row: UnsafeMutablePointer<ElementRow>) -> RowLayout? {
    guard unsafe row.pointee.runCount == 1 else { return nil }
    if unsafe row.pointee.kind == KindCode.any, unsafe !row.pointee.isMixed {
      let place = unsafe row.pointee.place
      let isAny =
        unsafe place.pointee.call == state.pointee.call && place.pointee.kind == KindCode.any
      guard unsafe Self.isCollection(row.pointee.firstKind),
        unsafe !(isAny && row.pointee.count < ElementRow.startCount)
      else { return nil }
      return unsafe row.pointee.hasNull ? .nullable : .untagged
    }
    if unsafe needsNullBits(row) { return .nullable }
    return unsafe needsSharedPlace(row) ? .shared : nil
  }

  /// True if bits stand before the containers of rows at the place of a row, of which none is null here.
  private func needsNullBits(_ row: UnsafeMutablePointer<ElementRow>) -> Bool {
    let place = unsafe row.pointee.place
    guard unsafe row.pointee.layout == .plain, unsafe row.pointee.kind == EncodingSlot.delegated,
      unsafe Self.isCollection(row.pointee.slot?.pointee.resolvedKind ?? KindCode.undetermined),
      unsafe place.pointee.call == state.pointee.call,
      unsafe place.pointee.kind == KindCode.nullable
    else { return false }
    if unsafe hasOnlyNulls(place) { return true }
    guard let comparison = unsafe comparison(row) else { return false }
    return !comparison.differs && !(comparison.isRefined && comparison.refines)
  }

  /// True if the elements of a row that were encoded apart have to be encoded once more, at the place that rows before gave its kind.
  private func needsSharedPlace(_ row: UnsafeMutablePointer<ElementRow>) -> Bool {
    guard unsafe row.pointee.isApart, unsafe row.pointee.count < ElementRow.startCount,
      unsafe row.pointee.layout == .plain, let comparison = unsafe comparison(row)
    else { return false }
    return comparison.differs || comparison.isRefined && comparison.refines
  }

  /// Compares the kind of the elements of a row with that of its place; nil if their codes differ.
  func comparison(_ row: UnsafeMutablePointer<ElementRow>) -> PlaceComparison? {
    guard unsafe row.pointee.kind == EncodingSlot.delegated, let slot = unsafe row.pointee.slot,
      let shared = unsafe shared(row),
      unsafe shared.pointee.resolvedKind == slot.pointee.resolvedKind
    else { return nil }
    return unsafe PlaceComparison(shared, slot, state.pointee.call)
  }

  /// Adopts a kind that goes together with that of the place of a row.
  func adopt(_ comparison: PlaceComparison, _ row: UnsafeMutablePointer<ElementRow>) throws {
    let place = unsafe row.pointee.place
    if comparison.isRefined {
      // The kinds of places that blocks began in are asked for at the end, and other elements would stand there.
      guard !comparison.refines, !comparison.differs, unsafe lateRows.isEmpty,
        unsafe place.pointee.kind == EncodingSlot.delegated
      else { throw unsafe state.pointee.deviate() }
      unsafe place.pointee.inner = unsafe row.pointee.slot
    } else if unsafe row.pointee.hasBlocks, !comparison.differs {
      guard !comparison.refines, !comparison.isOpen else { throw unsafe state.pointee.deviate() }
      unsafe try settleBlocks(in: row, from: row.pointee.body)
    }
  }

  /// Takes back the elements of a row.
  ///
  /// All that is encoded again is at most ``freeByteCount`` longer than twice what has been written, so that rows inside of rows that start
  /// again do not add up.
  private func startAgain(
    _ row: UnsafeMutablePointer<ElementRow>, _ layout: RowLayout
  ) throws {
    let state = unsafe state
    let (place, body) = unsafe (row.pointee.place, row.pointee.body)
    let count = unsafe state.pointee.count
    // Nothing else has learned from the elements: no records, whose fields have kinds.
    guard let beginning = unsafe row.pointee.beginning,
      unsafe RowBeginning(self, place).isSame(as: beginning), unsafe !holdsRecords(row),
      unsafe place.pointee.openRowCount == 1,
      unsafe state.pointee.repeatedByteCount + count - body
        <= 2 * (count - Self.headRoom) + Self.freeByteCount
    else { throw unsafe state.pointee.deviate() }
    // Blocks have begun that would begin elsewhere: the next pass begins with the layout. Each pass finds out one.
    guard unsafe state.pointee.lastCut <= body, unsafe row.pointee.lateNumber == nil else {
      if unsafe rowLayouts[row.pointee.ordinal] != nil || rowLayouts.count < Self.passCount {
        unsafe rowLayouts[row.pointee.ordinal] = layout
        triesAgain = true
      }
      throw unsafe state.pointee.deviate()
    }
    unsafe state.pointee.repeatedByteCount += count - body
    unsafe state.pointee.position = unsafe state.pointee.base + body
    unsafe state.pointee.emptyElementCount = beginning.emptyElementCount
    unsafe state.pointee.builtByteCount = beginning.builtByteCount
    resetCost(to: unsafe beginning.furtherCost)
    unsafe state.pointee.rowOrdinal = unsafe row.pointee.ordinal + 1
    let said = unsafe shared(row)
    var next = unsafe place.pointee.variants
    while let variant = unsafe next {
      if unsafe variant != said { unsafe forgetKind(variant) }
      unsafe next = unsafe variant.pointee.nextVariant
    }
    unsafe row.pointee.startAgain(layout)
  }

  /// True if there are records among the elements of a row, or inside of them, or may be.
  func holdsRecords(_ row: UnsafeMutablePointer<ElementRow>) -> Bool {
    if unsafe row.pointee.runCount > 1 { return unsafe !row.pointee.isAnyRun }
    guard unsafe row.pointee.kind == EncodingSlot.delegated, let own = unsafe row.pointee.ownKind
    else { return false }
    return unsafe own.plan != nil || holdsRecords(own.holder)
  }

  /// True if a record stands at a place, or inside of it, or may. Elements of kind *any* are looked at when they are written.
  func holdsRecords(_ slot: UnsafeMutablePointer<EncodingSlot>, _ depth: Int = kindDepth) -> Bool {
    guard unsafe slot.pointee.call == state.pointee.call else { return false }
    guard depth > 0 else { return true }
    switch unsafe slot.pointee.kind {
    case KindCode.array, KindCode.set, KindCode.nullable, unsafe EncodingSlot.delegated:
      return unsafe slot.pointee.inner.map { unsafe holdsRecords($0, depth - 1) } ?? true
    case KindCode.map:
      guard let keys = unsafe slot.pointee.keys, let values = unsafe slot.pointee.inner else {
        return true
      }
      return unsafe holdsRecords(keys, depth - 1) || holdsRecords(values, depth - 1)
    case KindCode.any: return false
    case let kind: return !KindCode.isLeaf(kind)
    }
  }

  /// Bytes that may be encoded again in a small archive.
  private static var freeByteCount: Int { 128 }
  /// Passes that find out the layouts of rows in which blocks begin.
  private static var passCount: Int { 2 }
  /// Places inside of each other that are looked at.
  private static var kindDepth: Int { 16 }
}
