internal import ArchiveFormat

/// Runs of records among the elements of an ``ElementRow`` (Spec, sections 7 and 13): records of one shape after those of another.
extension DirectEncoder {
  /// Adds a record whose shape is not that of the run that is open.
  ///
  /// - Parameters:
  ///   - slot: The place where it was encoded.
  ///   - run: The kind of the run.
  ///   - own: The kind of the record.
  ///   - start: Where it begins.
  func addRecord(
    _ row: UnsafeMutablePointer<ElementRow>, _ slot: UnsafeMutablePointer<EncodingSlot>,
    _ run: SlotKind, _ own: SlotKind, _ start: Int
  ) throws {
    let index = unsafe row.pointee.count - 1
    guard unsafe slot.pointee.kind == KindCode.recordOfShape, let plan = unsafe own.plan,
      let last = unsafe run.plan, unsafe row.pointee.place.pointee.openRowCount == 1,
      unsafe mayStandTogether(plan.pointee.group, last.pointee.group)
    else { throw unsafe state.pointee.deviate() }
    unsafe noteChange(of: plan.pointee.group)
    // The place goes on to say what it said, wherever records are encoded.
    if unsafe slot == shared(row) {
      guard let said = unsafe row.pointee.place.pointee.plan else {
        throw unsafe state.pointee.deviate()
      }
      unsafe row.pointee.place.pointee.inner = unsafe try place(of: said, in: row)
    }
    if index == 0 {
      unsafe row.pointee.ownKind = unsafe own
      return
    }
    if unsafe row.pointee.runCount < 2 + index / 16 {
      unsafe try beginRun(row, KindCode.recordOfShape, plan, after: last, at: start)
      unsafe row.pointee.ownKind = unsafe own
      return
    }
    let any = unsafe placeOfAnyRecord(slot, row)
    if unsafe index < ElementRow.startCount {
      unsafe try addNumbers(row, to: index + 1, own: plan)
    } else {
      unsafe try beginRun(row, KindCode.record, plan, after: last, at: start)
      var number = ByteSink()
      unsafe number.varint(plan.pointee.shape)
      let body = unsafe row.pointee.runStart + row.pointee.runHeaderByteCount
      guard unsafe !replace(body..<body, with: number.bytes, holdsRows: plan.pointee.mayHoldRows)
      else { throw unsafe state.pointee.deviate() }
    }
    unsafe row.pointee.slot = unsafe any
    unsafe row.pointee.ownKind = unsafe SlotKind(any)
  }

  /// False for two types of one name, which the general way refuses where they are met.
  private func mayStandTogether(
    _ group: UnsafeMutablePointer<PlanGroup>, _ other: UnsafeMutablePointer<PlanGroup>
  ) -> Bool {
    let (index, otherIndex) = unsafe (group.pointee.typeIndex, other.pointee.typeIndex)
    guard index != otherIndex, index >= 0, otherIndex >= 0 else { return true }
    return TypeName.of(types[index]).text != TypeName.of(types[otherIndex]).text
  }

  /// A place that stands for records of one plan among the elements of a row, and at which none is encoded: one that has done so before, if
  /// there is one that says nothing any more.
  private func place(
    of plan: UnsafeMutablePointer<RecordPlan>, in row: UnsafeMutablePointer<ElementRow>
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    let call = unsafe state.pointee.call
    var (next, found) = unsafe (
      row.pointee.place.pointee.variants, nil as UnsafeMutablePointer<EncodingSlot>?
    )
    while let variant = unsafe next {
      if unsafe variant.pointee.isStandIn {
        if unsafe variant.pointee.call == call, unsafe variant.pointee.plan == plan {
          return unsafe variant
        }
        if unsafe variant.pointee.call != call { unsafe found = unsafe variant }
      }
      unsafe next = unsafe variant.pointee.nextVariant
    }
    let place: UnsafeMutablePointer<EncodingSlot>
    if let known = unsafe found {
      unsafe place = unsafe known
    } else {
      // No element has that type.
      guard let new = unsafe variant(UnsafeRawPointer(plan), at: row.pointee.place) else {
        throw unsafe state.pointee.deviate()
      }
      unsafe place = unsafe new
      unsafe place.pointee.isStandIn = true
    }
    unsafe place.pointee.type = UnsafeRawPointer(plan)
    unsafe place.pointee.kind = KindCode.recordOfShape
    unsafe place.pointee.plan = unsafe plan
    unsafe place.pointee.call = unsafe state.pointee.call
    return unsafe place
  }

