/// A place for values while they are written: a field of a record, the elements of an array.
///
/// A type gets its places from ``ArchivableRecord/writeFields(to:at:)`` and hands them on; there is
/// nothing to see in one.
@safe
public struct ArchivePlace {
  @usableFromInline let slot: UnsafeMutablePointer<EncodingSlot>

  @inlinable
  @inline(__always)
  init(_ slot: UnsafeMutablePointer<EncodingSlot>) { unsafe self.slot = unsafe slot }

  /// Notes that a value stands here in a call of the archiver.
  @inlinable
  @inline(__always)
  func mark(_ call: UInt32) { unsafe slot.pointee.call = call }

  /// The place of elements, of values of a map.
  @inlinable
  @inline(__always)
  var elements: ArchivePlace {
    unsafe ArchivePlace(slot.pointee.inner.unsafelyUnwrapped)
  }
}

/// The places of a record's fields, in the order in which its type described them.
@safe
public struct ArchivePlaces {
  @usableFromInline let slots: UnsafeMutablePointer<EncodingSlot>

  @inlinable
  @inline(__always)
  init(_ slots: UnsafeMutablePointer<EncodingSlot>) { unsafe self.slots = unsafe slots }

  /// The place of a field: the first that was described is 0.
  @inlinable
  @inline(__always)
  public subscript(index: Int) -> ArchivePlace { unsafe ArchivePlace(slots + index) }
}
