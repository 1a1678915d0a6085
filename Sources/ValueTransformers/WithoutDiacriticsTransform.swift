internal import Foundation

/// Any text, stored without accents and other marks on its letters, for search. One-way: the marks are lost.
///
/// Letters that are no letter with a mark stay as they are: “ø”, “ß”. What is a mark is decided by the tables of Foundation, which follow a version of Unicode:
/// a newer one may know more marks.
public struct WithoutDiacriticsTransform: ContextFreeStoringTransform {
  /// The transform.
  public init() {}

  /// “withoutDiacritics”.
  public var form: TransformForm { TransformForm("withoutDiacritics") }

  /// Takes the marks away. O(n).
  public func store(_ value: String) -> String {
    value.folding(options: .diacriticInsensitive, locale: nil)
  }
}
