internal import ArchiveFormat

/// Elements in a row that are being encoded one by one.
@unsafe
@usableFromInline
struct ElementsFrame {
  /// The elements of which one holds these.
  let outer: UnsafeMutablePointer<ElementsFrame>?
  /// The innermost record around them.
  let records: UnsafeMutablePointer<EncodingFrame>
  let place: UnsafeMutablePointer<EncodingSlot>
  let count: Int
  let role: BlockState.ElementRole
  /// The element that is being encoded, or is next.
  @usableFromInline var index = 0

  /// Bytes before the first of them, from the start of the buffer, without those of gaps.
  var start = 0
  /// The offset of the first of them from the start of the buffer.
  var offset = 0
  /// True if they may be of another kind than their place.
  var deviates = false
  /// True if others among them were null, and are counted elsewhere.
  var leavesOutNulls = false

  /// The count of elements whose number is known when all are encoded: those of a stream, and those of an ``ElementRow``.
  static let uncounted = -1
  static let late = -2
}

/// What a block begins with, as the direct encoder finds it: shapes and state bits come later.
@unsafe
struct BlockSnapshot {
  @unsafe
  enum Container {
    /// `body` counts from the end of the head room, with the gaps between blocks.
    case record(UnsafeMutablePointer<RecordPlan>, nextField: Int, body: Int)
    /// The object whose body the next one is.
    case object(Int)
    case elements(UnsafeMutablePointer<EncodingSlot>, left: Int, BlockState.ElementRole)
    /// As many are left as ``DirectEncoder/lateRows`` has under a number, without the first `done`.
    case lateElements(number: Int, done: Int, BlockState.ElementRole)
    /// As many are left as there are without the first `done`.
    case streamElements(UnsafeMutablePointer<EncodingSlot>, done: Int)
  }

  /// From the first byte of the root's payload, without the gaps between blocks.
  var position: Int
  /// Nil where the block begins anywhere.
  var containers: [Container]?
  /// The number of roots before the one that the block begins in.
  var rootOrdinal = 0
  /// The number that the next new object gets.
  var nextObject = 0
  /// Bytes left free before the block.
  var gapByteCount = 0
}
