/// Finds the name that the caller probably meant.
package enum NearMiss {
  private static let maximumCandidateCount = 4_096
  private static let maximumLength = 64
  private static let maximumSuggestionCount = 3

  /// ` (did you mean “name”?)`, or nothing where no candidate is near. A candidate that Swift calls equal to the text, and whose code points
  /// differ, is shown with its code points. Looks at the first 65 code points of each candidate, and takes up to 64 × 64 steps for each that
  /// is near.
  package static func suggestion(for text: String, among candidates: [String]) -> String {
    let wanted = Word(text)
    guard wanted.scalars.count <= maximumLength else { return "" }
    let candidates = candidates.prefix(maximumCandidateCount)
    // Two texts that look alike: the words “did you mean” would not help.
    if let equal = candidates.first(where: { $0 == text }) {
      return " (“\(codePoints(of: equal))” is there: the same text in other code points)"
    }
    let near = candidates.compactMap { candidate in
      distance(wanted, Word(candidate)).map { (candidate, $0) }
    }
    let best = near.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .prefix(maximumSuggestionCount).map { "“\($0.element.0)”" }
    return best.isEmpty ? "" : " (did you mean \(best.joined(separator: " or "))?)"
  }

  /// The text with its code points beyond ASCII as `\u{301}`.
  private static func codePoints(of text: String) -> String {
    text.unicodeScalars.map { $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16))}" }
      .joined()
  }

  /// Text without its case.
  private struct Word {
    let scalars: [Unicode.Scalar]
    /// A bit for each code point that is in the text; several code points share a bit.
    let present: UInt64

    init(_ text: String) {
      let beginning = String(
        String.UnicodeScalarView(text.unicodeScalars.prefix(maximumLength + 1)))
      scalars = Array(beginning.lowercased().unicodeScalars.prefix(maximumLength + 1))
      present = scalars.reduce(0) { $0 | (1 as UInt64) << UInt64($1.value % 64) }
    }

    /// The code points of this text that the other lacks, at least. Each needs an edit.
    func lacking(_ other: Word) -> Int { (present & ~other.present).nonzeroBitCount }
  }

  /// The edits between two texts, nil if they are too many to be a slip. Two neighbours that changed
  /// places are one edit (optimal string alignment).
  private static func distance(_ wanted: Word, _ other: Word) -> Int? {
    let limit = min(wanted.scalars.count, other.scalars.count) / 3
    guard abs(wanted.scalars.count - other.scalars.count) <= limit,
      wanted.lacking(other) <= limit, other.lacking(wanted) <= limit
    else { return nil }
    let edits = edits(wanted.scalars, other.scalars)
    return edits <= limit ? edits : nil
  }

  private static func edits(_ wanted: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var rows = [Array(0...other.count)]
    for i in wanted.indices {
      var row = [i + 1]
      for j in other.indices {
        let isSame = wanted[i] == other[j]
        var edits = min(rows[i][j] + (isSame ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, wanted[i] == other[j - 1], wanted[i - 1] == other[j] {
          edits = min(edits, rows[i - 1][j - 1] + 1)
        }
        row.append(edits)
      }
      rows.append(row)
    }
    return rows[wanted.count][other.count]
  }
}
