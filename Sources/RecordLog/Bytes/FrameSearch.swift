/// Looks at every byte of a log for heads of its frames, also for heads that were moved because bytes were put in or taken out in front of
/// them (Spec/record-log.md, rule T2).
///
/// A head that was not moved is proven by its checksum. Of any other one the checksum says only by how much it was moved: the caller proves it.
struct FrameSearch {
  private let form: FrameForm
  /// By less than that frames are moved.
  private static let shiftLimit = UInt64(1) << 31

  init(_ form: FrameForm) { self.form = form }

  /// The first head that is wanted. O(bytes).
  ///
  /// - Parameters:
  ///   - window: Bytes of the log.
  ///   - base: Where they stand in the file.
  ///   - startCount: How many of the bytes a head may begin at.
  func first(
    in window: [UInt8], at base: Int, startCount: Int,
    where isWanted: (LogFrame) throws(LogError) -> Bool
  ) throws(LogError) -> LogFrame? {
    // The eight bytes up to here as a number: the group, where a head began 23 bytes in front.
    var group: UInt64 = 0
    for index in window.indices {
      group = group >> 8 | UInt64(window[index]) << 56
      guard group != 0, group < LogFrame.sequenceLimit, index >= 23 else { continue }
      let start = index - 23
      guard start < startCount, start + FrameForm.headByteCount <= window.count else { continue }
      let head = window[start..<start + FrameForm.headByteCount]
      if let frame = frame(head, at: base + start), try isWanted(frame) { return frame }
    }
    return nil
  }

  /// The frame of a head, with the shift that its checksum says; nil if there is none that could be.
  private func frame(_ head: ArraySlice<UInt8>, at byteOffset: Int) -> LogFrame? {
    guard let checksum = LogFrame.checksum(in: head) else { return nil }
    let place = UInt64(byteOffset)
    let lowest = (place - min(place, Self.shiftLimit)) >> 32
    for upperHalf in lowest...(place + Self.shiftLimit) >> 32 {
      let base = upperHalf << 32
      let change = checksum ^ LogFrame.checksum(head: head.dropLast(4), base, form)
      let origin = base | UInt64(FrameOrigin.shared.lowerHalf(change))
      guard origin % UInt64(LogFrame.alignment) == 0, origin >= UInt64(LogHeader.byteCount),
        max(origin, place) - min(origin, place) < Self.shiftLimit,
        let offset = Int(exactly: origin)
      else { continue }
      return LogFrame(head: head, at: byteOffset, shift: byteOffset - offset, form)
    }
    return nil
  }
}
