#if PostgreSQL
  /// Names of tables, columns and indexes: those of entities and attributes, as the server takes them.
  enum SQLName {
    /// The server cuts longer names (`NAMEDATALEN` − 1).
    static let maximumByteCount = 63
    /// The columns that each table has.
    static let systemColumns: Set = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]

    /// The name between quotation marks, in which any character stands for itself.
    static func quoted(_ name: String) -> String {
      // Scalar by scalar: a quotation mark and an accent are one character.
      "\"" + name.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    }

    /// Whether the server takes a name as it is.
    static func isWhole(_ name: String) -> Bool {
      1...maximumByteCount ~= name.utf8.count && !name.utf8.contains(0)
    }

    /// Text as a value, in which any character stands for itself.
    static func literal(_ text: String) -> String {
      "E'" + text.unicodeScalars.map { $0 == "'" || $0 == "\\" ? "\($0)\($0)" : "\($0)" }.joined()
        + "'"
    }

    /// The name itself if it has at most 63 bytes. Otherwise its first 46, or as many less as end a character, an underscore and 16
    /// digits of a number that all of its bytes make.
    static func shortened(_ name: String) -> String {
      guard name.utf8.count > maximumByteCount else { return name }
      var start = String.UnicodeScalarView()
      var byteCount = 0
      for scalar in name.unicodeScalars {
        byteCount += UTF8.width(scalar)
        guard byteCount <= maximumByteCount - 17 else { break }
        start.append(scalar)
      }
      let digits = String(hash(name), radix: 16)
      return String(start) + "_" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The name, or with a number behind it, that nothing else has.
    static func free(_ name: String, isTaken: (String) throws -> Bool) rethrows -> String {
      var candidate = shortened(name)
      var number = 2
      while try isTaken(candidate) {
        candidate = shortened("\(name)_\(number)")
        number += 1
      }
      return candidate
    }

    /// Names as the server reads a list of them.
    static func list(_ names: [String]) -> String {
      let items = names.map { name in
        "\"" + name.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
          + "\""
      }
      return "{" + items.joined(separator: ",") + "}"
    }

    /// FNV-1a, 64 bits (RFC 9923).
    private static func hash(_ name: String) -> UInt64 {
      name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
  }
#endif
