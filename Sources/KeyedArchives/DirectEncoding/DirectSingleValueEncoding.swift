internal import ArchiveFormat

/// The container of a value that is one other value, while it is encoded directly.
@unsafe
struct DirectSingleValueEncoding: SingleValueEncodingContainer {
  let encoder: DirectEncoder
  let state: UnsafeMutablePointer<EncoderState>
  let slot: UnsafeMutablePointer<EncodingSlot>?
  /// Tells the value apart from others at the same place.
  let serial: UInt64

  init(_ encoder: DirectEncoder) {
    unsafe self.encoder = encoder
    unsafe state = unsafe encoder.state
    unsafe slot = unsafe state.pointee.pending
    unsafe serial = unsafe state.pointee.serial
  }

  var codingPath: [any CodingKey] { unsafe encoder.codingPath }

  @inline(__always)
  private func claim() throws -> UnsafeMutablePointer<EncodingSlot> {
    guard let slot = unsafe slot, unsafe state.pointee.pending == slot,
      unsafe state.pointee.serial == serial
    else {
      throw unsafe state.pointee.deviate()
    }
    unsafe state.pointee.pending = nil
    return unsafe slot
  }

  @inline(__always)
  func adopt(_ kind: UInt8) throws {
    unsafe try state.pointee.adopt(claim(), kind)
  }

  mutating func encodeNil() throws { throw unsafe state.pointee.deviate() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    let slot = unsafe try claim()
    if unsafe slot.pointee.inner == nil { unsafe slot.pointee.inner = unsafe encoder.newSlot() }
    guard let inner = unsafe slot.pointee.inner else { throw unsafe state.pointee.deviate() }
    unsafe try encoder.encode(value, at: inner)
    unsafe state.pointee.pending = nil
    unsafe try state.pointee.adopt(slot, EncodingSlot.delegated)
  }
}
