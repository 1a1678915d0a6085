#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Bytes as base64 text (RFC 4648, section 4), with padding and without line breaks.
public struct Base64Transform: ContextFreeTransform {
  /// The transform.
  public init() {}

  /// “base64”.
  public var form: TransformForm { TransformForm("base64") }

  /// Equality: there is one text for the same bytes. The digits are not in the order of ASCII.
  public var keeps: KeptRelation { .equality }

  /// The text of bytes. O(bytes).
  public func store(_ value: Data) -> String { value.base64EncodedString() }

  /// - Throws: ``TransformError/Code/unreadable`` for text that is not what ``store(_:)`` gives for any bytes.
  public func restore(_ stored: String) throws -> Data {
    guard let data = Data(base64Encoded: stored), data.base64EncodedString() == stored else {
      throw TransformError(.unreadable, "the text is not base64 as it is written for any bytes")
    }
    return data
  }
}
