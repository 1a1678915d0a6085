#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension StoredValue {
  /// The value as what value transformers hand around; nil for null.
  var native: Any? {
    switch self {
    case .null: nil
    case .integer(let value): Int(exactly: value) ?? value
    case .real(let value): value
    case .text(let value): value
    case .blob(let value): value
    }
  }

  /// What value transformers hand around, if a back end stores it.
  init?(native value: Any) {
    switch value {
    case let value as StoredValue: self = value
    case let value as Data: self = .blob(value)
    case let value as String: self = .text(value)
    case let value as Double: self = .real(value)
    case let value as any StoredForm:
      guard let stored = try? value.storedValue() else { return nil }
      self = stored
    default: return nil
    }
  }
}
