/// The case of text.
public enum TextCase: String, Sendable {
  /// Upper case: “STRASSE”.
  case upper
  /// Lower case: “straße”.
  case lower

  /// The other of the two.
  var other: TextCase { self == .upper ? .lower : .upper }

  /// The text in this case, as Unicode maps it without regard to a language. O(n).
  func applied(to text: String) -> String {
    self == .upper ? text.uppercased() : text.lowercased()
  }
}
