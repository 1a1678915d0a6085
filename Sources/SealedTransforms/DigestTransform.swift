#if Encryption
  internal import Crypto
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// The SHA-256 of bytes as hexadecimal text (FIPS 180-4): one-way, to compare or to find what is not to be stored.
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
    /// The transform.
    public init() {}

    /// “sha256”.
    public var form: TransformForm { TransformForm("sha256") }

    /// Equality: nobody knows two byte strings with one digest.
    public var keeps: KeptRelation { .equality }

    /// 64 digits in lower case. O(bytes).
    public func store(_ value: Data) -> String {
      HexTransform().store(Data(SHA256.hash(data: value)))
    }
  }
#endif
