/// Finds what a sentence says twice.
package enum RepeatedText {
  /// Returns words that stand in a text twice, four in a row; nil if there are none. O(words).
  package static func first(in text: String) -> String? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count >= 8 else { return nil }
    var seen: Set<ArraySlice<Substring>> = []
    for start in 0...words.count - 4 {
      let run = words[start..<start + 4]
      // Runs that share words are one text, such as a row of zeros.
      if start >= 4 { seen.insert(words[start - 4..<start]) }
      if seen.contains(run) { return run.joined(separator: " ") }
    }
    return nil
  }
}
