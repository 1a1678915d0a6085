/// A type whose values are records, written and read field by field without containers.
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
///
///   init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
///     var bits = try reader.takeBits(at: places)
///     let x = try reader.take(Double.self, &bits, at: places[0])
///     let y = try reader.take(Double.self, &bits, at: places[1])
///     let name = try reader.take(String?.self, &bits, at: places[2])
///     (self.x, self.y, self.name) = (x, y, name)
///   }
/// }
/// ```
///
/// What it must keep: the fields are those that the type's `encode(to:)` encodes, with the same keys,
/// in the same order, optional ones by `encodeIfPresent`, and its `init(from:)` decodes just these; all
/// three go through all of them. A place past those that were described does not exist. Values of any
/// `Codable` type can be fields; what has no code of its own here is encoded by its `encode(to:)` and
/// decoded by its `init(from:)`. Reading is fastest if all fields are read before any is assigned.
public protocol ArchivableRecord: ArchivableValue {
  /// The keys that the type's own coding uses; nil if generated code is known to do what the coding does.
  ///
  /// `@Archivable` gives them: an extension elsewhere may bring another coding, or an overload for a field. Generated code stands in for the coding only
  /// if the running program found that the first value is coded by the same calls.
  static var confirmedKeys: (any CodingKey.Type)? { get }

  /// Names the fields, in order. Called once, not per value.
  static func describeFields(_ fields: inout ArchiveFields)

  /// Writes the state bits and then the fields.
  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces)

  /// Reads the state bits and then the fields. Called where the archive has just the fields that the type
  /// describes; other records are decoded by `init(from:)`.
  ///
  /// - Throws: What the reader throws.
  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws

  /// Reads the state bits and then the fields in the order of an archive that has more of them than the type describes, fewer, or has them in another
  /// order. Called if the type says ``ArchiveFields/readInAnyOrder()``; else such records are decoded by `init(from:)`.
  ///
  /// ```swift
  /// init(from reader: inout ArchiveReader, inOrderOf fields: ArchivedFieldOrder) throws {
  ///   var (order, bits) = (fields, try reader.takeBits(at: fields.places))
  ///   var x = ArchivedFieldResult(Double.self)
  ///   var name = ArchivedFieldResult(String?.self)
  ///   while let index = try reader.takeField(&order, &bits) {
  ///     switch index {
  ///     case 0: x.value = try reader.take(Double.self, &bits, at: order.place)
  ///     default: name.value = try reader.take(String?.self, &bits, at: order.place)
  ///     }
  ///   }
  ///   self.x = try x.required()
  ///   self.name = name.value ?? nil
  /// }
  /// ```
  ///
  /// - Throws: What the reader throws.
  init(from reader: inout ArchiveReader, inOrderOf fields: ArchivedFieldOrder) throws
}

extension ArchivableRecord {
  /// Leaves the record to its `init(from:)`.
  public init(from reader: inout ArchiveReader, inOrderOf fields: ArchivedFieldOrder) throws {
    throw reader.unforeseenValue
  }

  /// Nil: generated code is known to do what the coding does.
  public static var confirmedKeys: (any CodingKey.Type)? { nil }

  /// Notes that records of this type stand at the place.
  public static func prepare(_ place: ArchivePlace, with planner: ArchivePlanner) {
    unsafe place.prepare(Self.self, record: planner.plan(for: Self.self))
  }

  /// Writes the record.
  @inlinable
  @inline(__always)
  public func write(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    if let places = place.settledFields(writer.call) {
      let isOpened = Self.holdsElements(at: place)
      if isOpened { writer.open(place) }
      writeFields(to: &writer, at: places)
      if isOpened { writer.close() }
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
    guard let places = place.fields(of: value, for: writer) else {
      return ArchiveWriter.encode(value, place, writer)
    }
    var writer = writer
    writer.open(place)
    value.writeFields(to: &writer, at: places)
    writer.close()
    writer.settle(place)
    return writer
  }

  /// Writes records in a row: once the first is there, the others need no look at their shape.
  @inlinable
  public static func writeRow(
    _ row: ArchiveRow<Self>, to writer: inout ArchiveWriter, at place: ArchivePlace
  ) {
    var local = writer
    let frame = unsafe local.beginRow(row.count, row.role, at: place)
    unsafe row.held(0).pointee.write(to: &local, at: place)
    if let places = place.settledFields(writer.call), !holdsElements(at: place) {
      if place.copiesRecords {
        unsafe copyRow(row, to: &local, frame)
      } else {
        var index = 1
        while index < row.count {
          if local.isCutDue { unsafe local.cut(frame, before: index) }
          unsafe row.held(index).pointee.writeFields(to: &local, at: places)
          index &+= 1
        }
      }
    } else {
      var index = 1
      while index < row.count {
        unsafe frame.pointee.index = index
        if local.isCutDue { unsafe local.cut(frame, before: index) }
        unsafe row.held(index).pointee.write(to: &local, at: place)
        index &+= 1
      }
    }
    local.endRow()
    writer = local
  }

  /// Copies the records behind the first, up to each cut.
  @inlinable
  static func copyRow(
    _ row: ArchiveRow<Self>, to writer: inout ArchiveWriter,
    _ frame: UnsafeMutablePointer<ElementsFrame>
  ) {
    let stride = MemoryLayout<Self>.stride
    var index = 1
    while index < row.count {
      if writer.isCutDue { unsafe writer.cut(frame, before: index) }
      let fitting = max(1, (writer.byteCountToCut &+ stride &- 1) / stride)
      let count = min(fitting, row.count &- index)
      unsafe writer.putBytes(row.base + index, count &* stride)
      index &+= count
    }
  }

  /// Whether any of the fields holds elements.
  @inlinable
  @inline(__always)
  public static func holdsElements(at place: ArchivePlace) -> Bool { place.recordHoldsElements }

  /// The record and those that are always in it.
  public static func levels(at place: ArchivePlace) -> Int { place.recordLevels }

  /// The bytes of a record whose memory is its body.
  public static func copiedByteCount(at place: ArchivePlace) -> Int { place.copiedByteCount }
}
