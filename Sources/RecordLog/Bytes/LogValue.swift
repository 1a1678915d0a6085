internal import ArchiveFormat

/// What stands in one place of a record: the values that every database has.
///
/// Equality is that of what is stored: text is compared by its UTF-8 bytes and numbers by their bits. O(bytes).
public enum LogValue: Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension LogValue: Hashable {
  /// Whether the same is stored. O(bytes).
  public static func == (left: LogValue, right: LogValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  /// Hashes what is stored. O(bytes).
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.bitPattern)
    case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .blob(let value): hasher.combine(value)
    }
  }
}
