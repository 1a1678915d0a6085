internal import ArchiveFormat

/// A place for values, as the direct encoder has learned it: a field of a record, the elements of an
/// array, the keys or values of a map, the body of an object, a root.
///
/// What is learned outlives the call (which fields a type encodes, how a Swift type is to be encoded);
/// what the bytes say of the place, its kind, is found anew in each call: it holds while `call` is the
/// number of the present one.
@unsafe
@usableFromInline
struct EncodingSlot {
  /// Key and call as one number that is compared whole: the byte of the key in the low half, the
  /// code of the call in the high half. ``endOfRecord`` stands after the last field of a plan.
  var signature = unsafe Self.genericCode
  /// The first state bit of the field.
  var bit: UInt32 = 0
  /// A raw `ArchiveKind`, or ``delegated``.
  var kind: UInt8 = 0
  var strategy = EncodingStrategy.unknown
  /// The call of the archiver in which `kind` was determined.
  @usableFromInline var call: UInt32 = 0
  /// For bodies: the call in which it was found out for good which plan their kind names.
  var namedCall: UInt32 = 0
  /// For bodies: the plan that their kind named in the pass before, if it was not that of the first body.
  var named: UnsafeMutablePointer<RecordPlan>?
  /// The call in which generated code wrote a record here, so that its shape is known.
  @usableFromInline var settledCall: UInt32 = 0
  /// Whether elements may stand in the record that generated code writes here.
  @usableFromInline var holdsElements = true
  /// Bytes that stood before the elements of the array that was written here last one by one.
  var headByteCount: Int32 = 1
  /// The number of the sequences of keys that maps had here among those of the encoder, or −1.
  var keySequences: Int32 = -1
  /// Bytes that are left free for the tag of an element.
  var tagByteCount: UInt8 = 1
  /// True if values of the type, or elements of the collections, are of several kinds.
  var isMixed = false
  /// True for one of the places for values of several types.
  var isVariant = false
  /// True for a field that records of its shape may lack, though it is not given by `encodeIfPresent`.
  var isSkippable = false
  /// True for a field that is null in records of its shape.
  var isNullable = false
  /// True where records have had several shapes, so that the number of its shape stands before each.
  var holdsAnyRecord = false
  /// True where values have had several kinds, so that a tag stands before each.
  var holdsAny = false
  /// The kind of the value that was written here last with a tag.
  var heldKind: UInt8 = 0
  /// True for a field that is always there and holds Booleans which values of a type wrote: each is a state bit.
  var isBit = false
  /// The number of a field whose values are looked at among those of the encoder.
  var watchNumber: Int32 = -1
  /// True for a place that says what others hold, and at which nothing is encoded.
  var isStandIn = false
  /// True for places of the bodies of objects.
  var isBody = false
  /// True for places of calls that are noted.
  var isNoted = false
  /// The number of the places of the calls of a container that stands here and is filled late; −1 for others, or ``isNeverLate``.
  var latePlaces: Int32 = -1
  /// True if the elements of an array or a map that stands here were given in turns with those of containers inside, the last time that mattered.
  var isScripted = false
  /// Rows that are open whose elements stand here.
  var openRowCount: UInt16 = 0
  /// The Swift type that `strategy` was found for; nil where what stands here was no value of a type.
  var type: UnsafeRawPointer?
  /// Elements, values of a map, the body of an object, what a single-value container holds.
  @usableFromInline var inner: UnsafeMutablePointer<EncodingSlot>?
  /// The elements of arrays that are written one by one.
  var elements: UnsafeMutablePointer<EncodingSlot>?
  /// The values of maps that are written one by one.
  var values: UnsafeMutablePointer<EncodingSlot>?
  /// The first of the places for values of several types that stand here.
  var variants: UnsafeMutablePointer<EncodingSlot>?
  /// The next of such places.
  var nextVariant: UnsafeMutablePointer<EncodingSlot>?
  /// Keys of a map.
  @usableFromInline var keys: UnsafeMutablePointer<EncodingSlot>?
  /// The fields of the record that generated code writes here.
  @usableFromInline var fields: UnsafeMutablePointer<EncodingSlot>?
  @usableFromInline var fieldCount = 0
  /// The cases of the enumeration that generated code writes here.
  @usableFromInline var cases: UnsafeMutablePointer<CaseTable>?
  /// The plans of the records that stand here, guessed from the one before.
  var group: UnsafeMutablePointer<PlanGroup>?
  /// The plan of the record that stands here, for kind *record*.
  var plan: UnsafeMutablePointer<RecordPlan>?
  /// The plan that a record here is begun with, since one that blocks began in ended with it, and not with the likely one.
  var expected: UnsafeMutablePointer<RecordPlan>?
  var collection: (any DirectlyEncodableCollection.Type)?
  var leaf: (any DirectlyEncodableLeaf.Type)?
  var generated: (any ArchivableValue.Type)?
  var optional: (any DirectlyEncodableOptional.Type)?
  var edge: (any ArchiveEdge.Type)?
  /// For bodies of objects: the number of their class among the encoder's types, once one was no record of it; −1 for others.
  var labelNumber: Int32 = -1
  /// The call in which one was such a body.
  var labelCall: UInt32 = 0
  /// For bodies of objects: the call in which one was of another class than that which the kind of their place names.
  var otherCall: UInt32 = 0
  /// The place of the bodies of a class that is not the one which the kind of the place for objects names.
  var otherBodies: UnsafeMutablePointer<EncodingSlot>?
  /// The first of the places of rows of objects that have a kind of their own.
  var ownRows: UnsafeMutablePointer<EncodingSlot>?
  /// Of the bodies of objects: the class that was looked up last, and its generated code if it has any.
  var lookedUpClass: UnsafeRawPointer?
  var object: (any ArchivableObject.Type)?

