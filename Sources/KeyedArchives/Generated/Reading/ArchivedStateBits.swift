/// The state bits of a record that is read: the values of its bools and which of its optional fields
/// are there.
public struct ArchivedStateBits {
  @usableFromInline var word: UInt64

  @inlinable
  @inline(__always)
  init(_ word: UInt64) { self.word = word }

  /// The bit of the next field that has one.
  @inlinable
  @inline(__always)
  mutating func next() -> Bool {
    let bit = word & 1
    word >>= 1
    return bit != 0
  }
}
