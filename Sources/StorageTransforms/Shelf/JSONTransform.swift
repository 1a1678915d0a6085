#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Any Codable value as JSON, by Foundation's coders.
///
/// Keys are sorted, so that a value without sets always has the same bytes. Dates are numbers, seconds since 2001, which is
/// exact; closures may choose otherwise.
public struct JSONTransform<Value: Codable>: ContextFreeTransform {
  private let encoding: (@Sendable (JSONEncoder) -> Void)?
  private let decoding: (@Sendable (JSONDecoder) -> Void)?

  /// A transform.
  ///
  /// - Parameters:
  ///   - encoding: Sets what the encoder of each call is to do differently.
  ///   - decoding: Sets what the decoder of each call is to do differently.
  public init(
    encoding: (@Sendable (JSONEncoder) -> Void)? = nil,
    decoding: (@Sendable (JSONDecoder) -> Void)? = nil
  ) {
    self.encoding = encoding
    self.decoding = decoding
  }

  /// “json”.
  public var form: TransformForm { TransformForm("json") }

  /// The JSON of a value.
  ///
  /// - Throws: ``TransformError/Code/notStorable`` for what JSON cannot hold, such as NaN.
  public func store(_ value: Value) throws -> Data {
    try store(value, in: TransformContext())
  }

  /// The JSON of a value. What the caller handed over reaches properties with ``Stored`` inside of the value.
  ///
  /// - Throws: As ``store(_:)``.
  public func store(_ value: Value, in context: TransformContext) throws -> Data {
    let encoder = JSONEncoder()
    encoder.userInfo[.transformContext] = context.forCoders
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoding?(encoder)
    do {
      return try encoder.encode(value)
    } catch {
      throw TransformError(error, .notStorable)
    }
  }

  /// The value of JSON.
  ///
  /// - Throws: ``TransformError/Code/unreadable`` for what is no JSON, or no value of the type, with its path.
  public func restore(_ stored: Data) throws -> Value {
    try restore(stored, in: TransformContext())
  }

  /// The value of JSON. What the caller handed over reaches properties with ``Stored`` inside of the value.
  ///
  /// - Throws: As ``restore(_:)``.
  public func restore(_ stored: Data, in context: TransformContext) throws -> Value {
    let decoder = JSONDecoder()
    decoder.userInfo[.transformContext] = context.forCoders
    decoding?(decoder)
    do {
      return try decoder.decode(Value.self, from: stored)
    } catch {
      throw TransformError(error, .unreadable)
    }
  }
}