  /// For containers that are not noted though they were filled late: they hold what cannot be noted.
  static let isNeverLate: Int32 = -2
  /// The signature that no field has.
  static let endOfRecord = UInt16.max
  /// Flag in the upper half of a signature: the call was `encodeIfPresent`.
  static let optionalFlag: UInt16 = 0x8000
  /// Flag in the upper half of a signature: what a call for the field does besides writing is looked up, so that no call equals it.
  static let changingFlag: UInt16 = 0x4000
  /// Code of a call that gives null, in the upper half of a signature.
  static let nullCode: UInt16 = 0x3C00
  /// Code of the generic call in the upper half of a signature.
  static let genericCode: UInt16 = 0x3F00
  /// What `superEncoder()` writes to.
  static let superSignature: UInt16 = 0x3EFF
  /// No field: from here on the keys are those of the type at `type`.
  static let switchCode: UInt16 = 0x3D00
  /// The kind is that of `inner`.
  static let delegated: UInt8 = 0xFF

  /// Whether a call was `encodeIfPresent`.
  var isOptionalCall: Bool { unsafe signature & Self.optionalFlag != 0 }
  /// True if records of the shape may lack the field.
  var isOptional: Bool { unsafe isOptionalCall || isSkippable }
  /// The states that the field may have besides a value.
  var mode: FieldMode {
    var mode = FieldMode.required
    if unsafe isOptional { mode.insert(.optional) }
    if unsafe isNullable { mode.insert(.nullable) }
    return mode
  }
  /// Whether the field is a bool that is always there, whose value is a state bit.
  var isStateBool: Bool {
    unsafe signature >> 8 == UInt16(KindCode.bool) || isBit
  }
  /// State bits of the field.
  var bitCount: Int {
    unsafe isStateBool ? 1 : (isOptional ? 1 : 0) + (isNullable ? 1 : 0)
  }
  /// The byte of the key.
  var key: UInt8 { unsafe UInt8(truncatingIfNeeded: signature) }
  /// The code of the call, without flags.
  var code: UInt16 { unsafe signature & 0x3F00 }
  /// Whether what the place holds was written as a bool.
  var isBool: Bool {
    if unsafe kind == Self.delegated { return unsafe inner?.pointee.isBool ?? false }
    return unsafe kind == KindCode.bool
  }
  /// The kind of what the place holds: that of `inner` where it is delegated.
  var resolvedKind: UInt8 {
    var (kind, next) = unsafe (self.kind, inner)
    while unsafe kind == Self.delegated, let slot = unsafe next {
      unsafe (kind, next) = unsafe (slot.pointee.kind, slot.pointee.inner)
    }
    return kind
  }

