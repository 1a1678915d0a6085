internal import Synchronization

/// Encoders that wait for the next call of an archiver, with what they learned.
///
/// At most as many are kept as are likely to be used at once; what each knows is bounded.
enum DirectEncoderPool {
  private static let waiting = Mutex<[DirectEncoder]>([])
  private static let limit = 8

  static func take() -> DirectEncoder {
    waiting.withLock { $0.popLast() } ?? DirectEncoder()
  }

  static func giveBack(_ encoder: DirectEncoder) {
    encoder.end()
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
