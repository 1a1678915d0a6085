internal import RecordLog

/// Formats that some take for archives or property lists, by their first bytes.
enum ForeignFormat {
  /// The words of an error for a format that is known; nil for any other.
  static func sentence(_ beginning: [UInt8]) -> String? {
    if let name = names.first(where: { beginning.starts(with: $0.bytes) })?.name {
      return "this is \(name), which is not read"
    }
    if beginning.starts(with: "SQLite format 3\0".utf8) {
      return
        "this is a database of SQLite: 'archivecat coredata FILE' shows it if Core Data wrote it"
    }
    // Behind its version, and the length of this word.
    if beginning.prefix(16).dropFirst(2).starts(with: "streamtyped".utf8) {
      return "this is a typedstream of NSArchiver, which is not read"
    }
    if (try? LogHeader(Array(beginning.prefix(LogHeader.byteCount)))) != nil {
      return "this is a record log: 'archivecat store FILE' shows it"
    }
    let marks = Array(beginning.filter { !" \t\r\n".utf8.contains($0) }.prefix(2))
    switch marks.first {
    case UInt8(ascii: "{") where marks.count == 2 && !"\"}".utf8.contains(marks[1]):
      return "this looks like a property list in the older text form, which is not read"
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return "this looks like JSON: 'archivecat import FILE -o ARCHIVE' makes an archive of it"
    default: return nil
    }
  }

  private static let names: [(bytes: [UInt8], name: String)] = [
    (Array("NIBArchive".utf8), "a NIBArchive"),
    ([0x89] + Array("PNG\r\n".utf8), "a PNG picture"),
    ([0x1F, 0x8B, 0x08], "a file of gzip"),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP file"),
    ([0x7F] + Array("ELF".utf8), "a program (ELF)"),
  ]
}
