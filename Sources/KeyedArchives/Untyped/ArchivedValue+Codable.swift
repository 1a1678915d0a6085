public import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Decoded by a `KeyedUnarchiver` it is what stands in the archive, without a copy; it keeps the bytes of its scope in
/// memory. Encoded by a `KeyedArchiver` it is written as it was: objects that values of the same scope share stay
/// shared, and one that was decoded and is encoded in another place of the same archive is that one.
///
/// With other coders it is the tree of what they tell: dates, identifiers and bytes come back as texts and numbers where
/// the other form has no others, and objects that are referred to cannot be encoded.
extension ArchivedValue: Codable {
  /// Takes what the decoder is for.
  ///
  /// - Throws: What the decoder throws, and for values that nest too deep.
  public init(from decoder: any Decoder) throws {
    if decoder is ValueDecoder || decoder is DirectDecoder {
      self = try decoder.singleValueContainer().decode(Self.self)
      return
    }
    var builder = ArchivedValueBuilder()
    try builder.append(decoder)
    self = builder.finish()
  }

  /// Writes it as it was.
  ///
  /// - Throws: What the encoder throws, and `EncodingError` for references with other encoders than those of this
  ///   package.
  public func encode(to encoder: any Encoder) throws {
    guard encoder is ValueEncoder || encoder is DirectEncoder else {
      return try encodeTree(to: encoder)
    }
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}

extension ArchivedValue: UntypedValue {
  var untyped: ArchivedValue { self }

  init(_ value: ArchivedValue) { self = value }
}

extension ArchivedValueBuilder {
  /// Adds what a decoder of another package is for.
  fileprivate mutating func append(_ decoder: any Decoder) throws {
    try StackGuard.check()
    if let container = try? decoder.container(keyedBy: ArchiveCodingKey.self) {
      beginMap()
      for key in container.allKeys {
        self.key(key.stringValue)
        try append(container.superDecoder(forKey: key))
      }
      end()
    } else if var container = try? decoder.unkeyedContainer() {
      beginArray()
      while !container.isAtEnd { try append(container.superDecoder()) }
      end()
    } else {
      try appendLeaf(decoder.singleValueContainer())
    }
  }

  private mutating func appendLeaf(_ container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      null()
    } else if let value = try? container.decode(Bool.self) {
      bool(value)
    } else if let value = try? container.decode(Int64.self) {
      int(value)
    } else if let value = try? container.decode(UInt64.self) {
      uint(value)
    } else if let value = try? container.decode(Double.self) {
      double(value)
    } else if let value = try? container.decode(String.self) {
      string(value)
    } else if let value = try? container.decode(Date.self) {
      date(secondsSinceReferenceDate: value.timeIntervalSinceReferenceDate)
    } else {
      data([UInt8](try container.decode(Data.self)))
    }
  }
}
