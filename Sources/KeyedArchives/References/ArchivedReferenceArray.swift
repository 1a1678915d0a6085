/// Several references, each as an ``ArchivedReference``: ``BackReferences``, ``WeakReferences`` or
/// ``ConditionalReferences``.
@propertyWrapper
public struct ArchivedReferenceArray<
  Target: AnyObject & Codable, Rule: OptionalReferenceRule
>: Codable, OptionalReference {
  private var references: [ArchivedReference<Target, Rule>]

  /// No objects.
  public init() { references = [] }

  /// Objects in order.
  public init(wrappedValue: [Target]) {
    references = wrappedValue.map { ArchivedReference(wrappedValue: $0) }
  }

  /// The objects that there are; none while the graph is being decoded, which then fails.
  public var wrappedValue: [Target] {
    get { references.contains { $0.box.isPending } ? [] : references.compactMap(\.wrappedValue) }
    set { self = Self(wrappedValue: newValue) }
  }

  /// The single references, with nil for those that have no object.
  public var projectedValue: [ArchivedReference<Target, Rule>] { references }

  /// Decodes the references.
  public init(from decoder: any Decoder) throws { references = try .init(from: decoder) }

  /// Encodes the references.
  public func encode(to encoder: any Encoder) throws { try references.encode(to: encoder) }
}
