/// Memory for values that are read one after the other.
///
/// It is handed to ``ArchivableValue/readRow(_:from:at:)`` for as long as that call lasts.
@safe
public struct ArchivedRow<Element> {
  @usableFromInline let base: UnsafeMutablePointer<Element>
  /// How many there are to be, at least one.
  public let count: Int
  /// How many are there.
  @usableFromInline var built = 0

  @inlinable
  @inline(__always)
  init(_ base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = unsafe base
    self.count = count
  }
}
