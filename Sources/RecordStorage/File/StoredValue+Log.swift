internal import RecordLog
internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension StoredValue {
  /// The value as a record log writes it.
  var logValue: LogValue {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let value): .text(value)
    case .blob(let value): .blob(Array(value))
    }
  }

  /// A value of a record log.
  init(_ value: LogValue) {
    switch value {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let value): self = .text(value)
    case .blob(let value): self = .blob(Data(value))
    }
  }
}

extension RecordKey {
  /// The key as a record log writes it.
  var logKey: LogKey {
    switch self {
    case .integer(let value): .integer(value)
    case .text(let value): .text(Array(value.utf8))
    case .blob(let value): .blob(Array(value))
    }
  }

  /// A key of a record log.
  init(_ key: LogKey) {
    switch key {
    case .integer(let value): self = .integer(value)
    case .text(let value): self = .text(String(decoding: value, as: UTF8.self))
    case .blob(let value): self = .blob(Data(value))
    }
  }
}
