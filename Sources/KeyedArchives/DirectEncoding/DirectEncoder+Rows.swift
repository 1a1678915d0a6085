internal import ArchiveFormat

/// Arrays that are written one element after the other (``ElementRow``).
extension DirectEncoder {
  /// Begins the array of an unkeyed container.
  func openElements(
    _ slot: UnsafeMutablePointer<EncodingSlot>, isNested: Bool
  ) -> any UnkeyedEncodingContainer {
    guard let row = unsafe openRow(slot, .array, isNested: isNested) else {
      return strayUnkeyedContainer()
    }
    return unsafe container(ofElements: row, slot)
  }

  /// Begins one inside of a record or of another array, which ends with the next call of the outer one.
  @inline(never)
  func openNestedElements(
    _ slot: UnsafeMutablePointer<EncodingSlot>
  ) -> any UnkeyedEncodingContainer {
    guard unsafe !slot.pointee.isNoted else {
      _ = unsafe refuseNoted(slot)
      return strayUnkeyedContainer()
    }
    guard unsafe state.pointee.pending == nil,
      unsafe (try? state.pointee.forgetType(at: slot)) != nil
    else { return strayUnkeyedContainer() }
    if let late = unsafe lateContainer(at: slot) { return unsafe openElements(late) }
    guard (try? goDeeper()) != nil else { return strayUnkeyedContainer() }
    return unsafe openElements(slot, isNested: true)
  }

  /// Begins a row at a place; nil if too many are open.
  func openRow(
    _ slot: UnsafeMutablePointer<EncodingSlot>, _ role: BlockState.ElementRole, isNested: Bool
  ) -> UnsafeMutablePointer<ElementRow>? {
    let state = unsafe state
    guard let row = unsafe state.pointee.nextElementRow() else { return nil }
    let place = unsafe place(ofElements: role, at: slot)
    unsafe state.pointee.pending = nil
    unsafe state.pointee.serial &+= 1
    let frame = unsafe state.pointee.top + 1
    unsafe memory.initializeArray(frame, slot, body: state.pointee.count, isNested: isNested)
    unsafe state.pointee.top = unsafe frame
    let ordinal = unsafe state.pointee.rowOrdinal
    unsafe state.pointee.rowOrdinal = ordinal + 1
    unsafe state.pointee.putZeros(
      headByteCounts.isEmpty
        ? Int(slot.pointee.headByteCount)
        : headByteCounts[ordinal] ?? Int(slot.pointee.headByteCount))
    unsafe place.pointee.openRowCount += 1
    let starts = unsafe state.pointee.rowStarts(of: row)
    unsafe row.initialize(
      to: ElementRow(
        frame: ElementsFrame(
          outer: state.pointee.elements, records: frame, place: place,
          count: ElementsFrame.late, role: role, start: state.pointee.contentCount,
          offset: state.pointee.count),
        serial: state.pointee.serial, ordinal: ordinal, body: state.pointee.count, starts: starts))
    if isNested { unsafe noteNested(row.pointee.serial, slot, in: frame - 1) }
    unsafe state.pointee.elementRowCount += 1
    unsafe state.pointee.elements = unsafe row.frame
    return unsafe row
  }

  /// The place of the elements of arrays and sets that stand at a place, or of the values of maps.
  private func place(
    ofElements role: BlockState.ElementRole, at slot: UnsafeMutablePointer<EncodingSlot>
  ) -> UnsafeMutablePointer<EncodingSlot> {
    let isMap = role == .values
    if let known = unsafe isMap ? slot.pointee.values : slot.pointee.elements {
      return unsafe known
    }
    let place = unsafe newSlot()
    if isMap {
      unsafe slot.pointee.values = unsafe place
    } else {
      unsafe slot.pointee.elements = unsafe place
    }
    return unsafe place
  }

