/// Text in one case, stored in the other: of two spellings that differ in case only, storage sees one.
///
/// It stores only what it brings back byte by byte: text that is not all in its case, and letters without a
/// counterpart ("ß" has none that leads back), are errors.
public struct TextCaseTransform: ContextFreeTransform {
  /// The case of the values.
  public enum Letters: String, Sendable {
    /// Values are in upper case, and stored in lower case.
    case upper
    /// Values are in lower case, and stored in upper case.
    case lower
  }

  /// The case of the values.
  public let letters: Letters

  /// A transform of values in a case.
  public init(_ letters: Letters) { self.letters = letters }

  /// “case.upper” or “case.lower”.
  public var form: TransformForm { TransformForm("case.\(letters.rawValue)") }

  /// Equality: only text that comes back byte by byte is stored. “_” is behind “Z” and before “a”, so there is no order.
  public var keeps: KeptRelation { .equality }

  /// - Throws: ``TransformError/Code/notStorable`` for text that would come back as another one.
  public func store(_ value: String) throws -> String {
    let stored = letters == .upper ? value.lowercased() : value.uppercased()
    guard shown(stored).utf8.elementsEqual(value.utf8) else {
      throw TransformError(
        .notStorable, "“\(value.prefix(80))” would come back as “\(shown(stored).prefix(80))”")
    }
    return stored
  }

  /// - Throws: ``TransformError/Code/unreadable`` for text that this transform does not store.
  public func restore(_ stored: String) throws -> String {
    let value = shown(stored)
    guard let again = try? store(value), again.utf8.elementsEqual(stored.utf8) else {
      throw TransformError(
        .unreadable, "“\(stored.prefix(80))” is not stored for any text in \(letters) case")
    }
    return value
  }

  private func shown(_ text: String) -> String {
    letters == .upper ? text.uppercased() : text.lowercased()
  }
}
