public import FoundationArchiveFormat
public import PropertyListFormat

/// A value as what it stands for: a date, a UUID, the graph in an archive.
public enum CoreDataContent: Sendable {
  /// No value.
  case null
  /// The value of a boolean attribute.
  case boolean(Bool)
  /// A number without a fraction.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// Text, also that of a blob without control characters.
  case text(String)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  /// The 16 bytes of a UUID.
  case uuid([UInt8])
  /// An archive that `NSKeyedArchiver` wrote.
  case graph(FoundationGraph)
  /// A property list that is no archive.
  case propertyList(PropertyList)
  /// An archive of this package's.
  case archive([UInt8])
  /// Data that Core Data keeps in a file of its own, with this name, in the folder `_EXTERNAL_DATA` of the store's. The file is not read.
  case externalFile(String)
  /// Other bytes.
  case data([UInt8])
}
