#if Encryption
  internal import Crypto
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// A digest of bytes as hexadecimal text: one-way, to compare or to find what is not to be stored. SHA-256 unless another algorithm is asked for.
  ///
  /// A digest makes a sealed attribute unique, in a field of its own:
  ///
  /// ```swift
  /// struct User {
  ///   var mail: String
  ///   var mailDigest: String { DigestTransform().store(Data(mail.utf8)) }
  /// }
  ///
  /// Field("mail", \.mail, as: UTF8Transform().then(SealedTransform()))
  /// Field("mail_digest", \.mailDigest).unique()
  /// ```
  ///
  /// Whoever sees the digest can try values: it hides no value that can be guessed.
  public struct DigestTransform: ContextFreeStoringTransform {
    /// An algorithm for digests.
    public enum Algorithm: String, Sendable, CaseIterable {
      /// 128 bits (RFC 1321), for programs that have such digests already: two byte strings with one digest are made in seconds.
      case md5
      /// 160 bits (FIPS 180-4), for programs that have such digests already: two byte strings with one digest are known.
      case sha1
      /// 256 bits (FIPS 180-4).
      case sha256
      /// 512 bits (FIPS 180-4).
      case sha512
    }

    /// The algorithm.
    public let algorithm: Algorithm

    /// Creates a transform with an algorithm.
    public init(_ algorithm: Algorithm = .sha256) { self.algorithm = algorithm }

    /// The name of the algorithm: “sha256”.
    public var form: TransformForm { TransformForm(algorithm.rawValue) }

    /// Equality for SHA-256 and SHA-512: nobody knows two byte strings with one digest. Nothing for the others.
    public var keeps: KeptRelation {
      algorithm == .sha256 || algorithm == .sha512 ? .equality : .nothing
    }

    /// Digits in lower case, two for each byte of the digest. O(bytes).
    public func store(_ value: Data) -> String {
      let digest =
        switch algorithm {
        case .md5: Data(Insecure.MD5.hash(data: value))
        case .sha1: Data(Insecure.SHA1.hash(data: value))
        case .sha256: Data(SHA256.hash(data: value))
        case .sha512: Data(SHA512.hash(data: value))
        }
      return HexTransform().store(digest)
    }
  }
#endif
