internal import ArchiveFormat

/// A key of a dictionary that is written and read by generated code: `String` or `Int`.
public protocol ArchivableKey: Codable, Hashable {
  /// Writes the header of a map and its column of keys.
  static func writeKeys(
    _ keys: some Collection<Self>, count: Int, to writer: inout ArchiveWriter,
    at place: ArchivePlace)

  /// Reads the column of keys, at least one.
  static func readKeys(
    _ count: Int, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws -> [Self]

  /// The key as coding paths name it.
  var archivedText: String { get }
}

extension Int: ArchivableKey {
  /// Writes the numbers.
  @inlinable
  public static func writeKeys(
    _ keys: some Collection<Int>, count: Int, to writer: inout ArchiveWriter,
    at place: ArchivePlace
  ) {
    writer.beginNumberKeys(count, place)
    for key in keys { key.writePayload(to: &writer) }
  }
}

extension String: ArchivableKey {
  /// Writes the strings.
  @inlinable
  public static func writeKeys(
    _ keys: some Collection<String>, count: Int, to writer: inout ArchiveWriter,
    at place: ArchivePlace
  ) {
    writer.beginTextKeys(count, place)
    for key in keys { key.writePayload(to: &writer) }
  }
}

extension ArchiveWriter {
  @usableFromInline
  mutating func beginNumberKeys(_ count: Int, _ place: ArchivePlace) {
    beginKeys(ArchiveKind.int.rawValue, count, place)
  }

  @usableFromInline
  mutating func beginTextKeys(_ count: Int, _ place: ArchivePlace) {
    beginKeys(ArchiveKind.string.rawValue, count, place)
  }

  private mutating func beginKeys(_ kind: UInt8, _ count: Int, _ place: ArchivePlace) {
    putVarint(UInt64(truncatingIfNeeded: count) << 2)
    unsafe place.slot.pointee.kind = kind
    place.mark(call)
  }
}
