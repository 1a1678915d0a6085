/// Values that stand in memory one after the other.
///
/// It is handed to ``ArchivableValue/writeRow(_:to:at:)`` for as long as that call lasts.
@safe
public struct ArchiveRow<Element> {
  @usableFromInline let base: UnsafePointer<Element>
  /// How many there are, at least one.
  public let count: Int

  @inlinable
  @inline(__always)
  init(_ base: UnsafePointer<Element>, count: Int) {
    unsafe self.base = unsafe base
    self.count = count
  }
}
