// Without the trait the name stands for what is missing, so that using it says what to write.
#if !PostgreSQL
  /// Needs the trait `PostgreSQL`.
  @available(
    *, unavailable,
    message:
      "'PostgreSQLBackEnd' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"PostgreSQL\"])"
  )
  public struct PostgreSQLBackEnd {}
#endif
