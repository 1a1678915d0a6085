#if SQLite
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import GRDB

  extension CoreDataValue {
    /// The value of a column of a row.
    init(_ row: Row, _ index: Int) {
      let value: DatabaseValue = row[index]
      switch value.storage {
      case .null: self = .null
      case .int64(let number): self = .integer(number)
      case .double(let number): self = .real(number)
      case .blob(let data): self = .data(Array(data))
      case .string:
        // GRDB's text ends at a U+0000, and repairs what is no UTF-8.
        let bytes = Array(row[index] as Data)
        self = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .malformedText(bytes)
      }
    }
  }
#endif
