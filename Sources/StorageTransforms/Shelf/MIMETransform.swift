#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An image, or anything else with a kind of bytes of its own, by closures that some other library fills.
///
/// ```swift
/// let images = MIMETransform<Image>(
///   accepting: [.png, .jpeg], store: { $0.pngData() }, restore: { Image(data: $0) })
/// ```
///
/// Bytes are stored as they are, without a stamp, so that other tools see the image. They are looked at in both
/// directions: only those of an accepted type go in or reach the closure.
public struct MIMETransform<Value>: ContextFreeTransform {
  /// The types that are accepted.
  public let acceptedTypes: [MIMEType]
  private let storing: @Sendable (Value) throws -> Data?
  private let restoring: @Sendable (Data) throws -> Value?

  /// A transform out of closures; nil that one of them gives is an error.
  public init(
    accepting acceptedTypes: [MIMEType], store: @escaping @Sendable (Value) throws -> Data?,
    restore: @escaping @Sendable (Data) throws -> Value?
  ) {
    self.acceptedTypes = acceptedTypes
    storing = store
    restoring = restore
  }

  /// “mime”.
  public var form: TransformForm { TransformForm("mime") }

  /// - Throws: ``TransformError/Code/notStorable`` for a value without bytes, or with those of another type.
  public func store(_ value: Value) throws -> Data {
    guard let bytes = try storing(value) else {
      throw TransformError(.notStorable, "the \(Value.self) has no bytes")
    }
    return try checked(bytes, .notStorable)
  }

  /// - Throws: ``TransformError/Code/unreadable`` for bytes of another type, and for those that are no value.
  public func restore(_ stored: Data) throws -> Value {
    guard let value = try restoring(checked(stored, .unreadable)) else {
      throw TransformError(.unreadable, "the bytes are no complete \(Value.self)")
    }
    return value
  }

  private func checked(_ bytes: Data, _ code: TransformError.Code) throws -> Data {
    let type = MIMEType(sniffing: bytes)
    if let type, acceptedTypes.contains(type) { return bytes }
    let accepted = acceptedTypes.map(\.text).joined(separator: " or ")
    throw TransformError(
      code, "the bytes are \(type?.text ?? "of no known type"), not \(accepted)", byteOffset: 0)
  }
}
