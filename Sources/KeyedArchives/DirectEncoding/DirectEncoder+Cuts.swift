internal import ArchiveFormat

/// Where the blocks of what is written begin (Spec, sections 4 and 13).
extension DirectEncoder {
  @inline(__always)
  func beginCuts() {
    cutter = BlockCutter()
    gapByteCount = 0
    tagByteCount = 0
    rootOrdinal = 0
    unsafe state.pointee.lastCut = 0
    if unsafe !snapshots.isEmpty {
      unsafe snapshots = unsafe []
      stateKinds = KindTable()
    }
    if unsafe state.pointee.rowOrdinal > 0 { forgetRows() }
    if unsafe variables.pointee.tagCount > 0 { forgetTags() }
    needsSecondPass = false
    unsafe state.pointee.nextCut = Self.headRoom + cutter.next
    unsafe state.pointee.elements = nil
  }

  @inline(never)
  private func forgetRows() {
    unsafe state.pointee.rowOrdinal = 0
    openMaps.removeAll()
    runHeads.removeAll()
    unsafe lateRows = unsafe []
    if !needsSecondPass { headByteCounts = [:] }
  }

  @inline(never)
  private func forgetTags() {
    unsafe variables.pointee.tagCount = 0
    if !needsSecondPass { unsafe variables.pointee.tagByteCounts = [:] }
  }

  /// Notes that element `index` of some elements comes next, and ends the block before it if that has
  /// its size. Who encodes elements one by one calls this before each but the first.
  @inline(__always)
  func cutIfDue(_ frame: UnsafeMutablePointer<ElementsFrame>, before index: Int) {
    unsafe frame.pointee.index = index
    if unsafe state.pointee.count >= state.pointee.nextCut { cut() }
  }

  @inline(never)
  private func cut() {
    guard unsafe !state.pointee.hasDeviated, !isInRowOfBits, let outer = unsafe containers()
    else { return }
    noteTag()
    var cutter = cutter
    var isCut = false
    cutter.cut(at: position(ofOffset: unsafe state.pointee.count)) { position, isBoundary in
      unsafe add(BlockSnapshot(position: position, containers: isBoundary ? outer : nil))
      isCut = isBoundary
    }
    self.cutter = cutter
    if isCut, leavesGaps { leaveGap() }
    expectCut()
  }

  /// True if the next element is a bit.
  private var isInRowOfBits: Bool {
    guard let frame = unsafe state.pointee.elements,
      unsafe frame.pointee.count == ElementsFrame.late
    else { return false }
    return unsafe row(of: frame).pointee.kind == KindCode.bool
  }

  /// The elements of a row that are encoded one by one, as what they are.
  func row(
    of frame: UnsafeMutablePointer<ElementsFrame>
  ) -> UnsafeMutablePointer<ElementRow> {
    unsafe UnsafeMutableRawPointer(frame).assumingMemoryBound(to: ElementRow.self)
  }

  /// Leaves a gap for the header of the block that begins here, with the size that it seems to have: the
  /// numbers of shapes that are not complete yet are taken from the call before, for one.
  private func leaveGap() {
    let ordinal = unsafe snapshots.count
    let snapshot = unsafe snapshots[ordinal - 1]
    guard let containers = unsafe snapshot.containers,
      let state = unsafe blockState(containers, 0, inRoot: snapshot.rootOrdinal)
    else { return }
    // Before the payload stand a byte of the list of roots and a tag, mostly of one byte.
    let detail = unsafe BlockDetail(
      scope: 0, ordinal: ordinal, rawOffset: snapshot.position + 2, rowCount: expectedRowCount,
      after: BlockCut(
        position: snapshot.position, nextObject: snapshot.nextObject, state: state.bytes))
    let byteCount = PartHeader.byteCount + detail.bytes.count
    unsafe self.state.pointee.reserve(byteCount)
    unsafe self.state.pointee.position += byteCount
    gapByteCount += byteCount
    unsafe snapshots[ordinal - 1].gapByteCount = byteCount
  }

  /// The position in the content of what is written at an offset in the buffer, behind all cuts.
  func position(ofOffset offset: Int) -> Int {
    offset - Self.headRoom - tagByteCount - gapByteCount
  }

  func expectCut() {
    unsafe state.pointee.nextCut = Self.headRoom + tagByteCount + gapByteCount + cutter.next
  }

