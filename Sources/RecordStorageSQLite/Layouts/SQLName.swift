#if SQLite
  /// Names as SQLite sees them.
  enum SQLName {
    /// A name as it stands in SQL, whatever it is: by scalars, since a quotation mark with an accent is a quotation mark too.
    static func quoted(_ name: String) -> String {
      var text = "\""
      for scalar in name.unicodeScalars {
        if scalar == "\"" { text.unicodeScalars.append(scalar) }
        text.unicodeScalars.append(scalar)
      }
      text.append("\"")
      return text
    }

    /// What two names have in common that are one name to SQLite: bytes without the case of ASCII letters.
    static func folded(_ name: String) -> [UInt8] {
      name.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }

    /// The name, or the first of `name_2`, `name_3`, … that is free; it is taken then.
    static func free(_ name: String, taken: inout Set<[UInt8]>) -> String {
      var (found, number) = (name, 1)
      while !taken.insert(folded(found)).inserted {
        number += 1
        found = "\(name)_\(number)"
      }
      return found
    }

    /// The name of a table before others are looked at. SQLite keeps `sqlite_` for itself, and this package `_record_`.
    static func table(_ name: String) -> String {
      let start = folded(name)
      let isKept = ["sqlite_", MetaTables.prefix].contains { start.starts(with: $0.utf8) }
      return isKept ? "_" + name : name
    }
  }
#endif
