internal import ArchiveFormat
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Text as its bytes in UTF-8.
public struct UTF8Transform: ContextFreeTransform {
  /// The transform.
  public init() {}

  /// “utf8”.
  public var form: TransformForm { TransformForm("utf8") }

  /// Order: text is compared by the same bytes.
  public var keeps: KeptRelation { .order }

  /// The bytes of a text.
  public func store(_ value: String) -> Data { Data(value.utf8) }

  /// - Throws: ``TransformError/Code/unreadable`` for bytes that are no well-formed UTF-8; nothing is repaired.
  public func restore(_ stored: Data) throws -> String {
    guard let text = String(validating: stored, as: UTF8.self) else {
      throw TransformError(.unreadable, "the bytes are no well-formed UTF-8")
    }
    return text
  }
}

/// Bytes that are text in UTF-8, as that text: JSON in a column that other tools read, say.
public struct TextTransform: ContextFreeTransform {
  /// The transform.
  public init() {}

  /// “text”.
  public var form: TransformForm { TransformForm("text") }

  /// Order: text is compared by the same bytes.
  public var keeps: KeptRelation { .order }

  /// - Throws: ``TransformError/Code/notStorable`` for bytes that are no well-formed UTF-8.
  public func store(_ value: Data) throws -> String {
    guard let text = String(validating: value, as: UTF8.self) else {
      throw TransformError(.notStorable, "the bytes are no well-formed UTF-8")
    }
    return text
  }

  /// The bytes of a text.
  public func restore(_ stored: String) -> Data { Data(stored.utf8) }
}