  /// The place for records of any shape among the elements of a row.
  private func placeOfAnyRecord(
    _ slot: UnsafeMutablePointer<EncodingSlot>, _ row: UnsafeMutablePointer<ElementRow>
  ) -> UnsafeMutablePointer<EncodingSlot> {
    let place = unsafe row.pointee.place
    var next = unsafe place.pointee.variants
    var found: UnsafeMutablePointer<EncodingSlot>?
    while let variant = unsafe next {
      if unsafe variant.pointee.holdsAnyRecord, unsafe variant.pointee.type == slot.pointee.type {
        unsafe found = unsafe variant
      }
      unsafe next = unsafe variant.pointee.nextVariant
    }
    let any = unsafe found ?? newSlot()
    if unsafe found == nil {
      unsafe any.initialize(to: slot.pointee)
      unsafe any.pointee.isVariant = true
      unsafe any.pointee.holdsAnyRecord = true
      unsafe any.pointee.nextVariant = unsafe place.pointee.variants
      unsafe place.pointee.variants = unsafe any
    }
    unsafe any.pointee.kind = KindCode.record
    unsafe any.pointee.plan = nil
    unsafe any.pointee.call = unsafe state.pointee.call
    return unsafe any
  }

  // MARK: Headers

  /// The bytes before a run of records.
  ///
  /// - Parameter count: The number of its elements; 0 for all that are left.
  func runHeader(
    _ kind: UInt8, _ plan: UnsafeMutablePointer<RecordPlan>, _ count: Int
  ) -> [UInt8] {
    unsafe state.pointee.namesShapes = true
    var sink = ByteSink()
    sink.byte(kind)
    if kind == KindCode.recordOfShape { unsafe sink.varint(plan.pointee.shape) }
    sink.varint(count)
    return sink.bytes
  }

  /// Ends the run that is open, and begins another one with the last element.
  ///
  /// - Parameters:
  ///   - kind: The code of its kind.
  ///   - last: The plan of the records of the run that ends.
  ///   - start: Where the element begins.
  private func beginRun(
    _ row: UnsafeMutablePointer<ElementRow>, _ kind: UInt8,
    _ plan: UnsafeMutablePointer<RecordPlan>, after last: UnsafeMutablePointer<RecordPlan>,
    at start: Int
  ) throws {
    let index = unsafe row.pointee.count - 1
    var start = start
    // A block with a state begins between two elements of one run.
    guard unsafe snapshots.last?.position != position(ofOffset: start) else {
      throw unsafe state.pointee.deviate()
    }
    unsafe endBlocks(
      ofRun: row, stateKinds.record(ofShape: last.pointee.shape), before: index)
    if unsafe row.pointee.runCount == 1 {
      unsafe row.pointee.firstPlan = unsafe last
      unsafe row.pointee.firstCount = index
    } else {
      let header = unsafe runHeader(
        KindCode.recordOfShape, last, index - row.pointee.runIndex)
      let old =
        unsafe row.pointee.runStart..<row.pointee.runStart
        + row.pointee.runHeaderByteCount
      // Blocks that begin in the run would begin elsewhere, in each pass.
      guard unsafe header.count == old.count || state.pointee.lastCut <= old.lowerBound else {
        throw unsafe state.pointee.deviate()
      }
      replace(old, with: header, holdsRows: unsafe plan.pointee.mayHoldRows)
      start += header.count - old.count
    }
    let header = unsafe runHeader(kind, plan, 0)
    // The next pass would do the same.
    guard !replace(start..<start, with: header, holdsRows: unsafe plan.pointee.mayHoldRows) else {
      throw unsafe state.pointee.deviate()
    }
    unsafe row.pointee.runCount += 1
    unsafe row.pointee.runIndex = index
    unsafe row.pointee.runStart = start
    unsafe row.pointee.runHeaderByteCount = header.count
    if unsafe index < ElementRow.startCount {
      unsafe row.pointee.starts[index] = start + header.count
    }
  }

  /// Notes for the blocks that begin in a run that it ends before an element.
  func endBlocks(
    ofRun row: UnsafeMutablePointer<ElementRow>, _ kind: @autoclosure () throws -> KindID,
    before index: Int
  ) rethrows {
    guard let number = unsafe row.pointee.lateNumber else { return }
    unsafe lateRows[number].runEnd = index
    unsafe lateRows[number].kind = try kind()
    unsafe row.pointee.lateNumber = nil
  }

