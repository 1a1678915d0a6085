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

/// A value seen through a type that cannot be copied: calls borrow it from where it stands.
///
/// A method called on what a pointer points to gets a copy, since the compiler cannot know that nothing
/// writes there meanwhile; a copy of a record retains each of its strings and arrays.
@frozen
@usableFromInline
struct HeldValue<Value>: ~Copyable {
  @usableFromInline let value: Value
}

extension HeldValue where Value: ArchivableValue {
  @inlinable
  @inline(__always)
  func write(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    value.write(to: &writer, at: place)
  }
}

extension HeldValue where Value: ArchivableRecord {
  @inlinable
  @inline(__always)
  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    value.writeFields(to: &writer, at: places)
  }
}

/// What the values of a row are elements of.
@usableFromInline
enum RowRole: UInt8 {
  case array, set, values
}
