/// Text from its last character to its first: an index over it finds text by its ending.
///
/// Characters are those that a person sees, so letters keep their accents. Text whose characters would join others when they are reversed is refused.
public struct ReversedTransform: ContextFreeTransform {
  /// The transform.
  public init() {}

  /// “reversed”.
  public var form: TransformForm { TransformForm("reversed") }

  /// Equality: only text that comes back byte by byte is stored. The order is that of the endings.
  public var keeps: KeptRelation { .equality }

  /// - Throws: ``TransformError/Code/notStorable`` for text that would come back as another one.
  public func store(_ value: String) throws -> String {
    let stored = String(value.reversed())
    guard String(stored.reversed()).utf8.elementsEqual(value.utf8) else {
      throw TransformError(.notStorable, "“\(value.prefix(80))” would come back as another text")
    }
    return stored
  }

  /// - Throws: ``TransformError/Code/unreadable`` for text that this transform does not store.
  public func restore(_ stored: String) throws -> String {
    let value = String(stored.reversed())
    guard String(value.reversed()).utf8.elementsEqual(stored.utf8) else {
      throw TransformError(.unreadable, "“\(stored.prefix(80))” is not stored for any text")
    }
    return value
  }
}