  /// The kind of the last run of a row, for the blocks that begin in there.
  func runKind(_ row: UnsafeMutablePointer<ElementRow>) -> KindID {
    if unsafe row.pointee.isAnyRun { return .any }
    if let plan = unsafe row.pointee.ownKind?.plan {
      return unsafe stateKinds.record(ofShape: plan.pointee.shape)
    }
    return KindID(.record)
  }

  // MARK: The end

  /// Says to all blocks that begin in a row of several runs how many elements it has.
  func endRuns(_ row: UnsafeMutablePointer<ElementRow>) {
    if unsafe !row.pointee.hasBlocks { return }
    for index in unsafe lateRows.indices where unsafe lateRows[index].ordinal == row.pointee.ordinal
    {
      unsafe lateRows[index].count = unsafe row.pointee.count
    }
  }

  /// True if a row of several runs is written as those of one kind at its place are. Otherwise the kind of each run stands before it.
  func settleRuns(_ row: UnsafeMutablePointer<ElementRow>) throws -> Bool {
    let place = unsafe row.pointee.place
    if unsafe row.pointee.isAnyRun {
      guard unsafe row.pointee.hasKnownPlace else { return false }
      noteDeviation()
      guard !isInsideItsOwnKind else { throw unsafe state.pointee.deviate() }
      return false
    }
    guard let first = unsafe row.pointee.firstPlan else { throw unsafe state.pointee.deviate() }
    if unsafe place.pointee.call != state.pointee.call {
      unsafe place.pointee.call = unsafe state.pointee.call
      unsafe place.pointee.kind = EncodingSlot.delegated
      unsafe place.pointee.inner = unsafe try self.place(of: first, in: row)
      return false
    }
    noteDeviation()
    guard !isInsideItsOwnKind, unsafe !hasOnlyNulls(place) else {
      throw unsafe state.pointee.deviate()
    }
    guard unsafe row.pointee.count < ElementRow.startCount else { return false }
    if unsafe place.pointee.kind == KindCode.any { throw unsafe state.pointee.deviate() }
    guard unsafe place.pointee.kind == EncodingSlot.delegated,
      unsafe place.pointee.inner?.pointee.resolvedKind == KindCode.record
    else { return false }
    unsafe try addNumbers(row, to: row.pointee.count)
    return true
  }

  /// Puts the numbers of their shapes before the first records of a row, which were written without, and takes out what began another run.
  ///
  /// - Parameters:
  ///   - count: The number of records.
  ///   - own: The plan of the last of them, if no run was begun with it.
  func addNumbers(
    _ row: UnsafeMutablePointer<ElementRow>, to count: Int,
    own: UnsafeMutablePointer<RecordPlan>? = nil
  ) throws {
    let state = unsafe state
    let (body, end) = unsafe (row.pointee.body, state.pointee.count)
    guard let last = unsafe row.pointee.ownKind?.plan, unsafe state.pointee.lastCut <= body,
      unsafe row.pointee.runCount <= 2 && count <= ElementRow.startCount
    else { throw unsafe state.pointee.deviate() }
    unsafe state.pointee.namesShapes = true
    let second = unsafe row.pointee.firstPlan == nil ? 0 : row.pointee.runIndex
    var sink = ByteSink()
    for index in 0..<count {
      let start = unsafe row.pointee.starts[index]
      var next = unsafe index + 1 < count ? row.pointee.starts[index + 1] : end
      if second > 0, index + 1 == second { next = unsafe row.pointee.runStart }
      var plan = unsafe last
      if index < second, let first = unsafe row.pointee.firstPlan { unsafe plan = unsafe first }
      if index == count - 1, let own = unsafe own { unsafe plan = unsafe own }
      unsafe sink.varint(plan.pointee.shape)
      let bytes = unsafe UnsafeRawBufferPointer(
        start: state.pointee.base + start, count: next - start)
      unsafe sink.append(Array(bytes)[...])
    }
    unsafe state.pointee.position = unsafe state.pointee.base + body
    put(sink.bytes[...])
    // A block would have begun inside.
    guard unsafe max(end, state.pointee.count) < state.pointee.nextCut else {
      throw unsafe state.pointee.deviate()
    }
    unsafe row.pointee.runCount = 1
    unsafe row.pointee.runIndex = 0
    unsafe row.pointee.firstPlan = nil
  }
}
