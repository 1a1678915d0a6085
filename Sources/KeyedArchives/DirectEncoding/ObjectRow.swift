/// A row of many objects.
@unsafe
struct ObjectRow {
  /// The place of the elements.
  let place: UnsafeMutablePointer<EncodingSlot>
  /// The place of the bodies in rows of the kind of the place of the row.
  let bodies: UnsafeMutablePointer<EncodingSlot>
  /// The index of the first element that has a body.
  let first: Int
  /// The offset of the number of the shape that the kind names, if the row has a kind of its own.
  let shape: Int?
}
