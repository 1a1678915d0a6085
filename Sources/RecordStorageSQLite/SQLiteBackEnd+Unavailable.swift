// Without the trait these declarations stand in for the real ones: using one is an error that says which trait to turn on.
#if !SQLite
  public import RecordStorage

  /// Needs the trait `SQLite`.
  @available(
    *, unavailable,
    message:
      "'SQLiteBackEnd' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"SQLite\"])"
  )
  public struct SQLiteBackEnd: StorageBackEnd {
    /// Needs the trait `SQLite`.
    public struct Options {
      /// Needs the trait `SQLite`.
      public init() {}
    }

    /// Needs the trait `SQLite`.
    public init(path: String, options: Options = Options()) throws {}

    /// Needs the trait `SQLite`.
    public var capabilities: StorageCapabilities { [] }

    /// Needs the trait `SQLite`.
    public func read(_ body: (any StorageReading) throws -> Void) throws {}

    /// Needs the trait `SQLite`.
    public func write(
      _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
    ) throws {}
  }

  /// Needs the trait `SQLite`.
  @available(
    *, unavailable,
    message:
      "'EntityRecord' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"SQLite\"])"
  )
  public protocol EntityRecord {}
#endif
