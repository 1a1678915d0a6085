/// A type whose values are records, written field by field without containers.
///
/// The macro `@Archivable` makes a type conform; by hand it looks like this:
///
/// ```swift
/// struct Point: ArchivableRecord {
///   var x: Double
///   var y: Double
///   var name: String?
///
///   static func describeFields(_ fields: inout ArchiveFields) {
///     fields.add("x", \Self.x)
///     fields.add("y", \Self.y)
///     fields.add("name", \Self.name)
///   }
///
///   func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
///     var bits = ArchiveStateBits()
///     bits.add(x)
///     bits.add(y)
///     bits.add(name)
///     writer.put(bits)
///     writer.put(x, at: places[0])
///     writer.put(y, at: places[1])
///     writer.put(name, at: places[2])
///   }
/// }
/// ```
///
/// What it must keep: the fields are those that the type's `encode(to:)` encodes, with the same keys,
/// in the same order, optional ones by `encodeIfPresent`; and both functions go through all of them.
/// A place past those that were described does not exist. Values of any `Encodable` type can be
/// fields; what has no code of its own here is encoded by its `encode(to:)`.
public protocol ArchivableRecord: ArchivableValue {
  /// Names the fields, in order. Called once, not per value.
  static func describeFields(_ fields: inout ArchiveFields)

  /// Writes the state bits and then the fields.
  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces)
}

extension ArchivableRecord {
  /// Notes that records of this type stand at the place.
  public static func prepare(_ place: ArchivePlace, with planner: ArchivePlanner) {
    unsafe place.prepare(Self.self, record: planner.plan(for: Self.self))
  }

  /// Writes the record.
  @inlinable
  @inline(__always)
  public func write(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    if let places = place.settledFields(writer.call) {
      writeFields(to: &writer, at: places)
    } else {
      writer = Self.writeFirst(self, to: writer, at: place)
    }
  }

  /// Writes a record as the first of a place in a call: its shape may be new.
  @inlinable
  @inline(never)
  static func writeFirst(
    _ value: Self, to writer: ArchiveWriter, at place: ArchivePlace
  ) -> ArchiveWriter {
    guard let places = place.fields else { return ArchiveWriter.encode(value, place, writer) }
    var writer = writer
    value.writeFields(to: &writer, at: places)
    writer.settle(place)
    return writer
  }

  /// Writes records in a row: once the first is there, the others need no look at their shape.
  @inlinable
  public static func writeRow(
    _ row: ArchiveRow<Self>, to writer: inout ArchiveWriter, at place: ArchivePlace
  ) {
    var local = writer
    unsafe row.base[0].write(to: &local, at: place)
    if let places = place.settledFields(writer.call) {
      if place.copiesRecords {
        let stride = MemoryLayout<Self>.stride
        unsafe local.putBytes(row.base + 1, (row.count &- 1) &* stride)
      } else {
        var index = 1
        while index < row.count {
          unsafe row.base[index].writeFields(to: &local, at: places)
          index &+= 1
        }
      }
    } else {
      var index = 1
      while index < row.count {
        unsafe row.base[index].write(to: &local, at: place)
        index &+= 1
      }
    }
    writer = local
  }

  /// The record and those that are always in it.
  public static func levels(at place: ArchivePlace) -> Int { place.recordLevels }

  /// The bytes of a record whose memory is its body.
  public static func copiedByteCount(at place: ArchivePlace) -> Int { place.copiedByteCount }
}
