#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension OptionalTransform: AttributeTransform
where Base: AttributeTransform {
  /// The transform with nothing chosen.
  public init() { self.init(Base()) }
}

extension ArchiveTransform: AttributeTransform {
  /// The transform with nothing chosen.
  public init() { self.init(archiver: KeyedArchiver()) }
}

extension JSONTransform: AttributeTransform {
  /// The transform with nothing chosen.
  public init() { self.init(encoding: nil) }
}

extension PropertyListTransform: AttributeTransform {
  /// The transform with nothing chosen.
  public init() { self.init(.binary) }
}

extension RawValueTransform: AttributeTransform {}
extension RelativeURLTransform: AttributeTransform {}
extension ISO8601Transform: AttributeTransform {}
extension HexTransform: AttributeTransform {}
extension Base64Transform: AttributeTransform {}
extension UTF8Transform: AttributeTransform {}
extension TextTransform: AttributeTransform {}
extension ConvertibleTransform: AttributeTransform {}
extension IdentityTransform: AttributeTransform {}

extension RFC2822Transform: AttributeTransform {
  /// The transform with nothing chosen.
  public init() { self.init(fractions: .refused) }
}

extension ZlibTransform: AttributeTransform {
  /// The transform with nothing chosen.
  public init() { self.init(level: 6) }
}

extension StampedTransform: AttributeTransform where Base: AttributeTransform {
  /// The transform with nothing chosen.
  public init() { self.init(Base(), reading: []) }
}

extension TransformChain: AttributeTransform
where First: AttributeTransform, Second: AttributeTransform {
  /// The transform with nothing chosen.
  public init() { self.init(First(), Second()) }
}
