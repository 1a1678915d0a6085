internal import RecordStorage
internal import StorageTransforms

/// Any text is a name, but for what the Spec excepts: none of them means anything to a back end (rule V3).
enum NameCases {
  static let all: [ConformanceCase] = [single, refused, paired].flatMap { $0 }

  private static let single: [ConformanceCase] = names.flatMap { name, text in
    [
      ConformanceCase("name/entity/\(name)", rule: "V3", [.name: "entity \(name)"]) {
        try entity(text, $0)
      },
      ConformanceCase("name/attribute/\(name)", rule: "V3", [.name: "attribute \(name)"]) {
        try attribute(text, $0)
      },
    ]
  }

  private static let refused: [ConformanceCase] = invalid.flatMap { name, text in
    ["entity", "entity id", "attribute", "attribute id"].map { what in
      ConformanceCase("name/\(what)/\(name)", rule: "V3", [.name: "\(what) \(name)"]) {
        try refuse(text, what, $0)
      }
    }
  }

  private static let paired: [ConformanceCase] = pairs.flatMap { name, left, right in
    [
      ConformanceCase("name/entities/\(name)", rule: "V3", [.name: "entities \(name)"]) {
        try entities(left, right, $0)
      },
      ConformanceCase("name/attributes/\(name)", rule: "V3", [.name: "attributes \(name)"]) {
        try attributes(left, right, $0)
      },
    ]
  }

  private static let names: [(String, String)] = [
    ("one letter", "a"), ("spaces", "the name of it"), ("a space alone", " "),
    ("double quotes", "a\"b\"\""), ("single quotes", "a'b''"), ("backquote and bracket", "a`b]c["),
    ("point", "a.b"), ("semicolon", "a; DROP TABLE b; --"), ("percent and dollar", "%s$1?"),
    ("slashes", "../a\\b/c"), ("point alone", "."), ("two points", ".."),
    ("line feed", "a\nb"), ("tab", "\t"), ("control character", "a\u{1}"),
    ("select", "select"), ("table", "TABLE"), ("rowid", "rowid"), ("oid", "oid"),
    ("ctid", "ctid"), ("key", "key"), ("values", "values"), ("sqlite_master", "sqlite_master"),
    ("pg_class", "pg_class"), ("underscore first", "_key"), ("digit first", "1st"),
    ("upper and lower case", "CamelCase"), ("umlaut", "Größe"), ("decomposed", "Gro\u{308}ße"),
    ("emoji", "👩🏽‍🚀📷"), ("right to left", "שם"), ("colon", "a:b"), ("at", "@a"),
    ("63 bytes", String(repeating: "n", count: 63)),
    ("64 bytes", String(repeating: "n", count: 64)),
    ("255 bytes", String(repeating: "n", count: 255)),
    ("256 bytes", String(repeating: "é", count: 128)),
    ("2,000 bytes", String(repeating: "n", count: 2_000)),
    ("2,000 quotes", String(repeating: "\"", count: 2_000)),
  ]

  private static let invalid: [(String, String)] = [
    ("empty", ""), ("U+0000", "a\u{0}"), ("2,001 bytes", String(repeating: "n", count: 2_001)),
  ]

  /// Names that are different ones, and look the same to who cuts or escapes them.
  private static let pairs: [(String, String, String)] = [
    (
      "different behind byte 63", String(repeating: "n", count: 63) + "a",
      String(repeating: "n", count: 63) + "b"
    ),
    (
      "different behind byte 1,999", String(repeating: "n", count: 1_999) + "a",
      String(repeating: "n", count: 1_999) + "b"
    ),
    ("one is the beginning of the other", "item", "items"), ("space at the end", "item", "item "),
    ("underscore and space", "the_item", "the item"), ("quotes", "item", "\"item\""),
    ("hyphen and underscore", "a-b", "a_b"), ("point and underscore", "a.b", "a_b"),
    ("escaped", "a b", "a%20b"), ("upper and lower case umlaut", "Ä", "ä"),
  ]

  private static func rows(_ count: Int, _ text: String) -> [StoredRecord] {
    (0..<count).map { StoredRecord(key: .integer(Int64($0)), values: [.text("\(text) \($0)")]) }
  }

  private static func entity(_ name: String, _ bed: Testbed) throws {
    try bed.define(SampleTable.make(name, key: .integer, [.column("value", .text, .indexed)]))
    try bed.define(SampleTable.make("Bystander", key: .integer, [.column("value", .text)]))
    try bed.fill("Bystander", rows(2, "bystander"))
    try bed.fill(name, rows(3, "row"))
    try bed.apply(.delete(1), to: name)
    try bed.verify("with an entity of the name")
    try bed.store.write { try $0.drop(name) }
    bed.model.remove(name)
    try bed.verify("after it was dropped")
  }

  private static func attribute(_ name: String, _ bed: Testbed) throws {
    let columns: [AttributeSchema] = [
      .column("first", .int64), .column(name, .text, .indexed), .column("last", .text),
    ]
    try bed.define(SampleTable.make(key: .integer, columns))
    let records = ["b", "c", "a"].enumerated().map { index, text in
      StoredRecord(
        key: .integer(Int64(index)), values: [.integer(Int64(index)), .text(text), .null])
    }
    try bed.fill("Item", records)
    try bed.apply(
      .update(StoredRecord(key: 1, values: [.null, .text("z"), .text("last")])), to: "Item")
    try bed.verify("with an attribute of the name")
  }

  private static func refuse(_ name: String, _ what: String, _ bed: Testbed) throws {
    let isEntity = what.hasPrefix("entity")
    let isID = what.hasSuffix("id")
    let column = AttributeSchema.column(
      isEntity || isID ? "value" : name, .text, id: isEntity || !isID ? "value" : name)
    let table = SampleTable.make(
      isEntity && !isID ? name : "Item", id: isEntity && isID ? name : "Item", key: .integer,
      [column])
    try bed.expect(.invalidName, "a table with such a name of its \(what)") {
      try bed.store.write { try $0.define(table) }
    }
    try bed.verify("after it was refused")
    try bed.define(SampleTable.make(key: .integer, [.column("value", .text)]))
    try bed.fill("Item", rows(1, "row"))
    try bed.verify("with another one")
  }

  private static func entities(_ left: String, _ right: String, _ bed: Testbed) throws {
    for name in [left, right] {
      try bed.define(SampleTable.make(name, key: .integer, [.column("value", .text, .indexed)]))
    }
    try bed.fill(left, rows(3, "left"))
    try bed.fill(right, rows(2, "right"))
    try bed.verify("with both")
    try bed.store.write { try $0.drop(right) }
    bed.model.remove(right)
    try bed.verify("with one of them")
  }

  private static func attributes(_ left: String, _ right: String, _ bed: Testbed) throws {
    let columns: [AttributeSchema] = [
      .column(left, .text, .indexed), .column(right, .text, .indexed),
    ]
    try bed.define(SampleTable.make(key: .integer, columns))
    let records = (0..<4).map { number in
      StoredRecord(
        key: .integer(Int64(number)), values: [.text("l\(number)"), .text("r\(9 - number)")])
    }
    try bed.fill("Item", records)
    try bed.verify("with both attributes")
  }
}
