/// A value seen through a type that cannot be copied: calls borrow it from where it stands.
///
/// A method called on what a pointer points to gets a copy, since the compiler cannot know that nothing
/// writes there meanwhile; a copy of a record retains each of its strings and arrays.
@frozen
@usableFromInline
struct HeldValue<Value>: ~Copyable {
  @usableFromInline let value: Value
}

extension HeldValue where Value: Encodable {
  @inline(__always)
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
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
