/// Values whose types the archive names (Spec, section 8). A record of its type, and an object, names its type by itself; what needs a label goes
/// the general way.
extension DirectEncoder {
  /// Encodes the value of an existential where the existential stands.
  func encode(_ existential: some ArchiveExistential) throws {
    var inner = Erased.unwrapped(existential.erased)
    while let existential = inner as? any ArchiveExistential {
      inner = Erased.unwrapped(existential.erased)
    }
    guard let inner else {
      var container = unsafe DirectSingleValueEncoding(self)
      return unsafe try container.encodeNil()
    }
    // The general way describes the error of a value that is not Encodable.
    guard let value = inner as? any Encodable, !(value is any UntypedValue),
      !hasHooks || !hooks.concern(type(of: value))
    else {
      throw unsafe state.pointee.deviate()
    }
    try encodeNamed(value)
  }

  private func encodeNamed<Value: Encodable>(_ value: Value) throws {
    if Value.self is any AnyObject.Type { return try encodeNamed(object: value) }
    let type = unsafe unsafeBitCast(Value.self, to: UnsafeRawPointer.self)
    let before = unsafe state.pointee.top
    unsafe state.pointee.valueType = unsafe type
    try value.encode(to: self)
    // The record ends with the existential.
    let frame = unsafe before + 1
    guard unsafe state.pointee.top >= frame && !frame.pointee.isArray,
      unsafe frame.pointee.group.pointee.valueType == type,
      unsafe frame.pointee.group.pointee.boxes.pointee.style != .text
    else { throw unsafe state.pointee.deviate() }
  }

  /// Objects of all classes have one place.
  private func encodeNamed<Value: Encodable>(object value: Value) throws {
    guard let slot = unsafe state.pointee.pending,
      let place = unsafe inner(of: slot, unsafeBitCast(AnyObject.self, to: UnsafeRawPointer.self))
    else { throw unsafe state.pointee.deviate() }
    if unsafe place.pointee.strategy != .object {
      unsafe place.pointee.type = unsafe unsafeBitCast(AnyObject.self, to: UnsafeRawPointer.self)
      unsafe place.pointee.strategy = .object
      let body = unsafe newSlot()
      unsafe body.pointee.isBody = true
      unsafe place.pointee.inner = unsafe body
    }
    unsafe state.pointee.pending = nil
    unsafe try encodeObject(value, place)
    unsafe try state.pointee.adopt(slot, EncodingSlot.delegated)
  }
}
