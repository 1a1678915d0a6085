/// Any text, stored in one case, for display or search. One-way: the original case is lost.
///
/// A field keeps what it stores, so no field takes this transform. `SingleCaseTransform` is the transform for text that is in one case
/// already.
public struct TextCaseTransform: ContextFreeStoringTransform {
  /// The case of the stored text.
  public let textCase: TextCase

  /// Creates a transform to a case.
  public init(_ textCase: TextCase) { self.textCase = textCase }

  /// “uppercased” or “lowercased”.
  public var form: TransformForm { TransformForm("\(textCase.rawValue)cased") }

  /// Changes the case of all letters. O(n).
  public func store(_ value: String) -> String { textCase.applied(to: value) }
}
