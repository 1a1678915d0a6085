/// Where generated code reads a value's bytes.
///
/// What changes with every byte is a pointer, so that it lives in a register; the rest stands in the
/// state of the call. A read that cannot be made throws, and the value is then decoded by its
/// `init(from:)`, which finds the exact error: so nothing here has to say what is wrong.
@safe
public struct ArchiveReader {
  /// The next byte.
  @usableFromInline var position: UnsafeRawPointer
  /// The end of the content, or of the block of it that is read.
  @usableFromInline var end: UnsafeRawPointer
  @usableFromInline let state: UnsafeMutablePointer<DirectState>

  init(_ state: Ref<DirectState>) {
    unsafe self.state = unsafe state.raw.assumingMemoryBound(to: DirectState.self)
    unsafe position = unsafe state.pointee.cursor.place
    unsafe end = unsafe state.pointee.cursor.end
  }

  /// Bytes up to the end of the block.
  @inlinable
  @inline(__always)
  var remaining: Int { unsafe end - position }

  /// Bytes up to the end of the content.
  @inlinable
  @inline(__always)
  var allRemaining: Int { unsafe remaining &+ state.pointee.laterByteCount }

  /// What is thrown where the bytes are not those that were foreseen.
  @usableFromInline
  @inline(never)
  static func unforeseen() -> any Error { UnforeseenBytes() }

  /// What a reading throws that leaves the value to its `init(from:)`.
  public var unforeseenValue: any Error { Self.unforeseen() }

  // MARK: Costs

  /// Counts what a record costs.
  @inlinable
  @inline(__always)
  func charge(_ record: UnsafePointer<ReadingRecord>) {
    unsafe state.pointee.valueCount &-= record.pointee.fieldCount
    unsafe state.pointee.visitCount &-= record.pointee.fieldCount &+ 1
  }

  /// Counts what records of one row cost.
  @inlinable
  @inline(__always)
  func charge(_ record: UnsafePointer<ReadingRecord>, times count: Int) {
    // No more than there are bytes: there is no overflow.
    unsafe state.pointee.valueCount &-= count &* record.pointee.fieldCount
    unsafe state.pointee.visitCount &-= count &* (record.pointee.fieldCount &+ 1)
  }

  /// Counts what records of one row cost whose memory is their bytes, with the records in them.
  @inlinable
  @inline(__always)
  func chargeCopies(_ record: UnsafePointer<ReadingRecord>, times count: Int) {
    let fieldCount = unsafe record.pointee.copiedFieldCount
    unsafe state.pointee.valueCount &-= count &* fieldCount
    unsafe state.pointee.visitCount &-= count &* (fieldCount &+ record.pointee.copiedRecordCount)
  }

  /// Counts what elements cost before they are built. Where paths are tracked, entering counts the
  /// collection itself.
  @inlinable
  @inline(__always)
  func chargeElements(
    _ count: Int, stride: Int, isMap: Bool = false, at place: ArchivedPlace
  ) throws {
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: stride)
    let elements = place.elements
    unsafe state.pointee.byteCount &-= byteCount
    if unsafe !elements.pointee.pointee.isPacked {
      let isLeaf = unsafe elements.pointee.pointee.isLeaf
      unsafe state.pointee.valueCount &-= count
      if isLeaf { unsafe state.pointee.visitCount &-= count }
      if isMap || !isLeaf, !place.tracksPath { unsafe state.pointee.visitCount &-= 1 }
    } else if isMap, !place.tracksPath {
      unsafe state.pointee.visitCount &-= 1
    }
    guard !overflow, unsafe !elements.pointee.pointee.isVoid, unsafe state.pointee.byteCount >= 0,
      unsafe state.pointee.valueCount >= 0,
      unsafe state.pointee.visitCount >= 0
    else { throw Self.unforeseen() }
  }

  // MARK: Nesting

  /// Goes down to the elements of what stands at a place.
  @inlinable
  @inline(__always)
  func descend(_ levels: Int) throws {
    let before = unsafe state.pointee.depth
    let depth = before &+ levels
    unsafe state.pointee.depth = depth
    if (before ^ depth) & ~7 == 0 { return }
    guard unsafe Self.isShallow(state) else { throw Self.unforeseen() }
  }

  @inlinable
  @inline(__always)
  func ascend(_ levels: Int) { unsafe state.pointee.depth &-= levels }

  /// Looks at the depth and at the stack, every eighth level. Where a value is deep, all further values of the call are left to their `init(from:)`:
  /// there each level is counted.
  @usableFromInline
  @inline(never)
  static func isShallow(_ state: UnsafeMutablePointer<DirectState>) -> Bool {
    let isShallow =
      unsafe state.pointee.depth < state.pointee.maximumDepth - 8
      && (try? StackGuard.check()) != nil
    if !isShallow { unsafe state.pointee.usesGeneratedCode = false }
    return isShallow
  }
}

/// The bytes are not those that generated code foresaw.
struct UnforeseenBytes: Error {}
