/// A keyed container inside of a record which may be filled after later fields of the record were given. Its calls are noted, and made when the record ends.
@unsafe
struct LateContainer {
  /// The record around it, the plan of that record, and the index of the field in the plan.
  let frame: UnsafeMutablePointer<EncodingFrame>
  let outerPlan: UnsafeMutablePointer<RecordPlan>
  let field: Int
  /// The elements around the record.
  let elements: UnsafeMutablePointer<ElementsFrame>?
  /// The offset of its bytes from the base of the buffer.
  let offset: Int
  /// The number of the places of its calls.
  let places: Int
  /// Tells the encoder that hands out the container from others; 0 if there is none.
  var serial: UInt64 = 0
  /// Nil until such an encoder hands out the container.
  var group: UnsafeMutablePointer<PlanGroup>?
  var box: UnsafeMutablePointer<ContainerBox>?
  /// Keeps the box from being handed out again.
  var holder: AnyObject?
  /// The plan that its record had the last time, whether the plan got the number of its shape when the container was begun, and the number of
  /// shapes after that.
  var plan: UnsafeMutablePointer<RecordPlan>?
  var isNumbered = false
  var shapeCount = 0
  /// Makes the calls of an array or a map, which are noted elsewhere.
  var make: ((DirectEncoder, UnsafeMutablePointer<EncodingSlot>) throws -> Void)?
  /// The number of calls that were noted before it was begun, and of its own ones.
  let firstCall: Int
  var callCount = 0
  /// The number of records without a type that had ended when it was begun.
  var nestedCount: Int
  /// The number of its first calls that are those of the plan.
  var knownCount = 0

  /// So many may be open.
  static let limit = 32

  /// True if the plan has a call at this place.
  func expects(_ signature: UInt16) -> Bool {
    guard let plan = unsafe plan, unsafe callCount < plan.pointee.count else { return false }
    return unsafe (plan.pointee.slots + callCount).pointee.signature == signature
  }
}

/// The containers of one field that are filled late, as far as is known.
@unsafe
struct LatePlaces {
  /// The places of their calls.
  var slots: [UnsafeMutablePointer<EncodingSlot>] = unsafe []
  /// The plan of the last one's record.
  var plan: UnsafeMutablePointer<RecordPlan>?
}

/// A call of a container that is filled late. Its payload stands where the encoder was at that time.
@unsafe
struct NotedCall {
  /// The index of the container among those that are open; −1 for bytes that belong to none.
  let container: Int
  let signature: UInt16
  /// The key; nil if the plan of the container's last record knows it.
  let name: String?
  /// The place that the value was encoded at.
  let place: UnsafeMutablePointer<EncodingSlot>
  /// The offset of the payload from the base of the buffer. A byte stands before the payload if the call was `encodeIfPresent`: 0 if there is no payload.
  var start: Int
  /// The number of bytes that belong to no container.
  var byteCount = 0

  init(
    container: Int, signature: UInt16, name: String?, place: UnsafeMutablePointer<EncodingSlot>,
    start: Int
  ) {
    unsafe self.container = container
    unsafe self.signature = signature
    unsafe self.name = name
    unsafe self.place = unsafe place
    unsafe self.start = start
  }

  /// Bytes at the beginning of a record that do not count.
  init(dropping byteCount: Int, at frame: UnsafeMutablePointer<EncodingFrame>) {
    unsafe self.init(
      container: -1, signature: 0, name: nil, place: frame.pointee.slot, start: frame.pointee.body)
    unsafe self.byteCount = byteCount
  }

  var isOptional: Bool { unsafe signature & EncodingSlot.optionalFlag != 0 }
  /// The kind of the value.
  var kind: UInt8? {
    let code = unsafe signature & 0x3F00
    return unsafe code < EncodingSlot.nullCode
      ? UInt8(truncatingIfNeeded: code >> 8) : place.pointee.leaf?.kindCode
  }
}

/// A field of records which holds a container that is filled late.
struct LateField: Hashable {
  /// The address of the plans of the records.
  private let group: UInt
  let signature: UInt16

  init(_ group: UnsafeMutablePointer<PlanGroup>, _ signature: UInt16) {
    self.group = UInt(bitPattern: group)
    self.signature = unsafe signature & ~EncodingSlot.changingFlag
  }
}
