/// Values that stand in memory one after the other.
///
/// It is handed to ``ArchivableValue/writeRow(_:to:at:)`` for as long as that call lasts.
@safe
public struct ArchiveRow<Element> {
  @usableFromInline let base: UnsafePointer<Element>
  /// How many there are, at least one.
  public let count: Int
  @usableFromInline let role: RowRole

  @inlinable
  @inline(__always)
  init(_ base: UnsafePointer<Element>, count: Int, _ role: RowRole) {
    unsafe self.base = unsafe base
    self.count = count
    self.role = role
  }
}

extension ArchiveRow {
  /// The value at an index, where it stands.
  @inlinable
  @inline(__always)
  func held(_ index: Int) -> UnsafePointer<HeldValue<Element>> {
    unsafe UnsafeRawPointer(base + index).assumingMemoryBound(to: HeldValue<Element>.self)
  }
}

/// What the values of a row are elements of.
@usableFromInline
enum RowRole: UInt8 {
  case array, set, values
}