  /// Ends the array of a frame: what stands before its elements is known now.
  func closeElements(_ frame: UnsafeMutablePointer<EncodingFrame>) throws {
    let state = unsafe state
    guard let row = unsafe state.pointee.lastElementRow,
      unsafe state.pointee.elements == row.frame, unsafe row.pointee.frame.records == frame
    else { throw unsafe state.pointee.deviate() }
    if unsafe row.pointee.hasScript { unsafe try makeCalls(of: row) }
    unsafe try finishOpenElement(row)
    unsafe state.pointee.elements = unsafe row.pointee.frame.outer
    unsafe state.pointee.endLastElementRow()
    unsafe state.pointee.noteRow(
      of: row.pointee.count, byteCount: state.pointee.contentCount - row.pointee.frame.start)
    unsafe try checkKind(row.frame, row.pointee.count)
    if unsafe holdsRecords(row) { unsafe state.pointee.recordRowCount += 1 }
    let isRegular = unsafe try settle(row)
    let slot = unsafe frame.pointee.slot
    if unsafe row.pointee.runCount > 1 { unsafe endRuns(row) }
    if let number = unsafe row.pointee.lateNumber {
      unsafe lateRows[number].count = unsafe row.pointee.count
      if !isRegular {
        if unsafe row.pointee.runCount > 1 {
          unsafe lateRows[number].kind = unsafe runKind(row)
        } else {
          unsafe lateRows[number].kind = try unsafe ownKind(row, &stateKinds)
          unsafe try settleBlocks(in: row, from: row.pointee.body)
        }
      }
    }
    if let header = unsafe row.pointee.header {
      return unsafe try closeValues(frame, row, header, isRegular)
    }
    var keys: [UInt8] = []
    let isMap = unsafe row.pointee.frame.role == .values
    if isMap {
      guard let column = unsafe try endMap(frame, count: row.pointee.count) else {
        return unsafe try closeRecordWithoutKeys(frame)
      }
      keys = column
    }
    let isKnown = unsafe slot.pointee.call == state.pointee.call
    unsafe try state.pointee.adopt(
      slot, isMap ? KindCode.map : row.pointee.frame.role == .set ? KindCode.set : KindCode.array)
    // A record inside of this one may have said what stands here.
    if isKnown, unsafe slot.pointee.inner != row.pointee.place {
      throw unsafe state.pointee.deviate()
    }
    unsafe slot.pointee.inner = unsafe row.pointee.place
    let header = unsafe row.pointee.count << (isMap ? 2 : 1)
    let room = unsafe row.pointee.body - frame.pointee.body
    if isRegular, header < 0x80, room == 1 + keys.count {
      unsafe (state.pointee.base + frame.pointee.body).storeBytes(
        of: UInt8(truncatingIfNeeded: header << 1 | 1), as: UInt8.self)
      unsafe copy(keys, to: frame.pointee.body + 1)
      return
    }
    var head = ByteSink()
    head.varint(header | (isRegular ? 0 : isMap ? 2 : 1))
    head.append(keys[...])
    if !isRegular { unsafe try head.append(runHeader(row)[...]) }
    unsafe putHead(head.bytes, frame, row)
  }

  /// Bytes that are left free before elements.
  private static var headLimit: Int { 4_096 }

  private func putHead(
    _ head: [UInt8], _ frame: UnsafeMutablePointer<EncodingFrame>,
    _ row: UnsafeMutablePointer<ElementRow>
  ) {
    unsafe frame.pointee.slot.pointee.headByteCount = Int32(
      truncatingIfNeeded: min(head.count, Self.headLimit))
    if unsafe replace(frame.pointee.body..<row.pointee.body, with: head) {
      unsafe headByteCounts[row.pointee.ordinal] = head.count
    }
  }

  /// Ends the values of a dictionary, whose header and keys were written before.
  private func closeValues(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ row: UnsafeMutablePointer<ElementRow>,
    _ header: Int, _ isRegular: Bool
  ) throws {
    let slot = unsafe frame.pointee.slot
    // A record inside of this one may have said what stands here.
    if let inner = unsafe slot.pointee.inner, unsafe inner != row.pointee.place,
      unsafe inner.pointee.call == state.pointee.call
    {
      throw unsafe state.pointee.deviate()
    }
    unsafe slot.pointee.inner = unsafe row.pointee.place
    unsafe putHead(isRegular ? [] : try runHeader(row), frame, row)
    if !isRegular { unsafe markRow(header, .values) }
  }

