import ArchiveFormat
import ArchiveInspection
import TestSupport
import TestTraits
import Testing

/// Property lists, and archives of `NSKeyedArchiver`, as values.
@Suite struct ListValuesTests {
  private static func values(_ bytes: [UInt8]) throws -> DocumentInspector {
    try InspectedFile(bytes, isTrusted: false).values()
  }

  /// The lines of the tree, without blanks that align them. They are the same for both forms of a list, and each path in them leads back.
  private static func tree(_ list: SampleList) throws -> [String] {
    let values = try values(list.binary)
    let lines = try [values, Self.values(list.xml)].map { values in
      var lines: [String] = []
      try values.printTree(.full) { lines.append($0) }
      return lines
    }
    #expect(lines[0] == lines[1])
    #expect(try PrintedPathTests.check("list", values) > 0)
    return lines[0].map { line in
      let indent = line.prefix { $0 == " " }
      return indent + line.split(separator: " ").joined(separator: " ")
    }
  }

  private static func json(_ list: SampleList, _ fidelity: JSONFidelity) throws -> String {
    let texts = try [list.binary, list.xml].map {
      String(
        decoding: try values($0).json(fidelity, isEscapedForTerminal: false), as: UTF8.self)
    }
    #expect(texts[0] == texts[1])
    return texts[0]
  }

