internal import Synchronization

/// Encoders that wait for the next call of an archiver, with what they learned.
///
/// At most as many are kept as are likely to be used at once; what each knows is bounded.
enum DirectEncoderPool {
  /// The one that a single thread uses again and again.
  private static let first = PoolSlot<DirectEncoder>()
  private static let waiting = Mutex<[DirectEncoder]>([])
  /// Those that know no generated code.
  private static let firstWithout = PoolSlot<DirectEncoder>()
  private static let waitingWithout = Mutex<[DirectEncoder]>([])
  private static let limit = 7

  @inline(__always)
  static func take(usesGeneratedCode: Bool = true) -> DirectEncoder {
    let ready = usesGeneratedCode ? first.take() : firstWithout.take()
    return ready ?? takeFurther(usesGeneratedCode)
  }

  @inline(__always)
  static func giveBack(_ encoder: DirectEncoder) {
    encoder.end()
    if encoder.isFull { return encoder.dispose() }
    let isKept = encoder.usesGeneratedCode ? first.put(encoder) : firstWithout.put(encoder)
    if !isKept { giveBackFurther(encoder) }
  }

  @inline(never)
  private static func takeFurther(_ usesGeneratedCode: Bool) -> DirectEncoder {
    let kept =
      usesGeneratedCode
      ? waiting.withLock { $0.popLast() } : waitingWithout.withLock { $0.popLast() }
    return kept ?? DirectEncoder(usesGeneratedCode: usesGeneratedCode)
  }

  @inline(never)
  private static func giveBackFurther(_ encoder: DirectEncoder) {
    let isKept = encoder.usesGeneratedCode ? add(encoder, waiting) : add(encoder, waitingWithout)
    if !isKept { encoder.dispose() }
  }

  private static func add(
    _ encoder: DirectEncoder, _ waiting: borrowing Mutex<[DirectEncoder]>
  ) -> Bool {
    waiting.withLock { waiting in
      guard waiting.count < limit else { return false }
      waiting.append(encoder)
      return true
    }
  }
}
