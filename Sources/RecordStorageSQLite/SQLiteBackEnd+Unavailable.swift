// Without the trait the names stand for what is missing, so that using one says what to write.
#if !SQLite
  /// Needs the trait `SQLite`.
  @available(
    *, unavailable,
    message:
      "'SQLiteBackEnd' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"SQLite\"])"
  )
  public struct SQLiteBackEnd {}

  /// Needs the trait `SQLite`.
  @available(
    *, unavailable,
    message:
      "'EntityRecord' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"SQLite\"])"
  )
  public protocol EntityRecord {}
#endif
