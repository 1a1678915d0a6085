#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value that a storage back end holds in one place: one of those that every database has.
///
/// Equality is that of what is stored: text is compared by its UTF-8 bytes, so that two spellings of one character
/// differ, and numbers by their bits, so that NaN equals itself and 0 differs from −0. O(bytes).
public enum StoredValue: Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)

  /// The kind of a stored value, as databases name them.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case null, integer, real, text, blob
  }

  /// The kind of the value.
  public var kind: Kind {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }
}

extension StoredValue: Hashable {
  /// Returns true if the same is stored. O(bytes).
  public static func == (left: StoredValue, right: StoredValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  /// Hashes what is stored. O(bytes).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.bitPattern)
    case .text(let value):
      for byte in value.utf8 { hasher.combine(byte) }
    case .blob(let value): hasher.combine(value)
    }
  }
}

extension StoredValue: CustomStringConvertible {
  /// The value as a person reads it; of bytes, how many there are.
  public var description: String {
    switch self {
    case .null: "null"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): "“\(value)”"
    case .blob(let value): "\(value.count) bytes"
    }
  }
}
