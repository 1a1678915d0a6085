/// A name whose words are joined in one way, as for identifiers and files. One-way: what stood between the words, and their case, is lost.
///
/// ```swift
/// let name = WordCaseTransform(.snake).store("HTTP server name")  // "http_server_name"
/// ```
public struct WordCaseTransform: ContextFreeStoringTransform {
  /// The way to join the words.
  public let wordCase: WordCase

  /// Creates a transform to a way of joining words.
  public init(_ wordCase: WordCase) { self.wordCase = wordCase }

  /// “words.camel”, “words.llama”, “words.snake” or “words.train”.
  public var form: TransformForm { TransformForm("words.\(wordCase.rawValue)") }

  /// Joins the words. O(n).
  public func store(_ value: String) -> String { wordCase.applied(to: value) }
}
