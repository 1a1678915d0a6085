internal import ArchiveFormat

/// What a place in an archive holds, as its shape tells, and what was asked for there last.
struct FieldSlot {
  /// What the next field has to match: key byte, mode and kind code from the lowest bits up.
  var match = UInt32.max
  var code: UInt8 = 0
  var mode: UInt8 = 0
  /// Whether elements of the kind are one row, without values of their own.
  var isPacked = false
  /// Whether a tag may say that the value is null: the fields of records have states for that.
  var mayBeNull = true
  /// True if the hooks of the types that are asked for have no part here.
  var isBare = false
  var strategy = Strategy.unknown
  var kind = KindID.undetermined
  var key = UInt32.max
  var firstBit = BitPlace()
  var secondBit = BitPlace()
  var valueBit = BitPlace()
  /// The address of the type that `strategy` is for.
  var type = 0
  var leaf: (any DirectLeaf.Type)?
  var collection: (any DirectCollection.Type)?
  var nullable: (any DirectNullable.Type)?
  var edge: (any ArchiveEdge.Type)?
  var existential: (any ArchiveExistential.Type)?
  /// How generated code reads what stands here.
  var generated: (any ArchivableValue.Type)?
  var reading: ArchivedPlace?
  /// The plan that was used here last, for records.
  var plan: Ref<DirectPlan>?
  /// The forms of the records, if some may be older than the type that was asked for last. The schema keeps them.
  var forms: Unowned<RecordForms>?
  /// For maps: the address of a key type that nobody asks with who trusts what stands there.
  var mapKeyType = 0
  /// The keys of the map that was read here last by a keyed container.
  var mapKeys: MapKeys?
  /// The keys of another map that was read here before.
  var formerMapKeys: MapKeys?
  /// The container that read it.
  var mapContainer: MapContainer?
  /// Elements or keys; the values of a map; the same place for a single-value container.
  var first: Ref<FieldSlot>?
  var second: Ref<FieldSlot>?
  var single: Ref<FieldSlot>?
  /// The same place for the value of an optional.
  var present: Ref<FieldSlot>?
  /// The same place for values whose types the archive names.
  var named: Ref<NamedPlace>?
  /// The class of objects: of a record, the row that its shape names; of a place, the row whose name is
  /// that of `type`, and the one that the allow-list of a call has a class for.
  var bodyRow: Int32 = -1
  var ownRow: Int32 = -1
  var allowedRow: Int32 = -1
  var allowedCall = 0
  var allowedClass = 0
  /// Of a body: the class that was looked up last, and how generated code reads it, if it does.
  var lookedUpClass = 0
  var objectReading: ObjectReading?
  /// The attempts to let generated code read what stands here.
  var attempts = Attempts()

  enum Strategy: UInt8 {
    case unknown
    /// The type's `init(from:)`.
    case container
    case leaf
    case collection
    /// Elements that may be null.
    case nullable
    /// A value that is none of those elements, and is asked for as an optional.
    case optional
    /// Generated code reads it.
    case generated
    /// A class instance.
    case object
    /// A reference to one.
    case edge
    /// A value whose type the archive names.
    case existential
    /// What the tag tells that stands there.
    case tagged
    /// A leaf of another kind than that of its type.
    case converted
    /// A hook makes the value of what was stored in its place.
    case restored
    /// A hook may put another value in its place.
    case replaced
    /// The value alone is decoded from cells.
    case cells
    /// A value that its type makes of a bool in a record's state bits.
    case bit
    /// A bool there as itself.
    case stateBit

    /// Whether a value is read at once, without being entered.
    var isLeaf: Bool { self == .leaf || self == .tagged || self == .converted }

    /// Whether no payload stands there that could be read alone.
    @inline(__always)
    var isInState: Bool { rawValue >= Strategy.bit.rawValue }
  }

  /// A slot that matches nothing and is never freed.
  static var never: Ref<FieldSlot> { unsafe onlyNever }
  // `nonisolated(unsafe)`: it is made once and never written, since what matches nothing is never taken for a field; of
  // bytes that are read nothing is put there.
  private nonisolated(unsafe) static let onlyNever = Ref(FieldSlot())

  static func match(_ byte: UInt8, _ mode: UInt8, _ code: UInt8) -> UInt32 {
    UInt32(byte) | UInt32(mode) << 8 | UInt32(code) << 16
  }

  /// True if the kind tells that a value stands there: no null, and nothing around a value.
  var isPresent: Bool {
    switch code {
    case KindCode.undetermined, KindCode.any, KindCode.nullable,
      KindCode.object...KindCode.extended:
      false
    default: true
    }
  }

  /// True if the archive may name the type of what stands there.
  var mayBeNamed: Bool {
    switch code {
    case KindCode.any, KindCode.record, KindCode.recordOfShape, KindCode.typed, KindCode.object:
      true
    default: false
    }
  }

  /// True if an edge may stand there whose object nobody stored.
  var mayBeNobody: Bool { code == KindCode.conditionalReference || code == KindCode.any }

