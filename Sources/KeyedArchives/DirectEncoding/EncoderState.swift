internal import PlatformC

/// What the direct encoder and its containers write through.
///
/// It stands in memory of its own, reached by a pointer: the fields of a class would be checked for
/// exclusive access at every use.
@unsafe
@usableFromInline
struct EncoderState {
  /// Where the next byte goes. There is always room for ``slack`` bytes.
  var position: UnsafeMutableRawPointer
  /// Where the content begins, from the base of the buffer.
  var contentStart = 0
  /// Beyond this there is no more room than ``slack``.
  var limit: UnsafeMutableRawPointer
  @usableFromInline var base: UnsafeMutableRawPointer
  /// The innermost open record; `frames` if there is none.
  @usableFromInline var top: UnsafeMutablePointer<EncodingFrame>
  /// The place of the value that is about to be encoded, until it says what it is.
  var pending: UnsafeMutablePointer<EncodingSlot>?
  /// The Swift type of that value.
  var valueType: UnsafeRawPointer?
  /// Counts values that encode themselves.
  var serial: UInt64 = 0
  /// The number of this call of the archiver, never 0.
  var call: UInt32 = 0
  /// Whether this value has to be encoded the general way.
  var hasDeviated = false
  /// True once a type was found to have another coding than was planned for.
  var isOutdated = false
  /// Containers that are open.
  var depth = 0
  /// The innermost elements that are being encoded.
  var elements: UnsafeMutablePointer<ElementsFrame>?
  /// From this count of bytes on, a boundary between elements is a cut.
  @usableFromInline var nextCut = Int.max
  /// The count of bytes when the last block was begun.
  var lastCut = 0
  var depthLimit = 0
  /// The most containers that were open when the limit was looked at.
  var deepest = 0
  /// Shapes that were defined in this call.
  var shapeCount = 0
  /// The shape of records without type and keys, once there was one in this call.
  var emptyShape: Int?
  /// Plans whose records were met in this call, in the order of their shapes.
  var firstDefined: UnsafeMutablePointer<RecordPlan>?
  var lastDefined: UnsafeMutablePointer<RecordPlan>?
  let frames: UnsafeMutablePointer<EncodingFrame>
  /// The rows whose elements are written one by one, once there was one, and the offsets of their first elements.
  private(set) var elementRows: UnsafeMutablePointer<ElementRow>?
  private var rowStarts: UnsafeMutablePointer<Int>?
  /// The number of those that are open.
  var elementRowCount = 0
  /// Rows that were begun in this pass.
  var rowOrdinal = 0
  /// True if numbers of shapes stand among the elements of rows.
  var namesShapes = false
  /// The number of objects that strong edges name, and that stand nowhere so far.
  var awaitedObjectCount = 0
  /// The number of records without a type that have ended, but for those in containers that are filled late.
  var nestedCount = 0
  /// A type whose values were found to be of several kinds.
  var mixedType: UnsafeRawPointer?
  /// The field that was given such a value, if it was one, and the group of its plan.
  var mixedField: UnsafeMutablePointer<EncodingSlot>?
  var mixedGroup: UnsafeMutablePointer<PlanGroup>?
  /// True once a record had another shape than those before it, for which plans stand that no first record may have.
  var hasChanges = false
  /// The plan of a record that was written last in the body of an object, if it is another than that of the place.
  var changedBody: UnsafeMutablePointer<RecordPlan>?
  /// Containers that are open and filled late.
  var lateCount = 0
  /// Calls of containers that were refused.
  var refusedCount = 0
  /// The rows that generated code is in, one inside the other.
  let rows: UnsafeMutablePointer<ElementsFrame>
  /// Of those, how many.
  var rowCount = 0
  /// A field that no call matches.
  let end: UnsafeMutablePointer<EncodingSlot>
  /// See ``SmallStringLayout``.
  @usableFromInline let knowsSmallStrings = SmallStringLayout.isKnown
  /// Bytes of the gaps between blocks.
  var gapByteCount = 0
  /// Rows that were written one by one and have records among their elements, or inside of them.
  var recordRowCount = 0
  /// Bytes of elements that were encoded once more.
  var repeatedByteCount = 0
  /// Elements of rows without bytes.
  var emptyElementCount = 0
  /// Bytes of memory that readers take for the elements of collections: count × stride. A bit may stand for many.
  @usableFromInline var builtByteCount = 0
  /// The encoder, for generated code, which knows the state alone.
  var encoder: Unmanaged<DirectEncoder>?

