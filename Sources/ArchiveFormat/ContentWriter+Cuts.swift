/// Where the blocks of what is written begin (Spec, sections 4 and 13).
extension ContentWriter {
  mutating func beginCuts() {
    payloadStart = -1
    nextCut = .max
    cutter = BlockCutter()
    cuts = []
  }

  /// What follows is the payload of a value; the first one is the root's.
  @inline(__always)
  mutating func beginPayload() { beginPayload(at: sink.count) }

  @inline(__always)
  mutating func beginPayload(at position: Int) {
    guard payloadStart < 0 else { return }
    payloadStart = position
    nextCut = payloadStart + cutter.next
  }

  mutating func endCuts() {
    // The payload of a leaf follows a tag of one byte.
    if payloadStart < 0 { payloadStart = 1 }
    var (cutter, found) = (cutter, cuts)
    cutter.cutAnywhere(before: sink.count - payloadStart) { position, _ in
      found.append(anywhere(position))
    }
    (self.cutter, cuts) = (cutter, found)
  }

  /// Goes on with the cuts of the value that was written last, through bytes behind it.
  mutating func cut(through byteCount: Int) {
    var (cutter, found) = (cutter, cuts)
    cutter.cutAnywhere(before: sink.count - payloadStart + byteCount) { position, _ in
      found.append(anywhere(position))
    }
    (self.cutter, cuts) = (cutter, found)
  }

  /// What is left of a row that is written at once.
  typealias Row = (left: Int, kind: KindID, role: BlockState.ElementRole)

  /// Cuts at the boundary before the next element of the innermost container, or of a row in it, if
  /// one may stand there.
  mutating func cut(_ row: Row? = nil) {
    guard allowsCuts else { return }
    var (cutter, found) = (cutter, cuts)
    cutter.cut(at: sink.count - payloadStart) { position, isBoundary in
      found.append(isBoundary ? cutHere(position, row) : anywhere(position))
    }
    (self.cutter, cuts) = (cutter, found)
    nextCut = payloadStart + cutter.next
  }

  /// Cuts between the elements of a packed row that begins at `start` and was just written.
  mutating func cutRow(
    _ start: Int, _ count: Int, _ element: KindID, _ role: BlockState.ElementRole
  ) {
    guard element != KindID(.bool), allowsCuts,
      let kind = ArchiveKind(rawValue: UInt8(truncatingIfNeeded: element.index))
    else { return }
    var (cutter, found) = (cutter, cuts)
    unsafe sink.bytes[start...].withUnsafeBytes { row in
      unsafe cutter.cutRow(row, at: start - payloadStart, count: count, kind) { position, left in
        found.append(left.map { cutHere(position, ($0, element, role)) } ?? anywhere(position))
      }
    }
    (self.cutter, cuts) = (cutter, found)
    nextCut = payloadStart + cutter.next
  }

  private func anywhere(_ position: Int) -> BlockCut {
    BlockCut(position: payloadStart + position)
  }

  private func cutHere(_ position: Int, _ row: Row?) -> BlockCut {
    var state = state()
    if let row {
      state.elements(
        leftInRun: row.left, leftAfterRun: 0, row.role, kind: row.kind, definitions.kinds,
        typeNumbers: numbers.types)
    }
    return BlockCut(
      position: payloadStart + position, nextObject: objectCount, state: state.bytes)
  }

  /// Whether all open containers are such that a reader can begin inside of them.
  private var allowsCuts: Bool { closedFrameCount == 0 }

  private func state() -> BlockState {
    var state = BlockState(root: rootOrdinal)
    for frame in frames {
      for number in frame.objects { state.object(number) }
      if case .fields = frame.role {
        let byteCount = (bitCounts[frame.shape] + 7) / 8
        state.record(
          shape: frame.shape, nextField: frame.field - fieldStarts[frame.shape],
          stateBits: sink.bytes[frame.bits..<frame.bits + byteCount])
      } else {
        let later = frame.nextRun < 0 ? [] : frame.runs[frame.nextRun...]
        state.elements(
          leftInRun: frame.remaining, leftAfterRun: later.reduce(0) { $0 + $1.count },
          frame.elementRole, kind: frame.kind, definitions.kinds, typeNumbers: numbers.types)
      }
    }
    return state
  }
}
