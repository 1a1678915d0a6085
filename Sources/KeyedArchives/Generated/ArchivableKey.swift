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
  /// Writes the strings, as numbers if all of them are written as such (Spec, section 7).
  @inlinable
  public static func writeKeys(
    _ keys: some Collection<String>, count: Int, to writer: inout ArchiveWriter,
    at place: ArchivePlace
  ) {
    if keys.allSatisfy({ ArchiveWriter.number(ofKey: $0) != nil }) {
      writer.beginNumberKeys(count, place)
      for key in keys { ArchiveWriter.number(ofKey: key)?.writePayload(to: &writer) }
    } else {
      writer.beginTextKeys(count, place)
      for key in keys { key.writePayload(to: &writer) }
    }
  }
}

extension ArchiveWriter {
  @usableFromInline
  static func number(ofKey key: String) -> Int64? { IntegerKey.value(of: key) }

  @usableFromInline
  mutating func beginNumberKeys(_ count: Int, _ place: ArchivePlace) {
    beginKeys(ArchiveKind.int.rawValue, count, place)
  }

  @usableFromInline
  mutating func beginTextKeys(_ count: Int, _ place: ArchivePlace) {
    beginKeys(ArchiveKind.string.rawValue, count, place)
  }

  private mutating func beginKeys(_ kind: UInt8, _ count: Int, _ place: ArchivePlace) {
    let isRegular = unsafe place.slot.pointee.call != call || place.slot.pointee.kind == kind
    putVarint(UInt64(truncatingIfNeeded: count) << 2 | (isRegular ? 0 : 1))
    if isRegular {
      unsafe place.slot.pointee.kind = kind
      place.mark(call)
    } else {
      // One run of their own kind, up to the end.
      putRaw(kind)
      putRaw(1 as UInt8)
    }
  }
}
