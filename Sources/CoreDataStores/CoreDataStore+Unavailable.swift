// Without the trait these declarations stand in for the real ones: using one is an error that says which trait to turn on.
#if !SQLite
  /// Needs the trait `SQLite`.
  @available(
    *, unavailable,
    message:
      "'CoreDataStore' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"SQLite\"])"
  )
  public final class CoreDataStore {
    /// Needs the trait `SQLite`.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limits: What reading may cost.
    public init(readOnly path: String, limits: CoreDataLimits = CoreDataLimits()) {}
  }
#endif
