/// Works out at which offset the head of a frame was written, from the head and its checksum (Spec/record-log.md, section 3).
///
/// The checksum is that of the salt, the offset, and what the head has in front of the checksum. CRC32 is linear: each bit of the offset changes the same bits of the checksum, whatever
/// the salt and the head. So the lower 32 bits of the offset follow from a checksum by at most 32 exclusive ors, without a trial.
struct FrameOrigin: Sendable {
  /// Bits of an offset, and the bits of the checksum that these change together.
  private struct Step {
    var change: UInt32 = 0
    var bits: UInt32 = 0

    static func ^= (left: inout Step, right: Step) {
      left.change ^= right.change
      left.bits ^= right.bits
    }
  }

  /// The tables for all heads.
  static let shared = FrameOrigin()

  /// By the highest bit that they change.
  private let steps: [Step]

  private init() {
    let form = FrameForm(seed: 0)
    var steps = Array(repeating: Step(), count: UInt32.bitWidth)
    for bit in 0..<UInt32.bitWidth {
      let bits: UInt32 = 1 << UInt32(bit)
      var step = Step(change: Self.checksum(bits, form) ^ Self.checksum(0, form), bits: bits)
      while step.change != 0, steps[Self.highestBit(step.change)].change != 0 {
        step ^= steps[Self.highestBit(step.change)]
      }
      if step.change != 0 { steps[Self.highestBit(step.change)] = step }
    }
    self.steps = steps
  }

  /// The lower half of the offset of a head.
  ///
  /// - Parameter change: What the checksum of the head differs by from the one that it would have if the lower half were zero.
  func lowerHalf(_ change: UInt32) -> UInt32 {
    var rest = Step(change: change)
    while rest.change != 0 { rest ^= steps[Self.highestBit(rest.change)] }
    return rest.bits
  }

  private static func highestBit(_ bits: UInt32) -> Int { 31 - bits.leadingZeroBitCount }

  private static func checksum(_ offset: UInt32, _ form: FrameForm) -> UInt32 {
    let zeros = [UInt8](repeating: 0, count: FrameForm.sealedByteCount)
    return LogFrame.checksum(head: zeros[...], UInt64(offset), form)
  }
}
