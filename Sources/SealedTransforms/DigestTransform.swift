#if Encryption
  internal import Crypto
  #if canImport(FoundationEssentials)
    public import FoundationEssentials
  #else
    public import Foundation
  #endif

  /// The SHA-256 of bytes as hexadecimal text (FIPS 180-4): one-way, to compare or to find what is not to be stored.
  public struct DigestTransform: ContextFreeStoringTransform {
    /// The transform.
    public init() {}

    /// “sha256”.
    public var form: TransformForm { TransformForm("sha256") }

    /// 64 digits in lower case. O(bytes).
    public func store(_ value: Data) -> String {
      HexTransform().store(Data(SHA256.hash(data: value)))
    }
  }
#endif
