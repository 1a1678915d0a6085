/// A place in an archive that is read: a field of a record, the elements of an array.
///
/// A type gets its places from ``ArchivableRecord/init(from:at:)`` and hands them on; there is nothing
/// to see in one.
@safe
public struct ArchivedPlace {
  @usableFromInline let pointee: UnsafeMutablePointer<ReadingPlace>

  @inlinable
  @inline(__always)
  init(_ pointee: UnsafeMutablePointer<ReadingPlace>) { unsafe self.pointee = unsafe pointee }

  /// The place of elements, of values of a map.
  @inlinable
  @inline(__always)
  var elements: ArchivedPlace {
    unsafe ArchivePlace.check(pointee.pointee.elements != nil)
    return unsafe ArchivedPlace(pointee.pointee.elements.unsafelyUnwrapped)
  }

  /// The place of the keys of a map.
  @inlinable
  @inline(__always)
  var keys: ArchivedPlace {
    unsafe ArchivePlace.check(pointee.pointee.keys != nil)
    return unsafe ArchivedPlace(pointee.pointee.keys.unsafelyUnwrapped)
  }

  /// Whether what stands here is what generated code reads.
  @inlinable
  @inline(__always)
  var isGenerated: Bool { unsafe pointee.pointee.isGenerated }

  /// The record that stands here; nil if it is read by `init(from:)`.
  @inlinable
  @inline(__always)
  var record: UnsafePointer<ReadingRecord>? {
    guard let record = unsafe pointee.pointee.record, unsafe record.pointee.isUsable else {
      return nil
    }
    return unsafe UnsafePointer(record)
  }

  /// Whether values in what stands here need to know their coding path.
  @inlinable
  @inline(__always)
  var tracksPath: Bool { unsafe pointee.pointee.tracksPath }

  /// Containers that are open in a value at most, those apart that collections count themselves.
  @inlinable
  @inline(__always)
  var levels: Int { unsafe pointee.pointee.levels }

  /// The code of the kind that the archive says.
  var code: UInt8 { unsafe pointee.pointee.slot.pointee.code }
}

/// The places of a record's fields, in the order in which its type described them.
@safe
public struct ArchivedPlaces {
  @usableFromInline let record: UnsafePointer<ReadingRecord>

  @inlinable
  @inline(__always)
  init(_ record: UnsafePointer<ReadingRecord>) { unsafe self.record = unsafe record }

  /// The place of a field: the first that was described is 0. One that was not described ends the process.
  @inlinable
  @inline(__always)
  public subscript(index: Int) -> ArchivedPlace {
    precondition(
      unsafe UInt(bitPattern: index) < UInt(bitPattern: record.pointee.fieldCount),
      "no field was described for this place")
    return unsafe ArchivedPlace(record.pointee.fields + index)
  }
}
