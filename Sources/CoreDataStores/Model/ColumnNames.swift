#if SQLite
  /// Finds the columns of properties in a table that several entities share.
  ///
  /// The column of a property is `Z` and its name in upper case. If two properties of a table have one such name, Core Data numbers their
  /// columns (`ZNAME`, `ZNAME1`, `ZNAME2`), and which column is whose is kept nowhere.
  struct ColumnNames {
    private let columns: [String: String]
    /// The columns that are a name, or a name with a number behind it, by the name. Any number of properties share these arrays.
    private let candidates: [String: [String]]
    /// By name in upper case: how many properties have it.
    private var counts: [String: Int] = [:]

    init(_ shape: TableShape) {
      var candidates: [String: [String]] = [:]
      for column in shape.columns {
        let name = TableNames.folded(column.name)
        for base in [name] + Self.bases(name) {
          candidates[base, default: []].append(column.name)
        }
      }
      columns = shape.foldedNames
      self.candidates = candidates
    }

    /// The names that a name is with a number behind it: `ZNAME1` and `ZNAME` of `ZNAME12`.
    private static func bases(_ name: String) -> [String] {
      var bases: [String] = []
      var rest = name.utf8[...]
      while let last = rest.last, UInt8(ascii: "0")...UInt8(ascii: "9") ~= last, bases.count < 4 {
        rest = rest.dropLast()
        bases.append(String(decoding: rest, as: UTF8.self))
      }
      return bases
    }

    private static func key(_ name: String) -> String { TableNames.folded("Z" + name.uppercased()) }

    /// Counts a property that has a column.
    mutating func add(_ name: String) { counts[Self.key(name), default: 0] += 1 }

    /// The columns that may hold a property, once all were counted.
    func columns(of name: String) -> (names: [String], isAmbiguous: Bool) {
      let key = Self.key(name)
      let isShared =
        counts[key, default: 0] > 1
        || Self.bases(key).contains { counts[$0, default: 0] > 1 }
      return isShared ? (candidates[key] ?? [], true) : (columns[key].map { [$0] } ?? [], false)
    }
  }
#endif
