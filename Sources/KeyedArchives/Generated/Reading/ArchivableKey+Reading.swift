internal import ArchiveFormat

extension Int {
  /// Reads the numbers.
  public static func readKeys(
    _ count: Int, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws -> [Int] {
    guard place.code == KindCode.int else { throw ArchiveReader.unforeseen() }
    return try reader.takeElements(count, at: place)
  }

  /// The number.
  public var archivedText: String { String(self) }
}

extension String {
  /// Reads the strings, or the numbers if all of them are written as such (Spec, section 7).
  public static func readKeys(
    _ count: Int, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws -> [String] {
    if place.code == KindCode.int {
      return try (reader.takeElements(count, at: place) as [Int64]).map { String($0) }
    }
    guard place.code == KindCode.string else { throw ArchiveReader.unforeseen() }
    reader.chargeKeys(count)
    return try reader.takeElements(count, at: place)
  }

  /// The string.
  public var archivedText: String { self }
}

extension ArchiveReader {
  /// Counts strings that are values of their own.
  func chargeKeys(_ count: Int) { unsafe state.pointee.valueCount &-= count }
}
