/// What the shapes of archives with the same definitions are to an enumeration with payloads.
@unsafe
@usableFromInline
struct ReadingCases {
  /// By the number of a shape.
  @usableFromInline let cases: UnsafeMutablePointer<ReadingCase>
  @usableFromInline let count: Int
  /// Containers that are open in a value at most, those not counted that collections count themselves.
  @usableFromInline var levels = 2
  /// Whether values have to know their coding path: then they are decoded by their `init(from:)`.
  @usableFromInline var tracksPath = true

  init(count: Int) {
    unsafe cases = .allocate(capacity: count)
    unsafe cases.initialize(repeating: ReadingCase(), count: count)
    unsafe self.count = count
  }

  func free() { unsafe cases.deallocate() }
}

/// What records of a shape are to an enumeration.
@unsafe
@usableFromInline
struct ReadingCase {
  /// The number of the case in its type's description; −1 if they are none of its cases.
  @usableFromInline var index = -1
  /// The payload; nil if there are none of its cases.
  @usableFromInline var payload: UnsafeMutablePointer<ReadingRecord>?
}