  @Test func `a plain property list is its values`() throws {
    let list = SampleList.dictionary([
      ("b", .array([.integer(-5), .real(1.5), .bool(true)])), ("a b", .string("ä")),
      ("when", .date(3600)), ("bytes", .data([1, 2])), ("empty", .dictionary([])),
    ])
    #expect(
      try Self.tree(list) == [
        "$ map 5 entries", "  b array 3 elements", "    [0] int -5", "    [1] float64 1.5",
        "    [2] bool true", "  \"a b\" string \"ä\"",
        "  when date 2001-01-01T01:00:00Z (3600.0 s)", "  bytes data 2 bytes 0102",
        "  empty map 0 entries",
      ])
    #expect(throws: ArchiveError.self) { try Self.json(list, .exact) }
    #expect(
      try Self.json(list, .lossy)
        == #"{"b":[-5,1.5,true],"a b":"ä","when":"2001-01-01T01:00:00Z","bytes":"AQI=","empty":{}}"#
    )
    #expect(try Self.tree(.string("x")) == ["$ string \"x\""])
    // A reference has no meaning outside of an archive.
    let tree = try Self.tree(.array([.reference(7)]))
    #expect(
      tree == ["$ array 1 element", "  [0] extension propertylist.reference uint 7"], "\(tree)")
  }

  @Test func `objects are values and records, with numbers where they are shared`() throws {
    let list = SampleList.archive([
      .object(
        2,
        [
          ("name", .reference(3)), ("friends", .reference(4)), ("nothing", .reference(0)),
          ("same", .reference(4)), ("again", .reference(3)), ("boss", .reference(1)),
          ("inline", .array([.integer(1), .reference(3)])),
        ]),
      .named("Person", "NSObject"), .string("Ada"),
      .object(5, [("NS.objects", .array([.reference(6), .reference(3)]))]),
      .named("NSMutableArray", "NSArray", "NSObject"), .object(7, [("NS.time", .real(60))]),
      .named("NSDate", "NSObject"),
    ])
    #expect(
      try Self.tree(list) == [
        "$ object #0 Person 7 fields", "  name string \"Ada\"",
        "  friends object #1 NSMutableArray array 2 elements",
        "    [0] date 2001-01-01T00:01:00Z (60.0 s)", "    [1] string \"Ada\"", "  nothing null",
        "  same reference #1 NSMutableArray", "  again string \"Ada\"",
        "  boss reference #0 Person (around this)", "  inline array 2 elements", "    [0] int 1",
        "    [1] string \"Ada\"",
      ])
    let error = try #require(throws: ArchiveError.self) { try Self.json(list, .exact) }
    #expect(error.message == "JSON has no object")
    #expect(
      try Self.json(list, .lossy)
        == #"{"name":"Ada","friends":["2001-01-01T00:01:00Z","Ada"],"nothing":null,"same":{"$ref":1},"#
        + #""again":"Ada","boss":{"$ref":0},"inline":[1,"Ada"]}"#)
    let values = try Self.values(list.binary)
    for path in ["$.name", "$root.name", ".name", "name", "$.boss.boss.name", "#0.name"] {
      #expect(try values.value(at: ValuePath(parsing: path)).stringValue == "Ada", "\(path)")
    }
    #expect(try values.value(at: ValuePath(parsing: "#1[0]")).doubleValue == 60)
  }

  @Test func `what is mentioned once needs no number, and goes to JSON as it is`() throws {
    let list = SampleList.archive([
      .object(
        2,
        [
          ("NS.keys", .array([.reference(3), .reference(4)])),
          ("NS.objects", .array([.reference(5), .reference(7)])),
        ]), .named("NSDictionary", "NSObject"), .string("list"), .string("a b"),
      .object(6, [("NS.objects", .array([.reference(4), .reference(9)]))]),
      .named("NSArray", "NSObject"), .object(8, [("x", .integer(1)), ("$0", .bool(false))]),
      .named("Point"), .object(10), .named("NSNull"),
    ])
    #expect(
      try Self.tree(list) == [
        "$ map 2 entries", "  list array 2 elements", "    [0] string \"a b\"", "    [1] null",
        "  \"a b\" record Point 2 fields", "    x int 1", "    \"$0\" bool false",
      ])
    #expect(try Self.json(list, .exact) == #"{"list":["a b",null],"a b":{"x":1,"$0":false}}"#)
  }

  @Test func `several roots have their keys`() throws {
    let objects: [SampleList] = [.object(2, [("k", .integer(1))]), .named("A")]
    let list = SampleList.archive(
      roots: [("b", .reference(1)), ("a", .reference(1)), ("c d", .integer(5))], objects)
    #expect(
      try Self.tree(list) == [
        "$b object #0 A 1 field", "  k int 1", "$a reference #0 A", "$\"c d\" int 5",
      ])
    let values = try Self.values(list.xml)
    for path in ["$b.k", "b.k", "$a.k"] {
      #expect(try values.value(at: ValuePath(parsing: path)).integerValue == 1)
    }
    let error = try #require(throws: ArchiveError.self) {
      try values.value(at: ValuePath(parsing: "$"))
    }
    #expect(error.message == #"no root is unnamed; there are $b, $a, $"c d""#)
    #expect(
      try Self.json(.archive(roots: [("x", .integer(1)), ("y", .bool(true))], []), .exact)
        == #"{"x":1,"y":true}"#)
    // A root alone has no name under the usual key only.
    #expect(try Self.tree(.archive(roots: [("x", .integer(1))], [])) == ["$x int 1"])
    #expect(try Self.json(.archive(roots: [], []), .exact) == "{}")
  }

  @Test func `classes of Foundation are the values that they are`() throws {
    func tree(_ name: String, _ fields: [(String, SampleList)], _ more: SampleList...) throws
      -> [String]
    { try Self.tree(.archive([.object(2, fields), .named(name, "NSObject")] + more)) }
    let two = [("NS.object.0", SampleList.integer(1)), ("NS.object.1", .string("b"))]
    #expect(try tree("NSSet", two) == ["$ set 2 members", "  [0] int 1", "  [1] string \"b\""])
    #expect(
      try tree("NSOrderedSet", two)
        == ["$ typed NSOrderedSet array 2 elements", "  [0] int 1", "  [1] string \"b\""])
    #expect(
      try tree(
        "NSDictionary",
        [
          ("NS.keys", .array([.integer(1), .string("k")])),
          ("NS.objects", .array([.bool(true), .bool(false)])),
        ]) == ["$ map 2 entries", "  1 bool true", "  k bool false"])
    #expect(
      try tree(
        "NSDictionary",
        [("NS.keys", .array([.array([])])), ("NS.objects", .array([.integer(1)]))])
        == ["$ map 1 entry", "  [0] key array 0 elements", "  [0] int 1"])
    #expect(
      try tree(
        "NSCountedSet",
        [("NS.count", .integer(1)), ("NS.object0", .string("k")), ("NS.count0", .integer(3))])
        == ["$ typed NSCountedSet map 1 entry", "  k int 3"])
    #expect(try tree("NSMutableString", [("NS.string", .string("t"))]) == ["$ string \"t\""])
    #expect(try tree("NSData", [("NS.data", .data([7]))]) == ["$ data 1 byte 07"])
    #expect(
      try tree("NSUUID", [("NS.uuidbytes", .data(Array(0..<16)))])
        == ["$ uuid 00010203-0405-0607-0809-0A0B0C0D0E0F"])
    #expect(
      try tree(
        "NSURL", [("NS.base", .reference(3)), ("NS.relative", .string("a/b"))],
        .object(2, [("NS.base", .reference(0)), ("NS.relative", .string("http://x/"))]))
        == ["$ url \"a/b\" relative to \"http://x/\""])
    #expect(
      try tree(
        "NSDecimalNumber",
        [
          ("NS.length", .integer(1)), ("NS.mantissa", .data([125, 0])),
          ("NS.exponent", .integer(-2)),
          ("NS.negative", .bool(true)),
        ]) == ["$ decimal -1.25"])
    #expect(
      try tree("NSDecimalNumber", [("NS.length", .integer(0)), ("NS.negative", .bool(true))])
        == ["$ decimal nan"])
    #expect(
      try tree(
        "NSIndexSet", [("NSRangeCount", .integer(1)), ("NSLocation", .integer(4))])
        == [
          "$ typed NSIndexSet array 1 element", "  [0] record 2 fields", "    location int 4",
          "    length int 1",
        ])
    #expect(
      try tree(
        "NSIndexPath", [("NSIndexPathLength", .integer(1)), ("NSIndexPathValue", .integer(3))])
        == ["$ typed NSIndexPath array 1 element", "  [0] int 3"])
    #expect(
      try tree("NSAttributedString", [("NSString", .string("ab"))])
        == [
          "$ record NSAttributedString 2 fields", "  string string \"ab\"",
          "  runs array 1 element", "    [0] record 1 field", "      length int 2",
        ])
    #expect(
      try tree(
        "NSValue",
        [
          ("NS.special", .integer(4)), ("NS.rangeval.location", .integer(1)),
          ("NS.rangeval.length", .integer(2)),
        ]) == ["$ record NSRange 2 fields", "  location int 1", "  length int 2"])
    #expect(
      try tree("NSTimeZone", [("NS.name", .string("UTC"))]) == ["$ typed NSTimeZone string \"UTC\""]
    )
    // Fields that contradict each other are shown as they are.
    #expect(
      try tree("NSDate", [("NS.time", .string("x"))])
        == ["$ record NSDate 1 field", "  \"NS.time\" string \"x\""])
  }

  @Test func `cycles of containers without a class end`() throws {
    #expect(
      try Self.tree(.archive([.array([.reference(1), .integer(1)])])) == [
        "$ object #0 (no class) array 2 elements",
        "  [0] reference #0 (no class) (around this)", "  [1] int 1",
      ])
  }

  @Test func `a long chain of objects needs no stack, and stands in pieces`() throws {
    let count = Rounds.of(8_000)
    let objects =
      [SampleList.named("Link")]
      + (2...count).map { .object(1, [("next", .reference($0 + 1))]) } + [.object(1)]
    let list = SampleList.archive(roots: [("root", .reference(2))], objects)
    let values = try Self.values(list.binary)
    var lineCount = 0
    try values.printTree(.full) { _ in lineCount += 1 }
    #expect(lineCount >= count)
    let json = try values.json(.lossy, isEscapedForTerminal: false)
    #expect(json.count(where: { $0 == UInt8(ascii: "{") }) == count)
    let path = "$" + String(repeating: ".next", count: count - 1)
    #expect(try values.value(at: ValuePath(parsing: path)).inside.kind == .record)
  }

  @Test func `changed archives are refused, or shown and exported without harm`() throws {
    let list = SampleList.archive([
      .object(
        2,
        [
          ("a", .array([.reference(3), .reference(5), .reference(7), .reference(1)])),
          ("b", .dictionary([("x", .reference(5)), ("y", .real(0.5))])),
        ]),
      .named("A", "NSObject"), .object(4, [("NS.time", .integer(3))]), .named("NSDate"),
      .object(6, [("NS.objects", .array([.reference(8), .reference(1)]))]), .named("NSSet"),
      .object(9, [("NS.keys", .array([.string("k")])), ("NS.objects", .array([.integer(1)]))]),
      .string("text"), .named("NSDictionary"),
    ])
    var random = SeededGenerator(seed: 11)
    var shown = 0
    for round in 0..<Rounds.of(8_000) {
      var bytes = round % 2 == 0 ? list.binary : list.xml
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      let file = InspectedFile(bytes, isTrusted: false)
      let findings = file.findings(requiresCanonicalForm: false)
      do throws(ArchiveError) {
        let values = try file.values()
        shown += 1
        var lineCount = 0
        try values.printTree(.full) { _ in lineCount += 1 }
        #expect(lineCount > 0)
        let json = try values.json(.lossy, isEscapedForTerminal: true)
        let summary = try file.summary().description
        let dump = try values.dump()
        #expect(!json.isEmpty && !dump.isEmpty && !summary.isEmpty)
        _ = try file.types()
      } catch {
        #expect(findings.first == error, "\(round)")
      }
    }
    #expect(shown > Rounds.of(400))
  }
}
