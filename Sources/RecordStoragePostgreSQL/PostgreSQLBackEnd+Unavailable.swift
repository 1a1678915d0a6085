// Without the trait these declarations stand in for the real ones: using one is an error that says which trait to turn on.
#if !PostgreSQL
  public import RecordStorage

  /// Needs the trait `PostgreSQL`.
  @available(
    *, unavailable,
    message:
      "'PostgreSQLBackEnd' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"PostgreSQL\"])"
  )
  public struct PostgreSQLBackEnd: StorageBackEnd {
    /// Needs the trait `PostgreSQL`.
    public struct Options {
      /// Needs the trait `PostgreSQL`.
      public init(
        schema: String = "", maximumConnectionCount: Int = 0, waitingSeconds: Double = 0,
        answerSeconds: Double = 0, definitionSeconds: Double = 0, dataServers: [DataServer] = []
      ) {}
    }

    /// Needs the trait `PostgreSQL`.
    public struct DataServer {
      /// Needs the trait `PostgreSQL`.
      public init(_ name: String, connection: String) {}
    }

    /// Needs the trait `PostgreSQL`.
    public init(_ connection: String, pooled: Bool = false, options: Options = Options()) throws {}

    /// Needs the trait `PostgreSQL`.
    public var capabilities: StorageCapabilities { [] }

    /// Needs the trait `PostgreSQL`.
    public func read(_ body: (any StorageReading) throws -> Void) throws {}

    /// Needs the trait `PostgreSQL`.
    public func write(
      _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
    ) throws {}
  }
#endif
