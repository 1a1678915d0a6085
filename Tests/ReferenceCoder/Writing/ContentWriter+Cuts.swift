/// The places at which the blocks of the written content begin (Spec, sections 4 and 13).
extension ContentWriter {
  mutating func beginCuts() {
    payloadStart = -1
    nextCut = .max
    cutter = BlockCutter()
    cuts = []
  }

  /// Notes that the payload of a value follows. The first payload is the root's.

  mutating func beginPayload() {
    guard payloadStart < 0 else { return }
    payloadStart = sink.count
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

  /// Cuts at the boundary before the next element of the innermost container, if one may stand there.
  mutating func cut() {
    guard allowsCuts else { return }
    var (cutter, found) = (cutter, cuts)
    cutter.cut(at: sink.count - payloadStart) { position, isBoundary in
      found.append(isBoundary ? cutHere(position) : anywhere(position))
    }
    (self.cutter, cuts) = (cutter, found)
    nextCut = payloadStart + cutter.next
  }

  private func anywhere(_ position: Int) -> BlockCut {
    BlockCut(position: payloadStart + position)
  }

  private func cutHere(_ position: Int) -> BlockCut {
    BlockCut(
      position: payloadStart + position, nextObject: objectCount, state: state().bytes)
  }

  /// A Boolean value indicating whether a reader can begin inside of all open containers.
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
          frame.elementRole, kind: frame.kind, definitions.kinds, typeNumbers: typeNumbers)
      }
    }
    return state
  }
}
