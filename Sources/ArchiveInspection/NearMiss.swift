/// Finds what was probably meant.
enum NearMiss {
  private static let maximumCandidateCount = 4_096
  private static let maximumLength = 64
  private static let maximumSuggestionCount = 3

  /// ` (did you mean “name”?)`, or nothing where no candidate is near. Work is bounded.
  static func suggestion(for text: String, among candidates: [String]) -> String {
    let wanted = Array(text.lowercased().unicodeScalars)
    guard wanted.count <= maximumLength else { return "" }
    let near = candidates.prefix(maximumCandidateCount).compactMap { candidate in
      distance(wanted, candidate).map { (candidate, $0) }
    }
    let best = near.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .prefix(maximumSuggestionCount).map { "“\($0.element.0)”" }
    return best.isEmpty ? "" : " (did you mean \(best.joined(separator: " or "))?)"
  }

  /// The edits between two texts, nil if they are too many to be a slip. Two neighbours that changed
  /// places are one edit (optimal string alignment).
  private static func distance(_ wanted: [Unicode.Scalar], _ text: String) -> Int? {
    let other = Array(text.lowercased().unicodeScalars.prefix(maximumLength + 1))
    let limit = min(wanted.count, other.count) / 3
    guard abs(wanted.count - other.count) <= limit else { return nil }
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
    let edits = rows[wanted.count][other.count]
    return edits <= limit ? edits : nil
  }
}
