internal import RecordStorage
internal import StorageTransforms

/// Values as messages of failures show them: what looks the same and is not differs here.
enum Shown {
  /// A value, of a long one the beginning.
  static func text(_ value: StoredValue) -> String {
    switch value {
    case .null: return "null"
    case .integer(let value): return "\(value)"
    case .real(let value): return "real \(value)"
    case .text(let text):
      let shown = text.unicodeScalars.prefix(24).map { $0.escaped(asASCII: true) }.joined()
      return "“\(shown)”" + (text.utf8.count > 24 ? " (\(text.utf8.count) bytes)" : "")
    case .blob(let bytes):
      let shown = bytes.prefix(12).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
      return "x'\(shown)'" + (bytes.count > 12 ? " (\(bytes.count) bytes)" : "")
    }
  }

  /// A record.
  static func text(_ record: StoredRecord) -> String {
    "\(text(record.key.value)) → [\(record.values.map { text($0) }.joined(separator: ", "))]"
  }

  /// Records: how many, and the first difference from those that were expected.
  static func difference(_ found: [StoredRecord], _ expected: [StoredRecord]) -> String {
    let index = zip(found, expected).prefix { $0 == $1 }.count
    let (left, right) = (found.dropFirst(index).first, expected.dropFirst(index).first)
    return "\(found.count) records instead of \(expected.count), and at \(index) "
      + "\(left.map { text($0) } ?? "nothing") instead of \(right.map { text($0) } ?? "nothing")"
  }
}
