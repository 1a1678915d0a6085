/// Where generated code writes a value's bytes.
///
/// It holds what changes with every byte and is four words, so that it lives in registers; the rest
/// stands in the encoder's state.
@safe
public struct ArchiveWriter {
  /// Where the next byte goes. There is always room for `EncoderState.slack` bytes.
  @usableFromInline var position: UnsafeMutableRawPointer
  /// Beyond this there is no more room than the slack.
  @usableFromInline var limit: UnsafeMutableRawPointer
  @usableFromInline let state: UnsafeMutablePointer<EncoderState>
  /// The number of the archiver's call.
  @usableFromInline let call: UInt32
  /// Containers that are open, at most.
  @usableFromInline var depth: Int32

  /// The end of what was written and of the room for more.
  @usableFromInline
  @unsafe
  struct Room {
    @usableFromInline let position: UnsafeMutableRawPointer
    @usableFromInline let limit: UnsafeMutableRawPointer

    init(_ state: UnsafeMutablePointer<EncoderState>) {
      unsafe position = state.pointee.position
      unsafe limit = state.pointee.limit
    }
  }

  init(_ state: UnsafeMutablePointer<EncoderState>) {
    unsafe self.state = unsafe state
    unsafe position = unsafe state.pointee.position
    unsafe limit = unsafe state.pointee.limit
    call = unsafe state.pointee.call
    depth = unsafe Int32(truncatingIfNeeded: state.pointee.depth)
  }

  @inlinable
  @inline(__always)
  mutating func take(_ room: Room) {
    unsafe position = unsafe room.position
    unsafe limit = unsafe room.limit
  }

  /// Makes room for `byteCount` bytes and the slack behind them.
  @inlinable
  @inline(__always)
  mutating func reserve(_ byteCount: Int) {
    if unsafe limit - position < byteCount { unsafe take(Self.grown(state, position, byteCount)) }
  }

  @usableFromInline
  @inline(never)
  static func grown(
    _ state: UnsafeMutablePointer<EncoderState>, _ position: UnsafeMutableRawPointer,
    _ byteCount: Int
  ) -> Room {
    unsafe state.pointee.position = unsafe position
    unsafe state.pointee.reserve(byteCount)
    return unsafe Room(state)
  }

  // MARK: Nesting

  /// Goes down by some levels; false if that is too deep, and nothing is to be written there.
  @inlinable
  @inline(__always)
  mutating func descend(_ levels: Int) -> Bool {
    let before = depth
    depth &+= Int32(truncatingIfNeeded: levels)
    if (before ^ depth) & ~7 == 0 { return true }
    return unsafe Self.isShallow(state, depth)
  }

  @inlinable
  @inline(__always)
  mutating func ascend(_ levels: Int) { depth &-= Int32(truncatingIfNeeded: levels) }

  /// Looks at the depth and at the stack, every eighth level.
  @usableFromInline
  @inline(never)
  static func isShallow(_ state: UnsafeMutablePointer<EncoderState>, _ depth: Int32) -> Bool {
    if unsafe Int(depth) < state.pointee.depthLimit - 8, (try? StackGuard.check()) != nil {
      return true
    }
    unsafe state.pointee.hasDeviated = true
    return false
  }
}
