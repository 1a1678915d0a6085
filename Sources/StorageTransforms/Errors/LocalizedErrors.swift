#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TransformError: LocalizedError {
  /// The text of `localizedDescription`: the sentence of the error, with its code and place.
  public var errorDescription: String? { description }
}

extension ConversionError: LocalizedError {
  /// The text of `localizedDescription`: the sentence of the cause.
  public var errorDescription: String? { description }
}

extension SchemaError: LocalizedError {
  /// The text of `localizedDescription`: the sentence of the error, with its code and place.
  public var errorDescription: String? { description }
}
