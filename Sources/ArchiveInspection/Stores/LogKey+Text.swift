public import RecordLog

extension LogKey {
  /// The key in one line that is safe to print: digits, text in quotes, or Base64 of a blob. Long ones are cut.
  public var text: String {
    switch self {
    case .integer(let value): String(value)
    case .text(let value): TerminalText.quoted(String(decoding: value, as: UTF8.self), 40)
    case .blob(let value): TerminalText.shortened(ByteText.base64(value), to: 40)
    }
  }
}

extension LogValue {
  /// The name of its kind, as schemas have it.
  var kindName: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .blob: "blob"
    }
  }
}
