// Without the trait the names stand for what is missing, so that using one says what to write.
#if !Encryption
  /// Needs the trait `Encryption`.
  @available(
    *, unavailable,
    message:
      "'SealedTransform' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"Encryption\"])"
  )
  public struct SealedTransform {}

  /// Needs the trait `Encryption`.
  @available(
    *, unavailable,
    message:
      "'SealingKey' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"Encryption\"])"
  )
  public struct SealingKey {}

  /// Needs the trait `Encryption`.
  @available(
    *, unavailable,
    message:
      "'SealingKeys' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"Encryption\"])"
  )
  public struct SealingKeys {}

  /// Needs the trait `Encryption`.
  @available(
    *, unavailable,
    message:
      "'DigestTransform' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"Encryption\"])"
  )
  public struct DigestTransform {}
#endif
