/// A record that makes other calls than the plan it was begun with. What it is given is noted, field by field, until it ends and gets a shape
/// (Spec, section 13, *Matching*).
@unsafe
struct ChangedRecord {
  let frame: UnsafeMutablePointer<EncodingFrame>
  /// The plan that it was begun with.
  let known: UnsafeMutablePointer<RecordPlan>
  /// The index among the fields of that plan from which on a later one may stand there.
  var knownIndex: Int
  /// True if nothing of the record can have said what stands inside of the fields of that plan.
  var isPlain: Bool
  var fields: [Field]

  struct Field {
    var state: FieldState
    /// The offset of the payload from the base of the buffer; nil for fields that were given before the record was found to be another one.
    var start: Int?
  }

  enum FieldState {
    case absent
    case null
    case value
  }
}
