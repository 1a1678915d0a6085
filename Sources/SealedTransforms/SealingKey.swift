#if Encryption
  // swift-crypto 3 does not say that a `SymmetricKey` may be sent, as version 4 does: its bytes never change.
  @unsafe @preconcurrency public import Crypto
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// A key with a name by which sealed bytes tell it.
  public struct SealingKey: Sendable {
    /// The ciphers that are known; each authenticates what it encrypts.
    public enum Algorithm: UInt8, Sendable {
      /// AES in Galois/Counter Mode (NIST SP 800-38D).
      case aesGCM = 1
      /// ChaCha20 and Poly1305 (RFC 8439).
      case chaChaPoly = 2
    }

    /// Its name: 1 to 255 bytes of UTF-8. It stands in the clear in front of what was sealed.
    public let id: String
    /// The cipher that it is used with.
    public let algorithm: Algorithm
    let key: SymmetricKey

    /// A key.
    ///
    /// - Throws: ``TransformError/Code/invalidKey`` for an id of no byte or over 255, and for a key of another size than
    ///   16, 24 or 32 bytes, or than 32 for ``Algorithm/chaChaPoly``.
    public init(
      id: String, key: SymmetricKey, algorithm: Algorithm = .aesGCM
    ) throws(TransformError) {
      guard (1...255).contains(id.utf8.count) else {
        throw TransformError(.invalidKey, "the id of a key has 1 to 255 bytes")
      }
      let byteCounts = algorithm == .aesGCM ? [16, 24, 32] : [32]
      guard byteCounts.contains(key.bitCount / 8) else {
        throw TransformError(
          .invalidKey, "the key “\(id)” has \(key.bitCount / 8) bytes, not \(byteCounts)")
      }
      self.id = id
      self.algorithm = algorithm
      self.key = key
    }

    /// A key out of its bytes.
    ///
    /// - Throws: As ``init(id:key:algorithm:)``.
    public init(id: String, bytes: Data, algorithm: Algorithm = .aesGCM) throws(TransformError) {
      try self.init(id: id, key: SymmetricKey(data: bytes), algorithm: algorithm)
    }
  }
#endif
