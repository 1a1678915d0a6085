public import ArchiveFormat

extension ArchivedValue {
  /// The value of a JSON text (RFC 8259, UTF-8).
  ///
  /// Objects become records with their keys in order, and no number loses a digit: integers of up to
  /// 128 bits stay integers, what is no Double's shortest form becomes a decimal or, beyond 128 bits
  /// of digits, keeps its text. O(bytes) time and memory, without recursion.
  ///
  /// - Throws: ``JSONError`` with line, column and byte offset for what is no JSON, for a key that
  ///   stands twice in one object, and for more than `maximumDepth` levels of nesting.
  public init(
    json text: [UInt8], maximumDepth: Int = ArchiveLimits.untrusted.maximumDepth
  ) throws(JSONError) {
    var scanner = JSONScanner(text, maximumDepth: maximumDepth)
    self = try scanner.scan()
  }

  /// This value as one line of JSON text in UTF-8, keys in order, absent fields left out.
  ///
  /// Integers and decimals keep all their digits, binary numbers are written in the shortest form
  /// that reads back to the same bits. O(values) time, without recursion.
  ///
  /// - Parameters:
  ///   - fidelity: What to do with values that JSON lacks.
  ///   - isEscapedForTerminal: Whether characters that a terminal could obey or hide are escaped.
  /// - Throws: ``ArchiveError/Code/invalidValue`` with the path of a value that JSON lacks.
  public func json(
    _ fidelity: JSONFidelity = .exact, isEscapedForTerminal: Bool = false
  ) throws(ArchiveError) -> [UInt8] {
    var printer = JSONPrinter(fidelity, isEscapedForTerminal: isEscapedForTerminal)
    try printer.print(self)
    return printer.text.bytes
  }
}

/// What JSON export does with values that JSON lacks.
public enum JSONFidelity: Hashable, Sendable {
  /// Refuses them: not-a-number, infinities, data, dates, UUIDs, URLs, sets, objects, references,
  /// typed values, extensions, and maps whose keys are neither strings nor integers.
  case exact
  /// Writes what comes nearest.
  ///
  /// | value | JSON |
  /// |---|---|
  /// | not-a-number, infinity | `null` |
  /// | data | string, Base64 (RFC 4648) |
  /// | date | string, ISO 8601 in UTC; beyond the years 0–9999 a number of seconds since 2001 |
  /// | UUID | string |
  /// | URL | string; with a base: relative string, ` -- `, base |
  /// | set | array |
  /// | object | its body |
  /// | reference of any kind | `{"$ref": number of the object}`; to one that stands nowhere `null` |
  /// | first back reference to an object that stands behind the roots | the object's body |
  /// | typed value, extension | the value inside |
  /// | map with other keys | array of `[key, value]` |
  case lossy
}
