extension Int {
  /// With a comma between groups of three digits.
  package var grouped: String {
    var text = String(magnitude)
    var position = text.utf8.count - 3
    while position > 0 {
      text.insert(",", at: text.utf8.index(text.startIndex, offsetBy: position))
      position -= 3
    }
    return self < 0 ? "-" + text : text
  }

  /// `1 byte`, `1,234 bytes`.
  package func counted(_ singular: String, _ plural: String? = nil) -> String {
    "\(grouped) \(self == 1 ? singular : plural ?? singular + "s")"
  }
}
