internal import ArchiveFormat

/// A value whose type is not known before it is there: the archive names it, and the caller's list says what
/// that stands for.
protocol ArchiveExistential: Codable {
  /// The value.
  var erased: Any { get }

  /// A value that was decoded; nil if it is not of the kind that is asked for.
  init?(erased: Any)

  /// What is asked for, for messages.
  static var baseName: String { get }
}

extension ArchiveExistential {
  /// Encodes the value, where that is asked of it and not of a container.
  func encodeExistential(to encoder: any Encoder) throws {
    if let direct = encoder as? DirectEncoder { return try direct.encode(self) }
    guard encoder is ValueEncoder else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "only a KeyedArchiver encodes values with the names of their types"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }

  /// Decodes a value, where that is asked of it and not of a container.
  init(decoding decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard decoder is ValueDecoder || decoder is DirectDecoder else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "only a KeyedUnarchiver decodes values by the names of their types")
    }
    self = try container.decode(Self.self)
  }
}

/// Optionals, whatever they hold.
private protocol AnyOptional: ExpressibleByNilLiteral {
  var any: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var any: Any? { map { $0 as Any } }
}

/// Values that may be none.
enum Erased {
  /// What is in a value that may be an optional, or several.
  static func unwrapped(_ value: Any) -> Any? {
    var value = value
    while let optional = value as? any AnyOptional {
      guard let inner = optional.any else { return nil }
      value = inner
    }
    return value
  }

  /// None, where a type has it.
  static func none<Value>(_ type: Value.Type) -> Value? {
    (type as? any AnyOptional.Type)?.init(nilLiteral: ()) as? Value
  }
}
