/// The place of roots of one type.
@unsafe
struct RootPlace {
  let type: ObjectIdentifier
  let slot: UnsafeMutablePointer<EncodingSlot>
  var attempts = Attempts()
  /// Bytes of the last root.
  var byteCount = 0
  /// Its objects.
  var objectCount = 0

  init(type: ObjectIdentifier, slot: UnsafeMutablePointer<EncodingSlot>) {
    unsafe self.type = type
    unsafe self.slot = unsafe slot
  }
}
