/// Several references as ``ConditionalReference`` is one. Objects that nothing stored are left out.
@propertyWrapper
public struct ConditionalReferences<Target: AnyObject & Codable>: Codable, OptionalReference {
  private var references: [ConditionalReference<Target>]

  /// No objects.
  public init() { references = [] }

  /// Objects in order.
  public init(wrappedValue: [Target]) {
    references = wrappedValue.map { ConditionalReference(wrappedValue: $0) }
  }

  /// The objects that there are; none while the graph is being decoded, which then fails.
  public var wrappedValue: [Target] {
    get { references.contains { $0.box.isPending } ? [] : references.compactMap(\.wrappedValue) }
    set { self = Self(wrappedValue: newValue) }
  }

  /// The single references, with nil for those that have no object.
  public var projectedValue: [ConditionalReference<Target>] { references }

  /// Decodes the references.
  public init(from decoder: any Decoder) throws {
    references = try [ConditionalReference<Target>](from: decoder)
  }

  /// Encodes the references.
  public func encode(to encoder: any Encoder) throws { try references.encode(to: encoder) }
}

extension ConditionalReferences: Sendable where Target: Sendable {}
