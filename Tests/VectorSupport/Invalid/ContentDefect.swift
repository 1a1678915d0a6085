import ArchiveFormat

/// Content that breaks one rule, and where.
///
/// A line of a table is a name, two spaces or more, and the content in hex: definitions, a bar, a value. `^` stands before the
/// byte at which the error is reported. What follows behind `;` are the code, if it is not *malformed*, `roots`
/// if a list of roots stands in the place of the value, `single` if only a single part can hold it, `verified` if
/// readers that decode values need not look for it, and limits such as `depth=2`.
struct ContentDefect: Sendable {
  /// The rule and the defect.
  let name: String
  let code: ArchiveError.Code
  let content: [UInt8]
  /// Where the error is.
  let mark: Int
  /// Where the value begins.
  let valueStart: Int
  let isRootList: Bool
  let isForSinglePartsOnly: Bool
  let isFoundByVerificationOnly: Bool
  let limits: [VectorLimit]

  /// Definitions that many lines share.
  private static let abbreviations = [
    // No definitions.
    "$0": "01 |",
    // A class A, and its shape without fields.
    "$A": "05 19 03 41 0B 01 |",
    // An extension e.e.
    "$X": "03 39 21 65 2E 65 |",
    // A class Node, and its shape without fields.
    "$N": "05 49 03 4E 6F 64 65 0B 01 |",
    // A class Node, and its shape of a strong edge “next”.
    "$E": "05 49 03 4E 6F 64 65 0B 03 1B 11 6E 65 78 74 |",
  ]

  /// All lines of a table.
  static func table(_ text: String) -> [ContentDefect] {
    text.split(separator: "\n").compactMap { ContentDefect(line: String($0)) }
  }

  private init?(line: String) {
    let halves = line.split(separator: ";", maxSplits: 1)
    var words = halves[0].split(separator: " ").map(String.init)
    guard words.count > 1 else { return nil }
    name = words.removeFirst()
    let text = HexText(words.map(Self.spelledOut).joined(separator: " "))
    guard let mark = text.mark else { return nil }
    (content, self.mark, valueStart) = (text.bytes, mark, text.bar)
    let notes = halves.dropFirst().joined().split(whereSeparator: { " ;".contains($0) })
      .map(String.init)
    isRootList = notes.contains("roots")
    isForSinglePartsOnly = notes.contains("single")
    isFoundByVerificationOnly = notes.contains("verified")
    limits = notes.compactMap(VectorLimit.init)
    let codes: [ArchiveError.Code] = [.truncated, .needsFeature, .limitExceeded]
    code = codes.first { notes.contains($0.rawValue) } ?? .malformed
  }

  /// A word without abbreviations: `03.01*64` is 64 times `03 01`.
  private static func spelledOut(_ word: String) -> String {
    if let text = abbreviations[word] { return text }
    let parts = word.split(separator: "*").map(String.init)
    guard parts.count == 2, let count = Int(parts[1]) else { return word }
    return String(repeating: parts[0], count: count)
  }

  var isInDefinitions: Bool { mark < valueStart }
  /// Whether the content ends where something is missing.
  var endsEarly: Bool { mark == content.count && code == .truncated }

  var definitions: ArraySlice<UInt8> { content[..<valueStart] }
  var value: ArraySlice<UInt8> { content[valueStart...] }

  /// How many rows the definitions say they have.
  var rowCount: Int {
    var cursor = ByteCursor(Array(definitions))
    return (try? cursor.count()) ?? 0
  }
}
