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
    unsafe Self.check(slot.pointee.inner != nil)
    return unsafe ArchivePlace(slot.pointee.inner.unsafelyUnwrapped)
  }
}

extension ArchivePlace {
  /// Ends the process where a conformance hands in a place of a field that it described with another type.
  @inlinable
  @inline(__always)
  static func check(_ suitsType: Bool) {
    precondition(suitsType, "the field of this place was described with another type")
  }
}

/// The places of a record's fields, in the order in which its type described them.
@safe
public struct ArchivePlaces {
  @usableFromInline let slots: UnsafeMutablePointer<EncodingSlot>
  @usableFromInline let count: Int

  @inlinable
  @inline(__always)
  init(_ slots: UnsafeMutablePointer<EncodingSlot>, count: Int) {
    unsafe self.slots = unsafe slots
    self.count = count
  }

  init(_ plan: UnsafeMutablePointer<RecordPlan>) {
    unsafe self.init(plan.pointee.slots, count: plan.pointee.count)
  }

  /// The place of a field: the first that was described is 0. One that was not described ends the process.
  @inlinable
  @inline(__always)
  public subscript(index: Int) -> ArchivePlace {
    precondition(
      UInt(bitPattern: index) < UInt(bitPattern: count), "no field was described for this place")
    return unsafe ArchivePlace(slots + index)
  }
}
