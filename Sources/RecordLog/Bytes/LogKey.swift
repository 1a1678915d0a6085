/// The key of a record: an integer, text, or bytes.
///
/// Keys are ordered by kind first, in this order; integers by value, text by its UTF-8 bytes, bytes as they are.
public enum LogKey: Sendable, Hashable {
  case integer(Int64)
  /// The UTF-8 bytes of text.
  case text([UInt8])
  case blob([UInt8])

  /// A key; nil for null and reals, which are none.
  public init?(_ value: LogValue) {
    switch value {
    case .integer(let value): self = .integer(value)
    case .text(let value): self = .text(Array(value.utf8))
    case .blob(let value): self = .blob(value)
    case .null, .real: return nil
    }
  }

  /// The key as a value.
  public var value: LogValue {
    switch self {
    case .integer(let value): .integer(value)
    case .text(let value): .text(String(decoding: value, as: UTF8.self))
    case .blob(let value): .blob(value)
    }
  }
}

extension LogKey: Comparable {
  /// Whether one key stands before another. O(bytes).
  public static func < (left: LogKey, right: LogKey) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)), (.blob(let left), .blob(let right)):
      left.lexicographicallyPrecedes(right)
    default: left.rank < right.rank
    }
  }

  private var rank: Int {
    switch self {
    case .integer: 0
    case .text: 1
    case .blob: 2
    }
  }
}
