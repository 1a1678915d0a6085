/// A type whose values are written and read by straight-line code, without containers.
///
/// Records say what they are made of through ``ArchivableRecord``, numbers, strings and the like are
/// ``ArchivableLeaf``; arrays, sets and dictionaries of such values conform by themselves. What is
/// written is what the type's `encode(to:)` would have archived, byte for byte, and what is read is what
/// its `init(from:)` would have decoded: `Codable` stays the meaning of the type, this is a faster way to
/// the same archive and back.
public protocol ArchivableValue: Codable {
  /// Tells a place what will stand there. Called once for each place, never per value.
  static func prepare(_ place: ArchivePlace, with planner: ArchivePlanner)

  /// Writes the value's payload. It never fails: what was not foreseen makes the archiver encode the
  /// whole root again the general way.
  func write(to writer: inout ArchiveWriter, at place: ArchivePlace)

  /// Writes the payloads of at least one value in a row, all at one place.
  static func writeRow(
    _ row: ArchiveRow<Self>, to writer: inout ArchiveWriter, at place: ArchivePlace)

  /// How many containers a value at a place opens at most, those not counted that arrays, sets
  /// and dictionaries count themselves.
  static func levels(at place: ArchivePlace) -> Int

  /// Whether elements stand in a value at a place: blocks may begin between them.
  static func holdsElements(at place: ArchivePlace) -> Bool

  /// The bytes of a value if its payload is its own memory, 0 otherwise.
  static func copiedByteCount(at place: ArchivePlace) -> Int

  // MARK: Reading

  /// Tells a place of an archive what is to be read there. Called once for each place, never per value.
  static func prepare(_ place: ArchivedPlace, with planner: ArchivedPlanner)

  /// Reads a value's payload.
  ///
  /// - Throws: For all that was not foreseen: the value is then decoded by its `init(from:)`.
  static func read(from reader: inout ArchiveReader, at place: ArchivedPlace) throws -> Self

  /// Reads the payloads of at least one value in a row, all at one place.
  ///
  /// - Throws: As ``read(from:at:)``.
  static func readRow(
    _ row: inout ArchivedRow<Self>, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws

  /// Reads the payloads of a few values, all at one place, as the last of some elements that have room
  /// for them.
  ///
  /// - Throws: As ``read(from:at:)``.
  static func readFew(
    _ count: Int, to elements: inout [Self], from reader: inout ArchiveReader,
    at place: ArchivedPlace
  ) throws

  /// The bytes that a row of values has at least.
  static func minimalByteCount(ofRow count: Int) -> Int

  /// The bytes that a value at a place has at least.
  static func minimalByteCount(at place: ArchivedPlace) -> Int

  /// The bytes of a value if its payload is to be its own memory, 0 otherwise.
  static func copiedByteCount(at place: ArchivedPlace) -> Int
}

extension ArchivableValue {
  /// True: they may.
  @inlinable
  @inline(__always)
  public static func holdsElements(at place: ArchivePlace) -> Bool { true }

  /// 0: the payload is not the value's memory.
  public static func copiedByteCount(at place: ArchivePlace) -> Int { 0 }

  /// Reads the payloads one after the other.
  @inlinable
  public static func readRow(
    _ row: inout ArchivedRow<Self>, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws {
    while row.built < row.count {
      try reader.reachElement()
      unsafe (row.base + row.built).initialize(to: try read(from: &reader, at: place))
      row.built &+= 1
    }
  }

  /// Reads the payloads one after the other.
  @inlinable
  @inline(__always)
  public static func readFew(
    _ count: Int, to elements: inout [Self], from reader: inout ArchiveReader,
    at place: ArchivedPlace
  ) throws {
    var left = count
    while left > 0 {
      try reader.reachElement()
      elements.append(try read(from: &reader, at: place))
      left &-= 1
    }
  }

  /// A byte for each.
  @inlinable
  public static func minimalByteCount(ofRow count: Int) -> Int { count }

  /// One.
  public static func minimalByteCount(at place: ArchivedPlace) -> Int { 1 }

  /// 0: the payload is not the value's memory.
  public static func copiedByteCount(at place: ArchivedPlace) -> Int { 0 }
}
