// Without the trait these declarations stand in for the real ones: using one is an error that says which trait to turn on.
#if !PostgreSQL
  /// Needs the trait `PostgreSQL`.
  @available(
    *, unavailable,
    message:
      "'PostgreSQLBackEnd' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"PostgreSQL\"])"
  )
  public struct PostgreSQLBackEnd {
    /// Needs the trait `PostgreSQL`.
    public struct Options {
      /// Needs the trait `PostgreSQL`.
      public init(
        schema: String = "", maximumConnectionCount: Int = 0, waitingSeconds: Double = 0,
        dataServers: [DataServer] = []
      ) {}
    }

    /// Needs the trait `PostgreSQL`.
    public struct DataServer {
      /// Needs the trait `PostgreSQL`.
      public init(_ name: String, connection: String) {}
    }

    /// Needs the trait `PostgreSQL`.
    public init(_ connection: String, options: Options = Options()) throws {}
  }
#endif
