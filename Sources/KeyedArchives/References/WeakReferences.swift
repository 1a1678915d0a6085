/// Several references as ``WeakReference`` is one. Objects that are gone, or that nothing stored, are left out.
@propertyWrapper
public struct WeakReferences<Target: AnyObject & Codable>: Codable, OptionalReference {
  private var references: [WeakReference<Target>]

  /// No objects.
  public init() { references = [] }

  /// Objects in order.
  public init(wrappedValue: [Target]) {
    references = wrappedValue.map { WeakReference(wrappedValue: $0) }
  }

  /// The objects that there are; none while the graph is being decoded, which then fails.
  public var wrappedValue: [Target] {
    get { references.contains { $0.box.isPending } ? [] : references.compactMap(\.wrappedValue) }
    set { self = Self(wrappedValue: newValue) }
  }

  /// The single references, with nil for those that have no object.
  public var projectedValue: [WeakReference<Target>] { references }

  /// Decodes the references.
  public init(from decoder: any Decoder) throws {
    references = try [WeakReference<Target>](from: decoder)
  }

  /// Encodes the references.
  public func encode(to encoder: any Encoder) throws { try references.encode(to: encoder) }
}

extension WeakReferences: Sendable where Target: Sendable {}