  static let slack = 80
  static let firstByteCount = 8_192
  static let frameCapacity = 1_024

  init(end: UnsafeMutablePointer<EncodingSlot>) {
    unsafe self.end = unsafe end
    unsafe base = unsafe malloc(Self.firstByteCount + Self.slack).unsafelyUnwrapped
    unsafe position = unsafe base
    unsafe limit = unsafe base + Self.firstByteCount
    unsafe frames = .allocate(capacity: Self.frameCapacity)
    unsafe rows = .allocate(capacity: Self.frameCapacity)
    unsafe top = unsafe frames
  }

  func free() {
    unsafe PlatformC.free(base)
    unsafe frames.deallocate()
    unsafe rows.deallocate()
    unsafe elementRows?.deallocate()
    unsafe rowStarts?.deallocate()
  }

  /// Keeps a buffer for the next call only if it is small.
  mutating func releaseLargeBuffer() {
    if unsafe hasLargeBuffer { unsafe replaceBuffer(Self.firstByteCount) }
  }

  /// Whether the buffer is too large to be kept.
  var hasLargeBuffer: Bool { unsafe limit - base > ContentMemory.keptByteCount }

  /// Hands the buffer over to somebody who gives it back to `free`, and makes a small one.
  mutating func takeBuffer() -> (base: UnsafeMutableRawPointer, byteCount: Int) {
    let taken = unsafe (base, limit - base + Self.slack)
    unsafe makeBuffer(Self.firstByteCount)
    return unsafe taken
  }

  /// Makes a buffer for about as many bytes as the last call of the kind had, before any is written.
  mutating func expect(_ byteCount: Int) {
    if unsafe limit - base < byteCount { unsafe replaceBuffer(byteCount + byteCount / 8) }
  }

  @inline(never)
  private mutating func replaceBuffer(_ byteCount: Int) {
    unsafe PlatformC.free(base)
    unsafe makeBuffer(byteCount)
  }

  private mutating func makeBuffer(_ byteCount: Int) {
    unsafe base = unsafe ContentMemory.allocate(byteCount + Self.slack)
    unsafe position = unsafe base
    unsafe limit = unsafe base + byteCount
  }

  /// Bytes written, those before the content included.
  var count: Int { unsafe position - base }

  /// Bytes written without those of gaps.
  var contentCount: Int { unsafe count - gapByteCount }

  /// Makes room for `byteCount` bytes and the slack behind them.
  @inline(__always)
  mutating func reserve(_ byteCount: Int) {
    if unsafe limit - position < byteCount { unsafe grow(byteCount) }
  }

  @inline(never)
  private mutating func grow(_ byteCount: Int) {
    let count = unsafe self.count
    let old = unsafe limit - base
    let capacity = unsafe ContentMemory.capacity(after: old, needed: count + byteCount)
    unsafe base = unsafe ContentMemory.grown(
      base, old + Self.slack, keeping: count, to: capacity + Self.slack)
    unsafe position = unsafe base + count
    unsafe limit = unsafe base + capacity
  }

  /// Notes the elements of a row that has so many bytes.
  mutating func noteRow(of count: Int, byteCount: Int) {
    if byteCount == 0 { unsafe emptyElementCount &+= count }
  }

  // MARK: Primitives. Each leaves the slack as it found it.

  @inline(__always)
  mutating func put<Value: BitwiseCopyable>(_ value: Value) {
    unsafe position.storeBytes(of: value, as: Value.self)
    unsafe position += MemoryLayout<Value>.size
    unsafe reserve(0)
  }

  @inline(__always)
  mutating func putVarint(_ value: UInt64) {
    if value < 0x80 {
      unsafe put(UInt8(truncatingIfNeeded: value << 1 | 1))
    } else {
      unsafe putLongVarint(value)
    }
  }

