/// The first body at a place in a record that may still be open.
@unsafe
struct OpenBody {
  let frame: UnsafeMutablePointer<EncodingFrame>
  let place: UnsafeMutablePointer<EncodingSlot>
  let plan: UnsafeMutablePointer<RecordPlan>
}