  /// Sets the flag of a row whose elements have a kind of their own, given the offset of the header before them.
  func markRow(_ header: Int, _ role: BlockState.ElementRole) {
    // The flag is the second bit of the number before a map, and the lowest of others, behind the bits that tell the varint's length.
    let first = unsafe state.pointee.base + header
    let shift =
      unsafe UInt64(first.load(as: UInt8.self).trailingZeroBitCount) + (role == .values ? 2 : 1)
    let byte = unsafe first + Int(shift / 8)
    unsafe byte.storeBytes(
      of: byte.load(as: UInt8.self) | 1 << UInt8(shift % 8), as: UInt8.self)
  }

  /// The bytes before the only run of elements whose place has another kind.
  private func runHeader(_ row: UnsafeMutablePointer<ElementRow>) throws -> [UInt8] {
    if unsafe row.pointee.isAnyRun, let head = unsafe runHeads[row.pointee.ordinal] { return head }
    if let first = unsafe row.pointee.firstPlan {
      return unsafe runHeader(KindCode.recordOfShape, first, row.pointee.firstCount)
    }
    var (sink, kinds) = (ByteSink(), KindTable())
    let kind = unsafe try ownKind(row, &kinds)
    if !kinds.code(kind).isLeafKind { unsafe state.pointee.namesShapes = true }
    sink.kind(kind, kinds, typeNumbers: rowNumbers(for: kind, kinds))
    sink.varint(0)
    return sink.bytes
  }

  /// Ends what began as a map and is a record without keys.
  private func closeRecordWithoutKeys(_ frame: UnsafeMutablePointer<EncodingFrame>) throws {
    unsafe state.pointee.position = unsafe state.pointee.base + frame.pointee.body
    unsafe frame.pointee.isArray = false
    unsafe try closeUnforeseen(frame)
  }

  /// Puts other bytes in the place of some, before elements that were written already.
  ///
  /// - Returns: Whether a block began among those, or would have: then it began elsewhere, and all has to be written once more, with as many
  ///   bytes in that place from the beginning.
  @discardableResult
  func replace(
    _ range: Range<Int>, with bytes: [UInt8], holdsRows: @autoclosure () -> Bool = true
  ) -> Bool {
    let state = unsafe state
    let end = unsafe state.pointee.count
    let moved = end + bytes.count - range.count
    var isCut = false
    if moved != end {
      if unsafe state.pointee.lastCut > range.lowerBound
        || max(moved, end) >= state.pointee.nextCut,
        holdsRows()
      {
        needsSecondPass = true
        isCut = true
      }
      unsafe state.pointee.reserve(bytes.count)
      unsafe (state.pointee.base + range.lowerBound + bytes.count).copyMemory(
        from: state.pointee.base + range.upperBound, byteCount: end - range.upperBound)
      unsafe state.pointee.position = unsafe state.pointee.base + moved
      unsafe state.pointee.reserve(0)
    }
    copy(bytes, to: range.lowerBound)
    return isCut
  }

  private func copy(_ bytes: [UInt8], to offset: Int) {
    unsafe bytes.withUnsafeBytes {
      guard let start = $0.baseAddress else { return }
      unsafe (state.pointee.base + offset).copyMemory(from: start, byteCount: bytes.count)
    }
  }

  // MARK: Kinds