  /// True if an edge stands there.
  var holdsEdge: Bool {
    code == KindCode.strongBackReference || code == KindCode.conditionalReference
  }
}

/// What a record says of a field.
enum FieldState { case absent, null, value }

/// A bit in a bit row.
struct BitPlace {
  var byte: UInt16 = 0
  var mask: UInt8 = 0

  init() {}

  init(_ index: Int) {
    byte = UInt16(truncatingIfNeeded: index >> 3)
    mask = 1 << UInt8(truncatingIfNeeded: index & 7)
  }

  /// Bits of a row from here on have no place.
  static var limit: Int { (Int(UInt16.max) + 1) * 8 }

  /// The number of the bit.
  var index: Int { Int(byte) << 3 + mask.trailingZeroBitCount }

  @inline(__always)
  func isSet(_ row: RawCursor.Mark) -> Bool { row.bit(Int(byte), mask) }
}

/// How records of one shape are read through one key type.
struct DirectPlan {
  var shape: Int
  /// The address of the key type.
  var keyType: Int
  var fields: Ref<FieldSlot>
  /// One past the last field: a slot that matches nothing.
  var end: Ref<FieldSlot>
  var count: Int
  var bitByteCount: Int
  var paddingMask: UInt8
  /// Whether some states of its fields are malformed.
  var hasStateRules: Bool
  /// 0xFF, or 0 for key types of one key.
  var keyMask: UInt8
  var isEnumeration: Bool?
  /// By key byte: the index of the field, −1 for none, −2 not asked for yet, −3 and less for the defaults of `form`.
  var fieldOfByte: Ref<Int16>
  /// The copier of its containers, once there is one.
  var copier: AnyObject?
  /// The containers made for it.
  var box: Ref<BoxInfo>?
  /// Of those, the ones that may be free, beside the first: records that nest deep have many that are not.
  var free: Ref<BoxInfo>?
  /// The keys of all fields, an array of the key type seen as the one reference that it is, once they were
  /// asked for.
  var allKeys: AnyObject?
  /// Whether it has fields that the key type does not name; nil until that is asked for.
  var hasUnknownKeys: Bool?
  /// The plan through which the same record was read after this one.
  var other: Ref<DirectPlan>?
  /// The index of the field with the key “super”: −1 for none, −2 not asked for yet.
  var superField: Int16 = -2
  /// If records of the shape are older than the type that they are decoded as: how.
  var form: RecordForm?
  /// The forms that it was asked for with. The schema keeps them.
  var forms: Unowned<RecordForms>?
}

/// What a keyed container knows. It is used again for further records once nobody holds it.
struct BoxInfo {
  /// The object that `KeyedDecodingContainer` is a reference to: first, so that it has the address
  /// of all of this.
  var container: AnyObject?
  /// The field that is read next; one that matches nothing while another value is being read, when
  /// the record is read from cells, and after its end.
  var next: Ref<FieldSlot>
  var state: Ref<DirectState>
  var plan: Ref<DirectPlan>
  /// The open value that it is the container of.
  var level: Ref<Level>?
  /// Where the record's state bits stand.
  var bits: RawCursor.Mark
  var keyMask: UInt8
  /// The address of the type of the keys.
  let keyType: Int
  /// False once the record is read from cells.
  var isDirect = false
  /// Containers around the record.
  var depth = 0
  /// The container that the same record was read through before.
  var earlier: Ref<BoxInfo>?
  /// The next container of the plan.
  var sibling: Ref<BoxInfo>?
  /// The next of those that may be free, and whether it is one of them.
  var nextFree: Ref<BoxInfo>?
  var isListed = false
  /// The next one used in this call, and the call.
  var nextUsed: Ref<BoxInfo>?
  var call = 0
  /// A ``ContainerCopier`` for it.
  var copier: AnyObject?
  /// What it needs once the record is read from cells.
  var extra = BoxExtra()
}

/// A value that is being decoded, or a collection around one.
struct Level {
  /// The level of all decoders that are made for kept values. Its mode says so, and nobody goes on from there: it has no state.
  static var kept: Ref<Level> { unsafe onlyKept }
  // `nonisolated(unsafe)`: it is made once, and never written or freed.
  private nonisolated(unsafe) static let onlyKept: Ref<Level> = {
    let mark = RawCursor(RawBytes(), from: 0).mark
    return Ref(
      Level(
        state: Ref(uninitialized: DirectState.self), number: 0, mode: .kept,
        slot: FieldSlot.never, start: mark, payload: mark, end: mark,
        run: DirectRun(slot: FieldSlot.never), place: FieldSlot.never, reached: (0, mark)))
  }()

