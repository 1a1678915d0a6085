/// The first body at a place in a record that may still be open.
@unsafe
struct OpenBody {
  let frame: UnsafeMutablePointer<EncodingFrame>
  let place: UnsafeMutablePointer<EncodingSlot>
  /// Nil for a body that is no record of its class.
  let plan: UnsafeMutablePointer<RecordPlan>?
  let type: UnsafeRawPointer
}
