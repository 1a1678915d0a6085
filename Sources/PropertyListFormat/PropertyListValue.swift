/// A value of a property list, without the values in it.
public enum PropertyListValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int128)
  /// A real by the bits of its `Double`. A 32-bit real was widened; the payload of a NaN keeps its place behind the sign and the exponent.
  case real(bits: UInt64, isSingle: Bool)
  /// Seconds since 2001-01-01T00:00:00Z by the bits of their `Double`.
  case date(bits: UInt64)
  /// A reference into the `$objects` of a keyed archive. Numbers beyond `UInt64.max` are `UInt64.max`.
  case reference(UInt64)
  case string(PropertyListText)
  case data(ArraySlice<UInt8>)
  case array(PropertyListNodes)
  case set(PropertyListNodes)
  /// Keys and values in turns.
  case dictionary(PropertyListNodes)

  /// True for arrays, sets and dictionaries.
  public var isContainer: Bool {
    switch self {
    case .array, .set, .dictionary: true
    default: false
    }
  }
}

/// A value of a ``PropertyList`` by its number: that of an object of a binary file, or of an element of an XML file.
public struct PropertyListNode: Hashable, Sendable {
  /// The number.
  public let index: Int

  package init(_ index: Int) { self.index = index }
}

/// The nodes in a container, in file order: of a dictionary, each key before its value.
public struct PropertyListNodes: Sendable {
  /// The position of a walk through them.
  public struct Place: Sendable {
    var index = 0
    var element = -1

    /// In front of the first node.
    public init() {}
  }

  /// The offset of the references of a binary file to elements or keys, or of the first element in an element of an XML file.
  let first: Int
  /// The offset of the references of a binary file to the values of a dictionary; 0 for other containers, and in XML.
  var values = 0
  /// The number of nodes. A dictionary has two for each entry.
  public let count: Int
}
