// Without the trait these declarations stand in for the real ones: using one is an error that says which trait to turn on.
#if !Encryption
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif
  public import StorageTransforms

  /// Needs the trait `Encryption`.
  @available(
    *, unavailable,
    message:
      "'SealedTransform' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"Encryption\"])"
  )
  public struct SealedTransform: AttributeTransform {
    /// Needs the trait `Encryption`.
    public init() {}

    /// Needs the trait `Encryption`.
    public init(boundTo storeID: String) {}

    /// Needs the trait `Encryption`.
    public init(keys: SealingKeys, boundTo storeID: String? = nil) {}

    /// Needs the trait `Encryption`.
    public static func keyID(of sealed: Data) -> String? { nil }

    /// Needs the trait `Encryption`.
    public var form: TransformForm { TransformForm("sealed") }

    /// Needs the trait `Encryption`.
    public func store(_ value: Data, in context: TransformContext) throws -> Data { value }

    /// Needs the trait `Encryption`.
    public func restore(_ stored: Data, in context: TransformContext) throws -> Data { stored }
  }

  /// Needs the trait `Encryption`.
  @available(
    *, unavailable,
    message:
      "'SealingKey' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"Encryption\"])"
  )
  public struct SealingKey {
    /// Needs the trait `Encryption`.
    public enum Algorithm {
      /// Needs the trait `Encryption`.
      case aesGCM
      /// Needs the trait `Encryption`.
      case chaChaPoly
    }

    /// Needs the trait `Encryption`. The real initializer takes a `SymmetricKey` of swift-crypto.
    public init<Key>(id: String, key: Key, algorithm: Algorithm = .aesGCM) throws {}

    /// Needs the trait `Encryption`.
    public init(id: String, bytes: Data, algorithm: Algorithm = .aesGCM) throws {}
  }

  /// Needs the trait `Encryption`.
  @available(
    *, unavailable,
    message:
      "'SealingKeys' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"Encryption\"])"
  )
  public struct SealingKeys {
    /// Needs the trait `Encryption`.
    public init(current: SealingKey, older: [SealingKey] = []) throws {}
  }

  /// Needs the trait `Encryption`.
  @available(
    *, unavailable,
    message:
      "'DigestTransform' needs a trait: .package(url: \"…/swift-keyed-archives\", from: \"…\", traits: [\"Encryption\"])"
  )
  public struct DigestTransform {
    /// Needs the trait `Encryption`.
    public enum Algorithm {
      /// Needs the trait `Encryption`.
      case md5
      /// Needs the trait `Encryption`.
      case sha1
      /// Needs the trait `Encryption`.
      case sha256
      /// Needs the trait `Encryption`.
      case sha512
    }

    /// Needs the trait `Encryption`.
    public init(_ algorithm: Algorithm = .sha256) {}
  }
#endif
