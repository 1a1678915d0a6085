import Foundation
import RecordStorage
import StorageTransforms

/// What faults make of tables, keys and values on their way in and out.
extension Fault {
  /// A table as the back end behind the wrapper has it.
  func inner(_ table: RecordTable) -> RecordTable {
    var table = table
    if self == .namesAreCut {
      table.entity.id = String(decoding: table.entity.id.utf8.prefix(63), as: UTF8.self)
    }
    guard keepsUniqueItself else { return table }
    for position in table.entity.attributes.indices where table.entity.attributes[position].isUnique
    {
      table.entity.attributes[position].isUnique = false
      table.entity.attributes[position].isIndexed = true
      table.entity.attributes[position].form = TransformForm("unique")
    }
    return table
  }

  /// The table that ``inner(_:)`` made one of.
  func outer(_ table: RecordTable) -> RecordTable {
    var table = table
    guard keepsUniqueItself else { return table }
    for position in table.entity.attributes.indices
    where table.entity.attributes[position].form == TransformForm("unique") {
      table.entity.attributes[position].isUnique = true
      table.entity.attributes[position].isIndexed = false
      table.entity.attributes[position].form = TransformForm("native")
    }
    return table
  }

  func inner(_ key: RecordKey) -> RecordKey {
    guard case .text(let text) = key else { return key }
    return switch self {
    case .keysIgnoreCase: .text(text.lowercased())
    case .keysAreComposed: .text(text.precomposedStringWithCanonicalMapping)
    case .keysAreCut: .text(String(text.prefix(255)))
    case .keysAreTrimmed: .text(text.trimmingCharacters(in: .whitespaces))
    default: key
    }
  }

  /// The values of a record as they are stored.
  func inner(_ values: [StoredValue], in table: RecordTable) -> [StoredValue] {
    var values = values.map { inner($0) }
    if self == .valuesAreExchanged, values.count > 2, values[0].kind == values[2].kind {
      values.swapAt(0, 2)
    }
    return values
  }

  private func inner(_ value: StoredValue) -> StoredValue {
    switch (self, value) {
    case (.emptyTextIsNull, .text("")), (.emptyBlobIsNull, .blob(Data())): return .null
    case (.infinityIsNull, .real(.infinity)): return .null
    case (.realsAreRounded, .real(let number)): return .real(Double(Float(number)))
    case (.integersAreReals, .integer(let number)):
      return .integer(Int64(exactly: Double(number)) ?? .max)
    case (.integralRealsAreCut, .real(let number)):
      return Int64(exactly: number).map { .integer($0) } ?? value
    case (.textIsTrimmed, .text(let text)): return .text(text.trimmingCharacters(in: .whitespaces))
    case (.textIsComposed, .text(let text)):
      return .text(text.precomposedStringWithCanonicalMapping)
    case (.textIsLowercase, .text(let text)): return .text(text.lowercased())
    case (.numericTextIsANumber, .text(let text)):
      return Int64(text).map { .integer($0) } ?? value
    case (.longBlobsAreCut, .blob(let bytes)): return .blob(Data(bytes.prefix(1 << 20)))
    default: return value
    }
  }

  /// The values of a record as they are handed out.
  func outer(_ values: [StoredValue], in table: RecordTable) -> [StoredValue] {
    guard self == .nullIsEmptyText else { return values }
    return zip(values, table.entity.attributes).map { value, attribute in
      value == .null && attribute.type == .text ? .text("") : value
    }
  }
}
