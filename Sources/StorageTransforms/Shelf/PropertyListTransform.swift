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
    let encoder = PropertyListEncoder()
    encoder.outputFormat = outputFormat
    do {
      return try encoder.encode(value)
    } catch {
      throw TransformError(error, .notStorable)
    }
  }

  /// - Throws: ``TransformError/Code/unreadable`` for what is no property list, or no value of the type.
  public func restore(_ stored: Data) throws -> Value {
    do {
      return try PropertyListDecoder().decode(Value.self, from: stored)
    } catch {
      throw TransformError(error, .unreadable)
    }
  }
}