  enum Role: UInt8 { case value, nested, array, map, object }
  enum Mode: UInt8 {
    /// Nothing was read.
    case untouched
    /// A record, through the container of `box`.
    case keyed
    /// A record, through the container of `box`, with fields that were passed over: `marks` has those.
    case keyedMarked
    /// A record, through several containers one after the other: the last is that of `box`.
    case keyedAgain
    /// An array or set, through an unkeyed container; or a map with `keys`, through a keyed one.
    case unkeyed
    /// A single-value container read it; it ends at `end`.
    case single
    /// It is read from cells, and ends at `end`.
    case cells
    /// It is over, and its decoder was kept.
    case kept
  }

  let state: Ref<DirectState>
  var previous: Ref<Level>?
  var next: Ref<Level>?
  /// Owns this memory.
  var decoder: DirectDecoder?
  let number: Int
  var role = Role.value
  /// Whether it was entered in this call.
  var isUsed = false
  var mode = Mode.untouched
  var slot: Ref<FieldSlot>
  var start: RawCursor.Mark
  /// Behind its tag, once that was read; else where it begins.
  var payload: RawCursor.Mark
  var end: RawCursor.Mark
  var box: Ref<BoxInfo>?
  var cells: ValueDecoder?
  /// Containers open around it.
  var depth = 0
  /// The element that is read, and the keys if it is a map.
  var index = 0
  /// Of the array of an unkeyed container: its elements, how far it has got, and what might be read when it was opened.
  var count = 0
  var run: DirectRun
  var counts = (values: 0, zeroWidth: 0)
  /// Whether an element is being read: then its container is read from cells by others.
  var isBusy = false
  var keys: [String]?
  /// Where an object was asked for, if this is the body of one.
  var place: Ref<FieldSlot>
  /// The field that one of several containers got to, and where it begins.
  var reached: (index: Int, mark: RawCursor.Mark)
  /// The references of the call that waited when it was entered, the objects that there were, and those of them that validations look at; if the
  /// archive may hold objects.
  var referenceCount = 0
  var instanceCount = 0
  var objects = DecodedObjects.Snapshot()
  /// The forms of the record, if it may be older than its type. The schema keeps them.
  var forms: Unowned<RecordForms>?
  /// The coding path of the value, once somebody asked for it; not if it is long.
  var path: [any CodingKey]?
  /// By field of the record: the place of its value, for those that were passed over.
  var marks: [PassedValue?] = []
  /// The places of a map's first value, and of the values after it as far as they are known.
  var elementMarks: [ElementMark] = []
  /// The container of a map.
  var mapContainer: MapContainer?
  /// The reader of a map that is open once more.
  var mapFields: MapFields?
}

/// The state of one call of `decode`.
@usableFromInline
struct DirectState {
  var cursor: RawCursor
  var level: Ref<Level>
  @usableFromInline var depth = 0
  var maximumDepth = 0
  @usableFromInline var valueCount = 0
  @usableFromInline var visitCount = 0
  @usableFromInline var byteCount = 0
  @usableFromInline var zeroWidthCount = 0
  /// Bytes that may be read again, for fields that are asked for late and values that are asked for as another type; once
  /// they are used up, such values are read from cells.
  var rereadByteCount = 0
  /// Whether an error occurred that user code must not swallow.
  var isRefused = false
  /// Whether an object may have been refused as another class than its own: something failed, or is read from cells.
  var mayHaveRefused = false
  /// See ``SmallString``.
  @usableFromInline let knowsSmallStrings = SmallString.isKnown
  /// True if an observer is told of each class in this call.
  var isObserved = false
  /// True if objects have hooks in this call.
  var hooksObjects = false
  /// True if generated code reads values in this call.
  var usesGeneratedCode = true
  /// The bytes that it may still read in vain.
  var vainByteCount = 0
  /// Its readings that are open, one inside the other.
  var generatedCount = 0
  /// Of the depth, the levels that generated code counted in advance: those inside of the innermost record
  /// that was entered.
  var extraDepth = 0
  /// Bodies of objects that generated code is reading, one inside the other.
  var generatedObjectCount = 0
  var call = 0
  var used: Ref<BoxInfo>?
  /// The blocks that generated code reads in turns, if the content does not lie in one piece, and the one
  /// that is read.
  var blocks: [RawBytes] = []
  var blockIndex = 0
  var objects = DirectObjects()
  /// The graph that they wait for, once there is one. The ledger of the call keeps it.
  var graph: Unowned<GraphCompletion>?
  /// The bytes of the blocks after that one.
  @usableFromInline var laterByteCount = 0
  let nothing: Ref<FieldSlot>
  let scratch: Scratch
  let owner: Unowned<DirectEngine>

  var engine: DirectEngine { owner.object }

}

/// Room for a value on its way to where it belongs.
@safe struct Scratch {
  let raw = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: alignment)
  private static let byteCount = 512
  private static let alignment = 16

  /// Whether it is large enough for a value.
  @inline(__always)
  static func fits<Value>(_ type: Value.Type) -> Bool {
    MemoryLayout<Value>.size <= byteCount && MemoryLayout<Value>.alignment <= alignment
  }

  func free() { unsafe raw.deallocate() }
}
