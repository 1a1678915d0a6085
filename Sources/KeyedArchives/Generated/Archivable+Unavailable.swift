// Without the trait the names stand for what can be written in their places, so that using one says what
// is missing. A macro without its implementation would warn whoever builds the package.
#if !Macros
  /// Needs the trait `Macros`.
  @available(
    *, unavailable,
    message:
      "'@Archivable' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"Macros\"])"
  )
  @globalActor
  public actor Archivable {
    /// Nobody gets it.
    public static let shared = Archivable()
  }

  /// Needs the trait `Macros`.
  @available(
    *, unavailable,
    message:
      "'@ArchiveKey' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"Macros\"])"
  )
  @propertyWrapper
  public struct ArchiveKey<Value> {
    /// The property.
    public var wrappedValue: Value

    /// Nobody calls it.
    public init(wrappedValue: Value, _ key: StaticString) { self.wrappedValue = wrappedValue }
  }

  /// Needs the trait `Macros`.
  @available(
    *, unavailable,
    message:
      "'@ArchiveIgnored' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"Macros\"])"
  )
  @propertyWrapper
  public struct ArchiveIgnored<Value> {
    /// The property.
    public var wrappedValue: Value

    /// Nobody calls it.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  }
#endif
