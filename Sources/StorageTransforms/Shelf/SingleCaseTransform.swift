/// Text that is in one case already, stored in the other case. `TextCaseTransform` changes the case of any text, one way.
///
/// The transform stores only text that returns byte by byte. It refuses text that is not all in its case, and letters without a counterpart:
/// no lowercase letter becomes "ß" again.
public struct SingleCaseTransform: ContextFreeTransform {
  /// The case of the values. Storage holds the other case.
  public let textCase: TextCase

  /// Creates a transform of values in a case.
  public init(_ textCase: TextCase) { self.textCase = textCase }

  /// “case.upper” or “case.lower”.
  public var form: TransformForm { TransformForm("case.\(textCase.rawValue)") }

  /// Equality: only text that comes back byte by byte is stored. “_” is behind “Z” and before “a”, so there is no order.
  public var keeps: KeptRelation { .equality }

  /// - Throws: ``TransformError/Code/notStorable`` for text that would come back as another one.
  public func store(_ value: String) throws -> String {
    let stored = textCase.other.applied(to: value)
    let restored = textCase.applied(to: stored)
    guard restored.utf8.elementsEqual(value.utf8) else {
      throw TransformError(
        .notStorable,
        "“\(value.prefix(80))” would come back as “\(restored.prefix(80))”; "
          + "TextCaseTransform(.\(textCase)) stores any text, one way")
    }
    return stored
  }

  /// - Throws: ``TransformError/Code/unreadable`` for text that this transform does not store.
  public func restore(_ stored: String) throws -> String {
    let value = textCase.applied(to: stored)
    guard let again = try? store(value), again.utf8.elementsEqual(stored.utf8) else {
      throw TransformError(
        .unreadable, "“\(stored.prefix(80))” is not stored for any text in \(textCase) case")
    }
    return value
  }
}
