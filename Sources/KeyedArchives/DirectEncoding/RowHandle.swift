internal import ArchiveFormat

/// The way in which a container writes to a row: as long as it is the innermost that is open, but for containers inside of its elements,
/// which end with its next call.
@unsafe
struct RowHandle {
  let encoder: DirectEncoder
  private let row: UnsafeMutablePointer<ElementRow>
  /// Tells the row from others that stood in the same memory.
  private let serial: UInt64

  init(_ encoder: DirectEncoder, _ row: UnsafeMutablePointer<ElementRow>) {
    unsafe self.encoder = encoder
    unsafe self.row = unsafe row
    unsafe serial = unsafe row.pointee.serial
  }

  var state: UnsafeMutablePointer<EncoderState> { unsafe encoder.state }

  /// Elements that were begun.
  var count: Int {
    if unsafe row.pointee.serial == serial, unsafe !state.pointee.hasDeviated {
      return unsafe row.pointee.count
    }
    unsafe state.pointee.hasDeviated = true
    return unsafe state.pointee.refusedCount
  }

  /// Goes on with the row: ends what stands inside of its last element.
  @inline(__always)
  func resume() throws {
    guard unsafe row.pointee.serial == serial, unsafe !state.pointee.hasDeviated else {
      throw unsafe encoder.refuseCall(ofRow: serial)
    }
    unsafe try endContainers()
  }

  @inline(__always)
  private func endContainers() throws {
    if unsafe state.pointee.top != row.pointee.frame.records || state.pointee.pending != nil
      || state.pointee.elements != row.frame
    {
      unsafe try encoder.endContainers(in: row)
    }
  }

  /// Begins the next element.
  @inline(__always)
  func next() throws -> UnsafeMutablePointer<ElementRow> {
    guard unsafe row.pointee.serial == serial, unsafe !state.pointee.hasDeviated else {
      throw unsafe encoder.refuseCall(ofRow: serial)
    }
    unsafe try endContainers()
    let index = unsafe row.pointee.count
    unsafe row.pointee.count = index &+ 1
    if index > 0 { unsafe encoder.cutIfDue(row.frame, before: index) }
    if unsafe index < ElementRow.startCount {
      unsafe row.pointee.starts[index] = unsafe state.pointee.count
    }
    return unsafe row
  }
}

/// Leaves, with the payload written in place.
extension UnsafeMutablePointer<ElementRow> {
  /// Begins a leaf; false if elements have tags, which tell of the value or were written.
  @inline(__always)
  func begin(_ kind: UInt8, _ encoder: DirectEncoder) throws -> Bool {
    if unsafe pointee.kind == kind { return true }
    return unsafe try encoder.beginLeaf(self, kind)
  }

  @inline(__always)
  func put(_ value: Bool, _ encoder: DirectEncoder) throws {
    if unsafe try begin(KindCode.bool, encoder) {
      unsafe encoder.putBit(value, in: self)
    } else {
      unsafe encoder.state.pointee.put(value ? KindCode.true : KindCode.bool)
    }
  }

  @inline(__always)
  func put(_ value: String, _ encoder: DirectEncoder) throws {
    if unsafe try begin(KindCode.string, encoder) {
      unsafe value.put(encoder.state)
    } else {
      encoder.putTagged(value)
    }
  }

  @inline(__always)
  func put(signed value: Int64, _ encoder: DirectEncoder) throws {
    if unsafe try begin(KindCode.int, encoder) {
      unsafe encoder.state.pointee.putZigzag(value)
    } else {
      unsafe encoder.state.pointee.putTagged(value)
    }
  }

  @inline(__always)
  func put(unsigned value: UInt64, _ encoder: DirectEncoder) throws {
    _ = unsafe try begin(KindCode.uint, encoder)
    unsafe encoder.state.pointee.putVarint(value)
  }

  /// A number whose payload is its own bytes.
  @inline(__always)
  func put<Value: FixedWidthLeaf>(_ value: Value, _ encoder: DirectEncoder) throws {
    _ = unsafe try begin(Value.kindCode, encoder)
    unsafe encoder.state.pointee.put(value)
  }
}