  /// True if the elements of a row are written as those of the rows before at its place. Otherwise their kind stands before them.
  ///
  /// The kind of a place is that of the first row that has elements (Spec, section 13, *Slots*).
  private func settle(_ row: UnsafeMutablePointer<ElementRow>) throws -> Bool {
    let place = unsafe row.pointee.place
    let (kind, count) = unsafe (row.pointee.kind, row.pointee.count)
    if count == 0 { return true }
    guard kind != KindCode.undetermined else { throw unsafe state.pointee.deviate() }
    if unsafe row.pointee.runCount > 1 { return unsafe try settleRuns(row) }
    // Elements of one kind and nulls would not have tags without other rows at the place.
    let hasNeedlessTags = unsafe kind == KindCode.any && !row.pointee.isMixed
    let isRewritten = unsafe count < ElementRow.startCount
    let isKnown = unsafe place.pointee.call == state.pointee.call
    // An earlier pass found out that the row has nulls.
    if unsafe row.pointee.layout == .nullable && !row.pointee.hasNull,
      unsafe !isKnown || place.pointee.kind != KindCode.nullable
    {
      throw unsafe state.pointee.deviate()
    }
    if !isKnown {
      if hasNeedlessTags { return unsafe try settleNulls(row) }
      unsafe try determine(place, row)
      return true
    }
    if unsafe row.pointee.layout.hasBits || place.pointee.kind == KindCode.nullable {
      return unsafe try settleBits(row, hasNeedlessTags)
    }
    if unsafe row.pointee.isApart, let comparison = unsafe comparison(row) {
      unsafe try adopt(comparison, row)
      if !comparison.differs { return true }
    }
    if unsafe place.pointee.kind == kind, !hasNeedlessTags,
      unsafe kind != EncodingSlot.delegated || isOfKindOfPlace(row)
    {
      return true
    }
    noteDeviation()
    // The record that ends first decides: one that stands inside another of its type may end before it.
    guard !isInsideItsOwnKind else { throw unsafe state.pointee.deviate() }
    if unsafe place.pointee.kind == KindCode.any, isRewritten {
      if kind != KindCode.any { _ = unsafe try addTags(row, to: count) }
      return true
    }
    if hasNeedlessTags { return unsafe try settleNulls(row) }
    if unsafe kind == EncodingSlot.delegated, unsafe place.pointee.kind == kind {
      guard let inner = unsafe place.pointee.inner, let slot = unsafe row.pointee.slot else {
        throw unsafe state.pointee.deviate()
      }
      let (code, own) = unsafe (inner.pointee.resolvedKind, slot.pointee.resolvedKind)
      if code == KindCode.record, own == KindCode.recordOfShape, isRewritten {
        unsafe try addNumbers(row, to: count)
        return true
      }
      guard unsafe code != own || code == KindCode.recordOfShape || row.pointee.isApart else {
        throw unsafe state.pointee.deviate()
      }
    }
    return false
  }

  /// True if the elements of a row that are no leaves are of the kind of their place.
  private func isOfKindOfPlace(_ row: UnsafeMutablePointer<ElementRow>) -> Bool {
    guard let inner = unsafe row.pointee.place.pointee.inner else { return false }
    return unsafe inner == row.pointee.slot
      || SlotKind(inner).plan != nil && row.pointee.ownKind?.isSame(as: SlotKind(inner)) == true
  }

  static func isRecord(_ kind: UInt8) -> Bool {
    kind == KindCode.record || kind == KindCode.recordOfShape
  }

  /// The kind of the elements of a row, whatever that of its place is.
  func ownKind(
    _ row: UnsafeMutablePointer<ElementRow>, _ kinds: inout KindTable
  ) throws -> KindID {
    let hasBits = unsafe row.pointee.layout.hasBits
    if unsafe row.pointee.kind == EncodingSlot.delegated, let slot = unsafe row.pointee.slot {
      let room = KindTable.maximumDepth - (hasBits ? 1 : 0)
      guard let kind = unsafe kind(slot, &kinds, room: room) else {
        throw unsafe state.pointee.deviate()
      }
      return hasBits ? kinds.nullable(kind) : kind
    }
    if hasBits { return unsafe kinds.nullable(KindID(index: Int(row.pointee.kind))) }
    if unsafe row.pointee.kind == KindCode.nullable {
      return unsafe kinds.nullable(KindID(index: Int(row.pointee.nullableKind)))
    }
    return unsafe KindID(index: Int(row.pointee.kind))
  }
}

extension UnsafeMutablePointer<ElementRow> {
  /// The row as one of elements of any kind.
  var frame: UnsafeMutablePointer<ElementsFrame> {
    unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: ElementsFrame.self)
  }
}