  private func add(_ snapshot: BlockSnapshot) {
    var snapshot = unsafe snapshot
    if unsafe snapshot.containers != nil { unsafe snapshot.nextObject = objects.count }
    unsafe snapshot.rootOrdinal = rootOrdinal
    unsafe snapshots.append(snapshot)
    unsafe state.pointee.lastCut = unsafe state.pointee.count
  }

  /// Looks whether the first root is a record whose shape stands before it, before any cut is made: positions count from behind that.
  private func noteTag() {
    guard rootOrdinal == 0, unsafe state.pointee.top > state.pointee.frames else { return }
    var elements = unsafe state.pointee.elements
    while let outer = unsafe elements?.pointee.outer { unsafe elements = unsafe outer }
    if let elements = unsafe elements, unsafe elements.pointee.records == state.pointee.frames {
      return
    }
    tagByteCount = unsafe (state.pointee.frames + 1).pointee.plan?.pointee.prefixByteCount ?? 0
  }

  /// Ends blocks inside of a row of leaves that was just written.
  @inline(never)
  func cutRow(
    _ start: Int, _ count: Int, _ place: UnsafeMutablePointer<EncodingSlot>,
    _ role: BlockState.ElementRole
  ) {
    guard unsafe !state.pointee.hasDeviated,
      let kind = unsafe ArchiveKind(rawValue: place.pointee.kind), kind != .bool,
      let outer = unsafe containers(isRow: true)
    else { return }
    noteTag()
    var cutter = cutter
    let row = unsafe UnsafeRawBufferPointer(
      start: state.pointee.base + start, count: state.pointee.count - start)
    unsafe cutter.cutRow(row, at: position(ofOffset: start), count: count, kind) { position, left in
      unsafe add(
        BlockSnapshot(
          position: position,
          containers: left.map { left in unsafe outer + [.elements(place, left: left, role)] }))
    }
    self.cutter = cutter
    expectCut()
  }

  /// The open containers, the outermost first; nil if a record among them is being learned.
  ///
  /// The next element of the innermost elements comes next, unless a row inside of them is meant.
  private func containers(isRow: Bool = false) -> [BlockSnapshot.Container]? {
    var found: [BlockSnapshot.Container] = unsafe []
    var next = unsafe state.pointee.elements
    var record = unsafe state.pointee.top
    // From the innermost outwards.
    var isNext = !isRow
    var open = unsafe objects.open[...]
    while true {
      let end = unsafe next?.pointee.records ?? state.pointee.frames
      unsafe add(&open, around: record, next, to: &found)
      while unsafe record > end {
        if unsafe record.pointee.isArray {
          unsafe record -= 1
          unsafe add(&open, around: record, next, to: &found)
          continue
        }
        guard let plan = unsafe record.pointee.plan, unsafe !plan.pointee.isLearning else {
          if unsafe isChanged(record), unsafe next == nil {
            // No elements are around it, so that its place has no other record: the next pass begins it with its own plan.
            unsafe leaveToNextPass(record)
          } else if unsafe isChanged(record) || record.pointee.plan?.pointee.isExact == false {
            // It is learned in each pass.
            unsafe state.pointee.hasDeviated = true
            triesAgain = true
          }
          needsSecondPass = true
          unsafe state.pointee.nextCut = .max
          return nil
        }
        unsafe found.append(
          .record(
            plan, nextField: plan.pointee.fieldCount(before: record.pointee.next),
            body: record.pointee.body - Self.headRoom))
        unsafe record -= 1
        unsafe add(&open, around: record, next, to: &found)
      }
      guard let frame = unsafe next else { return unsafe found.reversed() }
      let done = unsafe frame.pointee.index + (isNext ? 0 : 1)
      if unsafe frame.pointee.count == ElementsFrame.uncounted {
        unsafe found.append(.streamElements(frame.pointee.place, done: done))
      } else if unsafe frame.pointee.count == ElementsFrame.late {
        unsafe found.append(
          .lateElements(number: lateNumber(of: frame), done: done, frame.pointee.role))
      } else {
        unsafe found.append(
          .elements(frame.pointee.place, left: frame.pointee.count - done, frame.pointee.role))
      }
      isNext = false
      unsafe next = unsafe frame.pointee.outer
    }
  }

