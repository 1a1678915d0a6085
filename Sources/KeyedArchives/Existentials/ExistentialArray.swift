/// Values in order, each as ``Existential`` has one.
@propertyWrapper
public struct ExistentialArray<Base>: Codable {
  /// The values.
  public var wrappedValue: [Base]

  /// Values, which have to be `Encodable` when they are encoded.
  public init(wrappedValue: [Base]) { self.wrappedValue = wrappedValue }

  /// Decodes the values; other decoders than those of this package cannot.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try [Existential<Base>](from: decoder).map(\.wrappedValue)
  }

  /// Encodes the values; with other encoders than those of this package an error.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.map { Existential(wrappedValue: $0) }.encode(to: encoder)
  }
}

extension ExistentialArray: Sendable where Base: Sendable {}
