public import StorageTransforms

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The key of a record: an integer, text or bytes.
///
/// Integers are ordered by value, text by its UTF-8 bytes, bytes as they are. All keys of a table are of one kind.
public enum RecordKey: Sendable {
  case integer(Int64)
  case text(String)
  case blob(Data)

  /// The kinds that keys are of.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case integer, text, blob
  }

  /// The key that is stored as a value; nil for null and reals, which are none.
  public init?(_ value: StoredValue) {
    switch value {
    case .integer(let value): self = .integer(value)
    case .text(let value): self = .text(value)
    case .blob(let value): self = .blob(value)
    case .null, .real: return nil
    }
  }

  /// The key as a value.
  public var value: StoredValue {
    switch self {
    case .integer(let value): .integer(value)
    case .text(let value): .text(value)
    case .blob(let value): .blob(value)
    }
  }

  /// The kind of the key.
  public var kind: Kind {
    switch self {
    case .integer: .integer
    case .text: .text
    case .blob: .blob
    }
  }
}

extension RecordKey: Hashable {
  /// Returns true if both are the same key: text by its bytes. O(bytes).
  public static func == (left: RecordKey, right: RecordKey) -> Bool { left.value == right.value }

  /// Hashes the key. O(bytes).
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension RecordKey: Comparable {
  /// Returns true if one key stands before another. O(bytes).
  public static func < (left: RecordKey, right: RecordKey) -> Bool {
    StoredOrder.precedes(left.value, right.value)
  }
}

extension RecordKey: CustomStringConvertible {
  /// The key as a person reads it; of bytes, how many there are.
  public var description: String { value.description }
}

extension RecordKey: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Text.
  public init(stringLiteral value: String) { self = .text(value) }
}