  /// Takes the objects whose bodies stand in a record, and in elements, with nothing between.
  private func add(
    _ open: inout ArraySlice<EncodedObjects.Open>,
    around record: UnsafeMutablePointer<EncodingFrame>,
    _ elements: UnsafeMutablePointer<ElementsFrame>?,
    to found: inout [BlockSnapshot.Container]
  ) {
    let frame = unsafe record - state.pointee.frames + 1
    while let object = unsafe open.last, unsafe object.frame == frame,
      unsafe object.elements == elements
    {
      unsafe found.append(.object(object.number))
      unsafe open.removeLast()
    }
  }

  /// The number of a row that a block begins inside of.
  private func lateNumber(of frame: UnsafeMutablePointer<ElementsFrame>) -> Int {
    let row = unsafe row(of: frame)
    let count = unsafe row.pointee.count + 1
    if let known = unsafe row.pointee.lateNumber {
      unsafe lateRows[known].count = count
      return known
    }
    let number = unsafe lateRows.count
    var late = unsafe LateRow(
      place: row.pointee.place, ordinal: row.pointee.ordinal,
      recordDepth: recordDepth(of: row.pointee.frame.records), count: count)
    if unsafe row.pointee.runCount > 1 { unsafe late.kind = unsafe runKind(row) }
    unsafe lateRows.append(late)
    unsafe row.pointee.lateNumber = number
    unsafe row.pointee.hasBlocks = true
    return number
  }

  /// The number of records that are open up to a frame.
  func recordDepth(of frame: UnsafeMutablePointer<EncodingFrame>) -> Int {
    var (count, next) = unsafe (0, frame)
    while unsafe next > state.pointee.frames {
      if unsafe !next.pointee.isArray { count += 1 }
      unsafe next -= 1
    }
    return count
  }

  /// The cuts in the content, once its definitions are known and its tag stands before it; nil if they
  /// need the general way.
  func blockCuts(elementCount: Int = 0) -> [BlockCut]? {
    var cutter = cutter
    cutter.cutAnywhere(before: position(ofOffset: unsafe state.pointee.count)) { position, _ in
      unsafe add(BlockSnapshot(position: position, containers: nil))
    }
    var cuts: [BlockCut] = []
    for index in unsafe snapshots.indices {
      var cut = unsafe BlockCut(
        position: snapshots[index].position + Self.headRoom + tagByteCount
          - state.pointee.contentStart)
      if let containers = unsafe snapshots[index].containers {
        guard
          let state = unsafe blockState(
            containers, elementCount, inRoot: snapshots[index].rootOrdinal)
        else { return nil }
        cut.state = state.bytes
        cut.nextObject = unsafe snapshots[index].nextObject
      }
      cuts.append(cut)
    }
    return cuts
  }

  private func blockState(
    _ containers: [BlockSnapshot.Container], _ elementCount: Int, inRoot ordinal: Int
  ) -> BlockState? {
    var result = BlockState(root: ordinal)
    for index in unsafe containers.indices {
      switch unsafe containers[index] {
      case .record(let plan, let nextField, let body):
        unsafe result.record(
          shape: plan.pointee.shape, nextField: nextField,
          stateBits: UnsafeRawBufferPointer(
            start: state.pointee.base + Self.headRoom + body, count: plan.pointee.bitByteCount))
      case .object(let number): result.object(number)
      case .elements(let place, let left, let role):
        guard unsafe add(place, left, role, &result) else { return nil }
      case .lateElements(let number, let done, let role):
        let row = unsafe lateRows[number]
        if let kind = unsafe row.kind {
          let end = unsafe row.runEnd ?? row.count
          unsafe result.elements(
            leftInRun: end - done, leftAfterRun: row.count - end, role, kind: kind, stateKinds,
            typeNumbers: rowNumbers(for: kind, stateKinds))
        } else {
          guard unsafe add(row.place, row.count - done, role, &result) else { return nil }
        }
      case .streamElements(let place, let done):
        guard unsafe add(place, elementCount - done, .array, &result) else { return nil }
      }
    }
    return result
  }

  private func add(
    _ place: UnsafeMutablePointer<EncodingSlot>, _ left: Int, _ role: BlockState.ElementRole,
    _ result: inout BlockState
  ) -> Bool {
    guard let kind = unsafe kind(place, &stateKinds, room: KindTable.maximumDepth) else {
      return false
    }
    result.elements(
      leftInRun: left, leftAfterRun: 0, role, kind: kind, stateKinds,
      typeNumbers: rowNumbers(for: kind, stateKinds))
    return true
  }
}
