internal import ArchiveFormat

/// The elements of an array that are encoded one by one, of which neither number nor kind is known before.
///
/// The first elements are written as if all were of one kind. Where one of the first nine is of another kind, all get tags. What stands
/// before the elements is written when the last one is.
@unsafe
struct ElementRow {
  /// Stands first, so that its address is that of the row.
  var frame: ElementsFrame
  /// Tells the row from others in the same memory; 0 once it ended.
  var serial: UInt64
  /// The number of rows that were begun before it.
  let ordinal: Int
  /// The offset of the elements from the base of the buffer.
  let body: Int
  /// The offsets of the first elements: ``startCount`` numbers.
  let starts: UnsafeMutablePointer<Int>
  /// Elements that were begun.
  var count = 0
  /// The kind of the elements so far: *undetermined* before the first, a leaf's, ``EncodingSlot/delegated`` to `slot`, or *any* where
  /// each has a tag; *nullable* once the row has ended and bits stand before its values.
  var kind = KindCode.undetermined
  /// True if one of the first nine elements has another kind than those before it.
  var isMixed = false
  /// The kind of the first of elements with tags.
  var firstKind = KindCode.undetermined
  /// The kind of the values of a row with null bits; *undetermined* if all are null.
  var nullableKind = KindCode.undetermined
  /// The place where elements are encoded that are no leaves, and the kind of those in the last run.
  var slot: UnsafeMutablePointer<EncodingSlot>?
  var ownKind: SlotKind?
  /// Runs of records, the index of the first element of the last of them, where it begins, and the bytes of the header there. That of the first
  /// run belongs to what stands before all elements.
  var runCount = 1
  var runIndex = 0
  var runStart = 0
  var runHeaderByteCount = 0
  /// The plan of the records in the first of several runs, and their number.
  var firstPlan: UnsafeMutablePointer<RecordPlan>?
  var firstCount = 0
  /// The place of the element that a container inside of the row is writing, where that begins, and its tag.
  var openSlot: UnsafeMutablePointer<EncodingSlot>?
  var openStart = 0
  var openTag: OpenTag?
  /// The offset of the header of a map whose values these are; nil where that is written when they end.
  var header: Int?
  /// The counts at the beginning of a row that can start again; nil for others.
  var beginning: RowBeginning?
  /// The layout of its elements.
  var layout = RowLayout.plain
  /// The layout that its elements need, once that turned out to be another.
  var nextLayout: RowLayout?
  /// True if its elements stand at places of their own, so that nothing that was encoded before says what they are.
  var isApart = false
  /// The number of its elements that were null, while bits or tags say so.
  var nullCount = 0
  /// True while bits say which elements are null. No block begins then.
  var hasBits = false
  /// The number of bytes of those bits.
  var bitByteCount = 0
  /// The count of bytes from which on a block would begin without the bits.
  var nextCut = 0
  /// True while the calls for its elements wait.
  var hasScript = false
  /// True once elements of any kind follow those of one kind.
  var isAnyRun = false
  /// True if the place had a kind before such a row gave it that of its first run.
  var hasKnownPlace = false
  /// True once a block began inside.
  var hasBlocks = false
  /// The number of the row among ``DirectEncoder/lateRows``, if a block begins inside.
  var lateNumber: Int?

  /// Elements of which another one may change the kind of all (Spec, section 13, *Runs*).
  static let startCount = 9

  /// Makes the row one without elements.
  mutating func startAgain(_ layout: RowLayout) {
    unsafe frame.index = 0
    unsafe frame.deviates = false
    unsafe count = 0
    unsafe isMixed = false
    unsafe firstKind = KindCode.undetermined
    unsafe slot = nil
    unsafe ownKind = nil
    unsafe nullCount = 0
    unsafe bitByteCount = 0
    unsafe isAnyRun = false
    unsafe runCount = 1
    unsafe nextLayout = nil
    unsafe self.layout = layout
  }

  /// True if one of its elements was null.
  var hasNull: Bool { unsafe nullCount > 0 }

  /// The place of the elements.
  var place: UnsafeMutablePointer<EncodingSlot> { unsafe frame.place }
}

/// The kind of a place, without what its inner places say.
@unsafe
struct SlotKind {
  /// The place itself, or the one that it leaves its kind to.
  let holder: UnsafeMutablePointer<EncodingSlot>
  let kind: UInt8
  /// The place of the elements of an array.
  let elements: UnsafeMutablePointer<EncodingSlot>?
  let plan: UnsafeMutablePointer<RecordPlan>?

  init(_ slot: UnsafeMutablePointer<EncodingSlot>) {
    var slot = unsafe slot
    while unsafe slot.pointee.kind == EncodingSlot.delegated, let inner = unsafe slot.pointee.inner
    {
      unsafe slot = unsafe inner
    }
    unsafe holder = unsafe slot
    unsafe kind = unsafe slot.pointee.kind
    unsafe elements = unsafe kind == KindCode.array ? slot.pointee.inner : nil
    unsafe plan = unsafe kind == KindCode.recordOfShape ? slot.pointee.plan : nil
  }
}

/// A tag for which bytes were left free before its value.
struct OpenTag {
  /// The number of such tags before it in the pass.
  let number: Int
  let room: Int
}

extension SlotKind {
  func isSame(as other: SlotKind) -> Bool {
    if let plan = unsafe plan {
      return unsafe other.plan.map { unsafe $0.pointee.hasShape(of: plan.pointee) } ?? false
    }
    return unsafe holder == other.holder && kind == other.kind && elements == other.elements
      && other.plan == nil
  }
}

/// A row that a block begins inside of.
@unsafe
struct LateRow {
  let place: UnsafeMutablePointer<EncodingSlot>
  /// The number of rows that were begun before it: those that are begun later, and before it ends, are inside.
  let ordinal: Int
  /// Records around it.
  let recordDepth: Int
  /// Its elements: one more than were begun, until it ends.
  var count: Int
  /// Its elements up to the end of the run in which the blocks begin; nil if that is the last one.
  var runEnd: Int?
  /// The kind of the elements, once that may not be asked of the place any more.
  var kind: KindID?
}
