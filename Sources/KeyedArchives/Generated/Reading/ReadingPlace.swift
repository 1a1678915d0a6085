internal import ArchiveFormat

/// What generated code knows of a place in archives with the same definitions.
@unsafe
@usableFromInline
struct ReadingPlace {
  /// What the general way knows of it.
  let slot: Ref<FieldSlot>
  /// The record that stands here, if it is one of the type's shape.
  @usableFromInline var record: UnsafeMutablePointer<ReadingRecord>?
  /// The elements of what stands here, or the values of a map, and its keys.
  @usableFromInline var elements: UnsafeMutablePointer<ReadingPlace>?
  @usableFromInline var keys: UnsafeMutablePointer<ReadingPlace>?
  /// The cases of the enumeration that stands here.
  @usableFromInline var cases: UnsafeMutablePointer<ReadingCases>?
  /// The shape of all values here, −1 if it stands before each.
  @usableFromInline var caseShape = -1
  @usableFromInline var levels = 0
  /// Whether values of the type are read by generated code here.
  @usableFromInline var isGenerated = false
  /// Whether there can be no value.
  @usableFromInline var isVoid = false
  /// Whether elements are one row, without values of their own.
  @usableFromInline var isPacked: Bool
  /// Whether values here are neither records nor collections.
  @usableFromInline var isLeaf = false
  /// Whether values in it need to know their coding path.
  @usableFromInline var tracksPath = false

  /// Whether generated code may begin here.
  var canBegin: Bool {
    unsafe isGenerated && !isVoid && (cases.map { unsafe !$0.pointee.tracksPath } ?? true)
  }

  init(_ slot: Ref<FieldSlot>) {
    unsafe self.slot = slot
    unsafe isPacked = slot.pointee.isPacked
  }
}

/// How records of one shape are read as values of one type.
@unsafe
@usableFromInline
struct ReadingRecord {
  @usableFromInline let fields: UnsafeMutablePointer<ReadingPlace>
  @usableFromInline let fieldCount: Int
  @usableFromInline let bitByteCount: Int
  /// Bits that are set in no record: padding, and those of fields that have no kind.
  @usableFromInline var forbiddenBits: UInt64 = 0
  /// True if generated code reads the records.
  @usableFromInline var isUsable = false
  /// The fields in the order of the archive, if they are not just those of the type in its order.
  @usableFromInline var steps: UnsafeMutablePointer<ReadingStep>?
  /// Whether values in it need to know their coding path.
  @usableFromInline var tracksPath = false
  /// True until the first value was compared with its type's own coding.
  @usableFromInline var awaitsCoding = false
  /// The bytes of a record if its memory is its body, else 0.
  @usableFromInline var copiedByteCount = 0
  /// The fields of such a record, those of the records in it included, and how many records it is.
  @usableFromInline var copiedFieldCount = 0
  @usableFromInline var copiedRecordCount = 1
  /// True if the code for the type's own order reads the records one after the other.
  @inlinable
  @inline(__always)
  var isStraight: Bool { unsafe !tracksPath && steps == nil }
  /// Containers that are open in a record at most, those apart that collections count themselves.
  var levels = 1
  /// The bytes that a record has at least.
  var minimalByteCount = 0

  init(_ fields: UnsafeMutablePointer<ReadingPlace>, count: Int, bitByteCount: Int) {
    unsafe self.fields = unsafe fields
    unsafe fieldCount = count
    unsafe self.bitByteCount = bitByteCount
  }
}

/// A field of records that are read in the order of the archive.
@usableFromInline
struct ReadingStep {
  /// The number of the field in its type's description; −1 if the type has no such field.
  @usableFromInline var index: Int16 = -1
  let mode: FieldMode
  /// True if the value is one of the state bits.
  let isStateBit: Bool

  /// Takes the state bits of a field that the type does not have; true if a payload stands there.
  @usableFromInline
  func takeState(_ bits: inout ArchivedStateBits) throws -> Bool {
    if isStateBit {
      _ = bits.next()
      return false
    }
    guard mode != .required else { return true }
    let first = bits.next()
    guard mode == [.optional, .nullable] else { return first }
    let second = bits.next()
    guard first || !second else { throw ArchiveReader.unforeseen() }
    return second
  }
}
