internal import Synchronization

/// Encoders that wait for the next call of an archiver, with what they learned.
///
/// At most as many are kept as are likely to be used at once; what each knows is bounded.
enum DirectEncoderPool {
  private static let waiting = Mutex<[DirectEncoder]>([])
  /// Those that know no generated code.
  private static let waitingWithout = Mutex<[DirectEncoder]>([])
  private static let limit = 8

  static func take(usesGeneratedCode: Bool = true) -> DirectEncoder {
    let kept =
      usesGeneratedCode
      ? waiting.withLock { $0.popLast() } : waitingWithout.withLock { $0.popLast() }
    return kept ?? DirectEncoder(usesGeneratedCode: usesGeneratedCode)
  }

  static func giveBack(_ encoder: DirectEncoder) {
    encoder.end()
    if !encoder.usesGeneratedCode { return giveBack(encoder, to: waitingWithout) }
    giveBack(encoder, to: waiting)
  }

  private static func giveBack(
    _ encoder: DirectEncoder, to waiting: borrowing Mutex<[DirectEncoder]>
  ) {
    let isKept =
      !encoder.isFull
      && waiting.withLock { waiting in
        guard waiting.count < limit else { return false }
        waiting.append(encoder)
        return true
      }
    if !isKept { encoder.dispose() }
  }
}
