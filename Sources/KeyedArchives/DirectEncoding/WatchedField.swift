/// A field whose values are looked at when they are written, since their type writes values of several kinds, or Booleans. It is one in all
/// plans of a group.
@unsafe
struct WatchedField {
  /// The place at which values are encoded that may be of another kind than those before.
  let place: UnsafeMutablePointer<EncodingSlot>
  /// The call of the archiver that `count` belongs to.
  private var call: UInt32 = 0
  /// The values that the field was given in that call.
  private(set) var count = 0
  /// The number of the first value that is to be written at `place`, though those before are no leaves; −1 if there is none.
  var firstOther = -1
  /// True while a value is written there.
  var isOpen = false

  init(place: UnsafeMutablePointer<EncodingSlot>) { unsafe self.place = unsafe place }

  /// Begins a value of the field.
  ///
  /// - Returns: The number of the value in the call of the archiver.
  mutating func next(in call: UInt32) -> Int {
    if unsafe self.call != call {
      unsafe self.call = call
      unsafe count = 0
      unsafe isOpen = false
    }
    unsafe count += 1
    return unsafe count - 1
  }
}

/// A field of the plans of a group that holds values of one type.
struct WatchKey: Hashable {
  let group: UInt
  let type: UInt
  let key: UInt8

  init(
    _ group: UnsafeMutablePointer<PlanGroup>, _ type: UnsafeRawPointer, _ field: EncodingSlot
  ) {
    self.group = unsafe UInt(bitPattern: group)
    self.type = unsafe UInt(bitPattern: type)
    key = unsafe field.key
  }
}
