#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Any Codable value as a property list, by Foundation's coders.
///
/// The outermost value has to be one with keys or elements: a property list is an array or a dictionary.
public struct PropertyListTransform<Value: Codable>: ContextFreeTransform {
  private let outputFormat: PropertyListDecoder.PropertyListFormat

  /// A transform that writes binary property lists, or XML. Both are read.
  public init(_ outputFormat: PropertyListDecoder.PropertyListFormat = .binary) {
    self.outputFormat = outputFormat
  }

  /// “plist”.
  public var form: TransformForm { TransformForm("plist") }

  /// - Throws: ``TransformError/Code/notStorable`` for what a property list cannot hold, such as a number alone.
  public func store(_ value: Value) throws -> Data {
    try store(value, in: TransformContext())
  }

  /// The property list of a value. What the caller handed over reaches properties with ``Stored`` inside of the value.
  ///
  /// - Throws: As ``store(_:)``.
  public func store(_ value: Value, in context: TransformContext) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.userInfo[.transformContext] = context.forCoders
    encoder.outputFormat = outputFormat
    do {
      return try encoder.encode(value)
    } catch {
      throw TransformError(error, .notStorable)
    }
  }

  /// - Throws: ``TransformError/Code/unreadable`` for what is no property list, or no value of the type.
  public func restore(_ stored: Data) throws -> Value {
    try restore(stored, in: TransformContext())
  }

  /// The value of a property list. What the caller handed over reaches properties with ``Stored`` inside of the value.
  ///
  /// - Throws: As ``restore(_:)``.
  public func restore(_ stored: Data, in context: TransformContext) throws -> Value {
    let decoder = PropertyListDecoder()
    decoder.userInfo[.transformContext] = context.forCoders
    do {
      return try decoder.decode(Value.self, from: stored)
    } catch {
      throw TransformError(error, .unreadable)
    }
  }
}