  @inline(__always)
  private mutating func putLongVarint(_ value: UInt64) {
    let extra = (63 &- value.leadingZeroBitCount) / 7
    if extra >= 8 {
      unsafe position.storeBytes(of: 0, as: UInt8.self)
      unsafe (position + 1).storeBytes(of: value.littleEndian, as: UInt64.self)
      unsafe position += 9
    } else {
      let shifted = (value << 1 | 1) << UInt64(truncatingIfNeeded: extra)
      unsafe position.storeBytes(of: shifted.littleEndian, as: UInt64.self)
      unsafe position += extra &+ 1
    }
    unsafe reserve(0)
  }

  @inline(__always)
  mutating func putZigzag(_ value: Int64) {
    unsafe putVarint(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  @inline(__always)
  mutating func putBytes(_ start: UnsafeRawPointer, _ count: Int) {
    unsafe reserve(count)
    unsafe position.copyMemory(from: start, byteCount: count)
    unsafe position += count
  }

  /// Zero bytes, for bits to be set.
  @inline(__always)
  mutating func putZeros(_ count: Int) {
    if count <= 8 {
      unsafe position.storeBytes(of: 0, as: UInt64.self)
    } else {
      unsafe reserve(count)
      unsafe memset(position, 0, count)
    }
    unsafe position += count
    unsafe reserve(0)
  }

  @inline(__always)
  func setBit(_ bit: Int, from offset: Int) {
    let byte = unsafe base + offset + bit >> 3
    unsafe byte.storeBytes(of: byte.load(as: UInt8.self) | 1 << UInt8(bit & 7), as: UInt8.self)
  }

  // MARK: Records

  /// Makes a plan's shape the next of this call, if it has no number in it.
  mutating func number(_ plan: UnsafeMutablePointer<RecordPlan>) {
    if unsafe plan.pointee.call == call { return }
    unsafe plan.pointee.call = unsafe call
    unsafe plan.pointee.closingCall = unsafe call
    unsafe plan.pointee.group.pointee.numberedCount &+= 1
    if unsafe plan.pointee.count == 0, unsafe plan.pointee.group.pointee.valueType == nil {
      // All records without type and keys have one shape.
      if let shape = unsafe emptyShape {
        unsafe plan.pointee.shape = shape
        return
      }
      unsafe emptyShape = unsafe shapeCount
    }
    unsafe plan.pointee.shape = unsafe shapeCount
    unsafe shapeCount += 1
    unsafe plan.pointee.nextDefined = nil
    if let last = unsafe lastDefined {
      unsafe last.pointee.nextDefined = plan
    } else {
      unsafe firstDefined = plan
    }
    unsafe lastDefined = plan
  }

  // MARK: Kinds

  /// Says what kind of value a place holds in this call; a second kind is for the general way.
  @inline(__always)
  mutating func adopt(_ slot: UnsafeMutablePointer<EncodingSlot>, _ kind: UInt8) throws {
    if unsafe slot.pointee.call == call {
      if unsafe slot.pointee.kind != kind { throw unsafe deviate(mixed: slot) }
    } else {
      unsafe slot.pointee.kind = kind
      unsafe slot.pointee.call = call
    }
  }

  /// Makes a place one for what a container writes, and not for values of a Swift type: their kind may not be told from that of
  /// the type.
  @inline(__always)
  mutating func forgetType(at slot: UnsafeMutablePointer<EncodingSlot>) throws {
    if unsafe slot.pointee.type != nil { unsafe try forgetKnownType(at: slot) }
  }

  @inline(never)
  private mutating func forgetKnownType(at slot: UnsafeMutablePointer<EncodingSlot>) throws {
    if unsafe slot.pointee.call == call || slot.pointee.isBit || slot.pointee.holdsAny {
      throw unsafe deviate()
    }
    unsafe slot.pointee.forgetType()
  }

  // MARK: Rows

  /// Memory for one more row inside of the others; nil if too many are open.
  mutating func nextElementRow() -> UnsafeMutablePointer<ElementRow>? {
    guard unsafe elementRowCount < Self.frameCapacity else { return nil }
    if unsafe elementRows == nil {
      unsafe elementRows = .allocate(capacity: Self.frameCapacity)
      unsafe rowStarts = .allocate(capacity: Self.frameCapacity * ElementRow.startCount)
    }
    return unsafe elementRows.map { unsafe $0 + elementRowCount }
  }

  /// Room for the offsets of the first elements of a row.
  func rowStarts(of row: UnsafeMutablePointer<ElementRow>) -> UnsafeMutablePointer<Int> {
    unsafe rowStarts.unsafelyUnwrapped
      + ElementRow.startCount * (row - elementRows.unsafelyUnwrapped)
  }

  /// The innermost row that is open.
  var lastElementRow: UnsafeMutablePointer<ElementRow>? {
    unsafe elementRowCount == 0 ? nil : elementRows.map { unsafe $0 + (elementRowCount - 1) }
  }

  /// Ends the innermost row: its containers lead nowhere from here on.
  mutating func endLastElementRow() {
    guard let row = unsafe lastElementRow else { return }
    unsafe row.pointee.serial = 0
    unsafe row.pointee.place.pointee.openRowCount -= 1
    unsafe elementRowCount -= 1
  }

  /// Ends the rows that an error left open.
  mutating func endElementRows() {
    while unsafe elementRowCount > 0 { unsafe endLastElementRow() }
  }

  /// Writes an int with its tag.
  @inline(__always)
  mutating func putTagged(_ value: Int64) {
    if value >= 0, value < Int64(KindCode.shortFormLimit) {
      unsafe put(KindCode.smallIntTag + UInt8(truncatingIfNeeded: value))
    } else {
      unsafe put(KindCode.int)
      unsafe putZigzag(value)
    }
  }

  /// Ends the use of the plans after this call.
  mutating func outdate() {
    unsafe isOutdated = true
    unsafe hasDeviated = true
  }

  /// Deviates from a second kind at a place; if values of one type have several, what holds them can be prepared for that.
  @inline(never)
  mutating func deviate(mixed slot: UnsafeMutablePointer<EncodingSlot>) -> any Error {
    if let type = unsafe slot.pointee.type, unsafe !hasDeviated {
      unsafe mixedType = unsafe type
      unsafe (mixedField, mixedGroup) = unsafe field(holding: slot)
    }
    return unsafe deviate()
  }

  /// The field that the innermost record was given last, if a place is that of the field or one that the field leaves its kind to, and the
  /// group of the plan; nil for other places.
  private func field(
    holding place: UnsafeMutablePointer<EncodingSlot>
  ) -> (UnsafeMutablePointer<EncodingSlot>?, UnsafeMutablePointer<PlanGroup>?) {
    guard unsafe top > frames else { return unsafe (nil, nil) }
    // The value may have written a container, which has not ended.
    let frame = unsafe top.pointee.slot == place ? top - 1 : top
    guard unsafe frame > frames, unsafe !frame.pointee.isArray,
      let plan = unsafe frame.pointee.plan,
      unsafe frame.pointee.next > plan.pointee.slots, unsafe !plan.pointee.isGenerated
    else { return unsafe (nil, nil) }
    let field = unsafe frame.pointee.next - 1
    var holder = unsafe field
    for _ in 0..<8 where unsafe holder != place {
      guard unsafe holder.pointee.kind == EncodingSlot.delegated || holder.pointee.optional != nil,
        let inner = unsafe holder.pointee.inner
      else { return unsafe (nil, nil) }
      unsafe holder = unsafe inner
    }
    return unsafe holder == place ? (field, plan.pointee.group) : (nil, nil)
  }

  /// Refuses a call of a container that may not write any more.
  mutating func refuse() -> any Error {
    unsafe refusedCount &+= 1
    return unsafe deviate()
  }

  /// From here on nothing that is written counts.
  @inline(never)
  mutating func deviate() -> any Error {
    unsafe hasDeviated = true
    return DirectEncodingDeviation()
  }
}

/// Thrown to get out of user code when a value has to be encoded the general way.
struct DirectEncodingDeviation: Error {}
