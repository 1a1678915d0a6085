/// A value of any type that the caller's list names: of a protocol, of a superclass without its own coding.
///
/// ```swift
/// struct Drawing: Codable {
///   @Existential var background: any Shape
///   @Existential var frame: (any Shape)?
///   @ExistentialArray var shapes: [any Shape]
///   @ExistentialDictionary var named: [String: any Shape]
/// }
///
/// unarchiver.allowedTypes = [Circle.self, Square.self, Palette.self]
/// ```
///
/// The archive holds the value as it is otherwise, with the archive name of its type; structs and enums come
/// back as well as classes. A name that is not on the list is refused before any code of a type runs, and so
/// is a listed one in a place that its entry does not cover. As a type of elements it stands anywhere:
/// `[Existential<any Shape>]`.
@propertyWrapper
public struct Existential<Base>: Codable {
  /// The value.
  public var wrappedValue: Base

  /// A value, which has to be `Encodable` when it is encoded.
  public init(wrappedValue: Base) { self.wrappedValue = wrappedValue }

  /// Decodes a value; other decoders than those of this package cannot.
  public init(from decoder: any Decoder) throws { try self.init(decoding: decoder) }

  /// Encodes a value; with other encoders than those of this package an error.
  public func encode(to encoder: any Encoder) throws { try encodeExistential(to: encoder) }
}

extension Existential: ArchiveExistential {
  var erased: Any { wrappedValue }

  init?(erased: Any) {
    if let value = erased as? Base {
      wrappedValue = value
    } else if Erased.unwrapped(erased) == nil, let none = Erased.none(Base.self) {
      wrappedValue = none
    } else {
      return nil
    }
  }

  static var baseName: String { "\(Base.self)" }
}

extension Existential: Sendable where Base: Sendable {}

extension KeyedDecodingContainer {
  /// Decodes a value that may be none; a missing key is none, as it is for other optionals.
  public func decode<Base: ExpressibleByNilLiteral>(
    _ type: Existential<Base>.Type, forKey key: Key
  ) throws -> Existential<Base> {
    try decodeIfPresent(type, forKey: key) ?? Existential(wrappedValue: nil)
  }
}
