/// Values in whose place hooks store others (``EncodingHooks``). Objects that hooks concern go the general way: a body of another type has a label.
extension DirectEncoder {
  /// The hooks of the archiver.
  var hooks: EncodingHooks {
    get { unsafe variables.pointee.hooks }
    set { unsafe variables.pointee.hooks = newValue }
  }

  @inline(__always)
  var hasHooks: Bool { unsafe !variables.pointee.hooks.isEmpty }

  /// True for an object that hooks concern.
  func isHooked(_ object: AnyObject) -> Bool { hooks.concern(type(of: object)) }

  /// Encodes what stands in for a value.
  @inline(never)
  func encodeHooked<Value: Encodable>(
    _ value: Value, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    let before = unsafe try enter(slot)
    do {
      guard let stored = try hooks.stored(value) else { throw unsafe state.pointee.deviate() }
      try encode(standIn: stored, of: Value.self)
    } catch {
      throw caught(error)
    }
    unsafe try leave(before)
  }

  /// The values that stand in have no stand-ins, but what is inside of them has.
  private func encode<Value: Encodable>(
    standIn value: some Encodable, of type: Value.Type
  ) throws {
    let ownType = Swift.type(of: value)
    if ownType == type, !(type is any ArchiveCollection.Type) { return try value.encode(to: self) }
    guard !hooks.concern(ownType), !(value is any UntypedValue) else {
      throw unsafe state.pointee.deviate()
    }
    var container = unsafe DirectSingleValueEncoding(self)
    unsafe try container.encode(value)
  }
}
