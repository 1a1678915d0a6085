extension PlainRecord: FixedLayoutDocument {}

extension OptionalRecords.RarelyNull: FixedLayoutDocument {}

/// A text of more than 15 bytes, which has memory of its own.
extension String: FormValue, FixedLayoutDocument {
  init(seed: Int) { self = "a text of some length, \(seed)" }

  var leafCount: Int { 1 }

  var valueCount: Int { 0 }
}
