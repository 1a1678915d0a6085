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

  mutating func encodeNil() throws {
    // Only among elements and as a field null has a place.
    guard let slot = unsafe slot, unsafe state.pointee.pending == slot,
      unsafe state.pointee.serial == serial
    else { throw unsafe state.pointee.deviate() }
    if unsafe slot.pointee.isVariant {
      unsafe try adopt(KindCode.null)
    } else if unsafe encoder.isLastField(slot) {
      unsafe try encoder.putNull(at: claim())
    } else {
      throw unsafe deviateFromNull()
    }
  }

  private func deviateFromNull() -> any Error {
    guard let slot = unsafe slot, unsafe slot.pointee.optional == nil else {
      return unsafe state.pointee.deviate()
    }
    return unsafe state.pointee.deviate(mixed: slot)
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    let slot = unsafe try claim()
    let type = unsafe unsafeBitCast(Value.self, to: UnsafeRawPointer.self)
    let known = unsafe slot.pointee.inner
    let inner = unsafe known?.pointee.type == type ? known : encoder.inner(of: slot, type)
    guard let inner = unsafe inner else { throw unsafe state.pointee.deviate(mixed: slot) }
    unsafe try encoder.encode(value, at: inner)
    unsafe state.pointee.pending = nil
    // A value of the type inside of this one may have said what stands here.
    if unsafe slot.pointee.inner != inner {
      guard unsafe slot.pointee.call != state.pointee.call else {
        throw unsafe state.pointee.deviate(mixed: slot)
      }
      unsafe slot.pointee.inner = unsafe inner
    }
    unsafe try state.pointee.adopt(slot, EncodingSlot.delegated)
  }
}