  /// True if two fields are written alike.
  func isSameField(as other: EncodingSlot) -> Bool {
    let isSameCall =
      unsafe signature == other.signature
      || isNullable && signature & 0xC0FF == other.signature & 0xC0FF
        && (code == Self.nullCode || other.code == Self.nullCode)
    return unsafe isSameCall && isSkippable == other.isSkippable && isNullable == other.isNullable
      && holdsAnyRecord == other.holdsAnyRecord && holdsAny == other.holdsAny
      && isBit == other.isBit
  }

  /// True if a call is for the field: the one that it was learned from, or one of the same key that gives null.
  func takes(_ call: UInt16) -> Bool {
    if unsafe signature & ~Self.changingFlag == call { return true }
    return unsafe (signature ^ call) & (0xFF | Self.optionalFlag) == 0
      && (call & 0x3F00 == Self.nullCode || code == Self.nullCode)
      && Self.isKeyed(signature) && Self.isKeyed(call)
  }

  /// True for fields with keys that containers give.
  private static func isKeyed(_ signature: UInt16) -> Bool {
    unsafe signature != switchCode && signature != superSignature && signature != endOfRecord
  }

  /// Forgets how values of a Swift type are encoded here.
  mutating func forgetType() {
    unsafe type = nil
    unsafe strategy = .unknown
    unsafe isMixed = false
    unsafe group = nil
    unsafe leaf = nil
    unsafe collection = nil
    unsafe inner = nil
    unsafe keys = nil
    unsafe fields = nil
    unsafe cases = nil
    unsafe generated = nil
    unsafe optional = nil
    unsafe edge = nil
  }

  /// True for the body of an object of a class whose bodies are no records of it.
  var isLabelled: Bool {
    guard unsafe labelNumber >= 0 else { return false }
    return unsafe kind != KindCode.recordOfShape
      || plan?.pointee.group.pointee.typeIndex != Int(labelNumber)
  }

  /// Forgets what stands here, with all inner places.
  mutating func forgetPlaces() {
    unsafe call = 0
    unsafe settledCall = 0
    unsafe forgetType()
    unsafe elements = nil
    unsafe values = nil
    unsafe variants = nil
  }

  /// The places inside, and those inside of these.
  var innerPlaces: Set<UnsafeMutablePointer<EncodingSlot>> {
    var (found, open) = unsafe (
      Set<UnsafeMutablePointer<EncodingSlot>>(), [inner, keys, elements, values, otherBodies]
    )
    while let next = unsafe open.popLast() {
      guard let place = unsafe next, unsafe found.insert(place).inserted else { continue }
      unsafe open += [
        place.pointee.inner, place.pointee.keys, place.pointee.elements, place.pointee.values,
        place.pointee.otherBodies,
      ]
    }
    return unsafe found
  }

  /// Whether the kind is not told by the call alone, or not in all records.
  var isChanging: Bool { unsafe isOptional || isNullable || callKind == nil }

  /// The kind that the call alone tells, nil for the generic call.
  var callKind: UInt8? {
    unsafe code >= Self.nullCode ? nil : UInt8(truncatingIfNeeded: code >> 8)
  }
}

/// How values of a Swift type are encoded.
enum EncodingStrategy: UInt8 {
  case unknown
  /// By its own `encode(to:)`.
  case codable
  /// In the same way, as a field of which it is looked at what it wrote (``WatchedField``).
  case watched
  case leaf
  case collection
  case object
  case edge
  /// By generated code.
  case generated
  /// By what hooks store in their place.
  case hooked
}
