/// The plan that records without a type are compared with where they are the first field of records with one (Spec, section 13, *Matching*).
@unsafe
struct PayloadRule {
  /// The plan; nil if it is not known.
  var plan: UnsafeMutablePointer<RecordPlan>?
  /// The call of the archiver in which it was found, and how many shapes the records around had then.
  var call: UInt32 = 0
  var numberedCount: UInt32 = 0
}

/// The plans that such a record is compared with.
@unsafe
enum PayloadCandidates {
  /// None: no record of the type around has begun with that key.
  case none
  case only(UnsafeMutablePointer<RecordPlan>)
  /// The plans of all records without a type.
  case all
}
