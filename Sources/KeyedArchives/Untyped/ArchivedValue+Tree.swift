internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Untyped values for encoders of other packages.
extension ArchivedValue {
  func encodeTree(to encoder: any Encoder) throws {
    try StackGuard.check()
    switch kind {
    case .map where hasOtherKeys:
      var container = encoder.unkeyedContainer()
      for (key, value) in entries {
        try container.encode(key)
        try container.encode(value)
      }
    case .record, .map:
      var container = encoder.container(keyedBy: ArchiveCodingKey.self)
      for (key, value) in namedChildren where value.kind != .absent {
        try container.encode(value, forKey: ArchiveCodingKey(stringValue: key))
      }
    case .array, .set:
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object, .typed, .extension: try body?.encodeTree(to: encoder)
    case .reference, .backReference, .conditionalReference:
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "only a KeyedArchiver encodes references to objects"))
    default: try encodeLeaf(encoder.singleValueContainer())
    }
  }

  private var hasOtherKeys: Bool { entries.contains { $0.key.keyText == nil } }

  private var keyText: String? { stringValue ?? integerValue.map { "\($0)" } }

  private var namedChildren: [(key: String, value: ArchivedValue)] {
    kind == .record ? fields : entries.map { ($0.key.keyText ?? "", $0.value) }
  }

  private func encodeLeaf(_ container: any SingleValueEncodingContainer) throws {
    var container = container
    switch kind {
    case .bool: try container.encode(boolValue)
    case .int, .int8, .uint, .uint8, .int128, .uint128: try encodeInteger(&container)
    case .float32: try container.encode(floatValue)
    case .float64: try container.encode(doubleValue)
    case .date: try container.encode(Date.value(cell, document))
    case .decimal: try container.encode(Decimal.value(cell, document))
    case .string, .number: try container.encode(stringValue)
    case .data: try container.encode(Data.value(cell, document))
    case .uuid: try container.encode(UUID.value(cell, document))
    case .url: try container.encode(URL.value(cell, document))
    default: try container.encodeNil()
    }
  }

  private func encodeInteger(_ container: inout any SingleValueEncodingContainer) throws {
    if let value = integerValue.flatMap({ Int64(exactly: $0) }) {
      try container.encode(value)
    } else if let value = unsignedIntegerValue.flatMap({ UInt64(exactly: $0) }) {
      try container.encode(value)
    } else if let value = integerValue {
      try container.encode(value)
    } else {
      try container.encode(unsignedIntegerValue)
    }
  }
}
