/// Several references as ``BackReference`` is one.
@propertyWrapper
public struct BackReferences<Target: AnyObject & Codable>: Codable, OptionalReference {
  private var references: [BackReference<Target>]

  /// No objects.
  public init() { references = [] }

  /// Objects in order.
  public init(wrappedValue: [Target]) {
    references = wrappedValue.map { BackReference(wrappedValue: $0) }
  }

  /// The objects that there are; none while the graph is being decoded, which then fails.
  public var wrappedValue: [Target] {
    get { references.contains { $0.box.isPending } ? [] : references.compactMap(\.wrappedValue) }
    set { self = Self(wrappedValue: newValue) }
  }

  /// The single references, with nil for those that have no object.
  public var projectedValue: [BackReference<Target>] { references }

  /// Decodes the references.
  public init(from decoder: any Decoder) throws {
    references = try [BackReference<Target>](from: decoder)
  }

  /// Encodes the references.
  public func encode(to encoder: any Encoder) throws { try references.encode(to: encoder) }
}

extension BackReferences: Sendable where Target: Sendable {}
