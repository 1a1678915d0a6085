/// A place in content where one block ends and the next one begins.
struct BlockCut: Hashable, Sendable {
  /// Bytes before it, counted from the place that the context tells.
  var position: Int
  /// The number the next new object gets; 0 without a state.
  var nextObject = 0
  /// The stack of open containers (Spec, section 4); nil if the block begins anywhere.
  var state: [UInt8]?
}

/// Decides where the blocks of a scope begin (Spec, section 13).
///
/// All positions count from the first byte of the root's payload, so that they do not depend on its
/// tag, which is known last.
///
/// ```
///         256 KiB                                 1,016 KiB
/// block ──┼──────────── cut at the first boundary ──┼ cut here if there was none
/// ```
struct BlockCutter: Sendable {
  /// The position at which the block that is being filled began.
  private var start = 0

  /// Bytes after which a block ends where it can.
  static let blockByteCount = ArchiveFraming.blockByteCount
  /// Bytes after which a block ends anywhere; 8 KiB less than a block may have, for the tag.
  static let maximumByteCount = 1_016 << 10

  /// The position from which on a boundary between elements is a cut.

  var next: Int { start + Self.blockByteCount }

  /// Cuts at a boundary between elements, if it is one that cuts; hands over the cuts that this makes,
  /// of which the last one gets the state.
  mutating func cut(
    at position: Int, _ add: (_ position: Int, _ isBoundary: Bool) -> Void
  ) {
    cutAnywhere(before: position, add)
    guard position >= next else { return }
    start = position
    add(position, true)
  }

  /// Cuts where no boundary came in time.
  mutating func cutAnywhere(
    before position: Int, _ add: (_ position: Int, _ isBoundary: Bool) -> Void
  ) {
    while position - start > Self.maximumByteCount {
      start += Self.maximumByteCount
      add(start, false)
    }
  }
}
