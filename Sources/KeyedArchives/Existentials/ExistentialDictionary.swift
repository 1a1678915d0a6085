/// Values by key, each as ``Existential`` has one.
@propertyWrapper
public struct ExistentialDictionary<Key: Hashable & Codable, Base>: Codable {
  /// The values.
  public var wrappedValue: [Key: Base]

  /// Values, which have to be `Encodable` when they are encoded.
  public init(wrappedValue: [Key: Base]) { self.wrappedValue = wrappedValue }

  /// Decodes the values; other decoders than those of this package cannot.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode([Key: Existential<Base>].self)
      .mapValues(\.wrappedValue)
  }

  /// Encodes the values; with other encoders than those of this package an error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue.mapValues { Existential(wrappedValue: $0) })
  }
}

extension ExistentialDictionary: Sendable where Key: Sendable, Base: Sendable {}
