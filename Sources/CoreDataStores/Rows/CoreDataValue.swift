/// A value as SQLite stores it.
public enum CoreDataValue: Hashable, Sendable {
  /// No value.
  case null
  /// An integer of 64 bits.
  case integer(Int64)
  /// A floating-point number of 64 bits.
  case real(Double)
  /// Text, with every character that it has.
  case text(String)
  /// Text whose bytes are no UTF-8.
  case malformedText([UInt8])
  /// The bytes of a blob.
  case data([UInt8])

  /// True for null.
  public var isNull: Bool { self == .null }

  /// The integer; nil for other values.
  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The text; nil for other values.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Bytes of text and data.
  var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .malformedText(let bytes), .data(let bytes): bytes.count
    default: 0
    }
  }
}
