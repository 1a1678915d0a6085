import Foundation
import KeyedArchives
import VectorSupport

/// An archive and what it holds, for readers in any language.
struct ValidVector: CustomStringConvertible, Sendable {
  /// The name of the files under `Spec/vectors/valid`.
  var name: String
  /// What it shows.
  var comment: String
  var bytes: [UInt8]
  /// What it was written against, if it is not self-contained.
  var dictionary: VectorDictionary?

  var description: String { name }

  private init(
    _ name: String, _ comment: String, _ bytes: [UInt8], against dictionary: VectorDictionary? = nil
  ) {
    self.name = name
    self.comment = comment
    self.bytes = bytes
    self.dictionary = dictionary
  }

  private init(
    _ name: String, _ comment: String, _ value: some Encodable,
    _ compression: BlockPacking = .none, _ framing: ArchiveLayout.Framing = .automatic
  ) throws {
    let archiver = KeyedArchiver(compression: compression, framing: framing)
    let bytes: [UInt8] = try archiver.encode(value)
    self.init(name, comment, bytes)
  }

  /// Hand-made archives of what no encoder writes, and what the encoder writes.
  static func all() throws -> [ValidVector] {
    handMade + (try encoded()) + againstDictionaries + (try records())
  }

  private static let againstDictionaries = [
    ValidVector(
      "dictionary-empty", "a record that needs no rows", VectorDictionary.empty.record(0, "01 45"),
      against: .empty),
    ValidVector(
      "dictionary-first-rows", "a record against the first 2 rows of 6",
      VectorDictionary.grown.record(2, "01 C0 00 0D"), against: .grown),
    ValidVector(
      "dictionary-of-its-time", "the same with the dictionary of its time",
      VectorDictionary.grown.record(2, "01 C0 00 0D"), against: .grown2),
    ValidVector(
      "dictionary-refined",
      "a record against 3 rows of 6, the third of which made its shape more definite",
      VectorDictionary.grown.record(3, "01 C1 01 0D 01"), against: .grown),
    ValidVector(
      "dictionary-all-rows", "a record against all rows, with one of a derived shape inside",
      VectorDictionary.grown.record(6, "01 C3 02 00 03 78"), against: .grown),
    ValidVector(
      "dictionary-roots", "a record with two roots",
      VectorDictionary.grown.record(6, "01 03 45 05 62 C0 00 0D 01", flags: 4),
      against: .grown),
    ValidVector(
      "dictionary-300-rows", "prefix 44 is 300",
      VectorDictionary.many.record(300, "01 1A AE 04 05 05"), against: .many),
    ValidVector(
      "dictionary-44-rows", "prefix 44 is 44",
      VectorDictionary.many.record(44, "01 1A 57 05 05"), against: .many),
    ValidVector(
      "dictionary-forward", "a shape that names a later row",
      VectorDictionary.forward.record(2, "01 C0 01"), against: .forward),
    ValidVector(
      "dictionary-class", "an object whose type was a value type before",
      VectorDictionary.changed.record(3, "01 19 1A 03 05 01 05"), against: .changed),
  ]

  private static func records() throws -> [ValidVector] {
    let events = try VectorDictionary.events()
    var vectors: [ValidVector] = []
    for seed in [0, 1, 4, 16, 37] {
      vectors.append(
        ValidVector(
          "dictionary-event-\(seed)", "record \(seed) of the home", events.records[seed],
          against: try .home()))
    }
    let packed = try KeyedArchiver(compression: .zlib()).encode(
      (0..<9).map { Event(seed: $0) }, against: events.dictionary)
    return vectors + [
      ValidVector(
        "dictionary-packed", "a record of nine events, zlib", packed.bytes, against: try .home())
    ]
  }

  private static let handMade = [
    ValidVector(
      "small-ints", "the boundaries of varints",
      singlePart(
        """
        01 16 05 49 01 03 05 07 F9 FD 02 02 FF 06 02 FA FF 04 00 02 FE FF 20 00 00 00 00 02
        80 FE FF FF FF FF FF FF 80 FF FF FF FF FF FF FF 00 00 00 00 00 00 00 00 01
        00 FE FF FF FF FF FF FF FF 00 FF FF FF FF FF FF FF FF
        """)),
    ValidVector(
      "tags", "an array of any: each element carries its tag",
      singlePart(
        "01 16 01 25 02 03 04 45 7F 81 78 05 02 02 0C 00 00 00 00 00 00 F8 3F 06 81")),
    ValidVector(
      "runs", "an irregular array: two ints, then a string between nulls",
      singlePart("01 16 05 17 05 05 05 09 1F 0F 01 02 03 61")),
    ValidVector(
      "named-roots", "two named roots that share an object",
      singlePart(
        "05 19 03 41 0B 03 05 05 76 05 61 19 15 01 01 19 05 62 19 00 07 01", flags: 4)),
    ValidVector(
      "extension", "a named extension with its base value",
      singlePart("03 32 02 21 6F 72 67 2E 65 78 61 6D 70 6C 65 2E 70 6F 69 6E 74 1D 05 01 45")),
    ValidVector(
      "record-tags", "records of shapes 63 and 64 of 65 as elements of any",
      singlePart(
        "83 " + String(repeating: "03 01 ", count: 63)
          + "03 03 05 05 61 03 03 0F 05 62 16 01 09 FF 0D 14 81 03 78")),
    ValidVector(
      "type-names", "names of 15 and 16 bytes, and a class of version 3 with a superclass",
      singlePart(
        """
        0B F1 41 41 41 41 41 41 41 41 41 41 41 41 41 41 41
        02 02 42 42 42 42 42 42 42 42 42 42 42 42 42 42 42 42
        19 03 43 19 17 44 07 05 23 01
        16 01 0D 1A 01 05 03 1A 03 05 05 19 00 03 C0
        """)),
    ValidVector(
      "later-type", "a kind that names the type row after it",
      singlePart("05 03 03 1A 01 05 05 61 11 54 C0 0D")),
    ValidVector(
      "derived-shape", "a shape derived from another: its field may be absent",
      singlePart("05 03 03 05 05 61 07 03 01 45 16 14 0D 01 05 03 00 03 01 05")),
  ]

  private static func encoded() throws -> [ValidVector] {
    let base = URL(string: "http://example.com/a/")
    let id = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8") ?? UUID()
    let counter = Counter(7)
    return [
      try ValidVector(
        "record-8-fields", "2 Int, 1 Double, 1 Bool, 2 String, 1 Date, 1 UUID", EightFields(id: id)),
      try ValidVector(
        "optionals", "three states of fields", [Optionals(a: 1, b: nil), Optionals(a: nil, b: "x")]),
      try ValidVector(
        "optional-bools", "a bool that is first not there: the shape becomes more definite",
        [
          MaybeBool(a: nil), MaybeBool(a: true), MaybeBool(a: false),
        ]),
      try ValidVector(
        "replaced-shape", "the row of a shape says what the record holds that needed another one",
        [Listed(items: [], note: 1), Listed(items: [5], note: nil)]),
      try ValidVector(
        "enum-payloads", "an enum with payloads: one shape per case",
        [
          Shape.circle(radius: 1.5), .rectangle(width: 1, height: 2), .circle(radius: -0.0), .none,
          .named("x"),
        ]),
      try ValidVector(
        "enum-same-keys",
        "payloads of two cases with one key and two kinds, in a field and in a row",
        Labelled(
          label: .text("a"), others: [.number(1), .text("b"), .number(-1), .pair(2, "c")])),
      try ValidVector("enum-root", "an enum as root", Label.pair(3, "d")),
      try ValidVector(
        "enum-widened", "a case whose payload changes its kind", (1...3).map { Fickle(value: $0) }),
      try ValidVector(
        "recursive", "a recursive shape whose leaf comes first",
        Tree(value: 1, children: [Tree(value: 2)])),
      try ValidVector("map-of-arrays", "[String: [Int]]", ["a": [1, 2, 300]]),
      try ValidVector("map-of-ints", "[Int: String]", [-5: "minus five"]),
      try ValidVector("map-of-doubles", "keys that are no text", [1.5: [true, false]]),
      try ValidVector(
        "mixed", "[1, null, 2.5, \"x\"]", [Mixed.int(1), .none, .real(2.5), .text("x")]),
      try ValidVector(
        "nested-arrays", "a field of array of array", [[[1.5, 2.5]], [], [[], [-0.0]]]),
      try ValidVector(
        "nullable-elements", "nulls among ints and bools",
        Nullables(ints: [nil, 1, nil], bools: [true, nil, false])),
      try ValidVector("integers", "every integer kind", Integers()),
      try ValidVector("floats", "floats, infinities, NaN payloads", Floats()),
      try ValidVector(
        "foundation", "date, data, url with base, uuid, decimals",
        Leaves(
          url: URL(string: "b/c", relativeTo: base), id: id)),
      try ValidVector(
        "objects", "shared instances, a subclass, an object within an object",
        [
          "k": [Owner(counter, Disc(name: "d", radius: 2)), Owner(counter, Figure(name: "f"))]
        ]),
      try ValidVector(
        "boxed-objects", "classes whose bodies are a struct and deep arrays: typed bodies",
        Boxes(
          record: ObjectBodyTests.Box(ObjectBodyTests.Point(x: 5)),
          arrays: ObjectBodyTests.Box([[[[[[1]]]]]]))),
      try ValidVector(
        "odd-objects", "classes whose bodies are an object and an array",
        [Odd(text: "a", list: [1])]),
      try ValidVector(
        "parents", "a tree whose nodes name their parents by conditional edges", parents()),
      try ValidVector(
        "ring", "a ring of back edges, stored in the tail, and conditional edges", ring()),
      try ValidVector(
        "type-versions",
        "a subclass and its superclass, each with a version, and a struct with one",
        VersionSamples.value()),
      try ValidVector(
        "form-1", "a record in version 1 of its type: the key is “name”, and the length a text",
        [VersionSamples.OldTrack()]),
      ValidVector(
        "form-2", "the same, read by a program that knows version 2, and written again",
        try VersionSamples.brought()),
      ValidVector(
        "passed-on",
        "a graph that went through a program that does not know its class “Widget”, version 4",
        try VersionSamples.passedOn()),
      ValidVector(
        "two-forms", "one type in two versions: one passed on with what holds it, one written anew",
        try VersionSamples.twoForms()),
      ValidVector(
        "roots-back-edges", "an unnamed root and two named ones that share objects, with a tail",
        [UInt8](try VersionSamples.roots())),
      try ValidVector(
        "packed-single", "zlib in a single part", String(repeating: "abc", count: 100),
        .zlib(level: 6)),
      try ValidVector("multi-part", "one block", ["a", "b"], .none, .multiPart),
      try ValidVector(
        "multi-part-packed", "definitions and one block, zlib", (0..<40).map { Tree(value: $0) },
        .zlib(level: 6), .multiPart),
      ValidVector(
        "stream", "four batches: new shapes before the batch that needs them",
        try stream(
          [
            Batched(), Batched(list: [1], name: "x"), Batched(list: [2]),
            Batched(tree: Tree(value: 3)),
          ], batchCount: 1)),
      ValidVector(
        "block-state", "an array of three ints, the second of which begins a block",
        twoBlocks()),
      ValidVector("two-scopes", "an archive that grew", grown()),
      ValidVector(
        "refined-bool", "a field that is first undetermined and then a bool", refinedBool()),
    ]
  }

  /// An array of three ints, the second of which begins a block.
  private static func twoBlocks() -> [UInt8] {
    var file = MultiPartFile()
    file.block(hex("03 16 05 0D 05"), isLast: false)
    file.block(hex("09 0D 01")) {
      ($0.ordinal, $0.rawOffset, $0.start, $0.state) = (
        1, 5, .state, hex("05 00 01 02 05 01 00 05")
      )
    }
    file.index()
    file.endMark()
    return file.sink.bytes
  }

  private static func parents() -> ReferenceSamples.Node {
    ReferenceSamples.Node("root", [ReferenceSamples.Node("a", [ReferenceSamples.Node("b")])])
  }

  private static func ring() -> [ReferenceSamples.Link] {
    let links = (0..<3).map { ReferenceSamples.Link($0) }
    for (link, next) in zip(links, links[1...] + [links[0]]) { link.next = next }
    links[2].other = links[0]
    links[1].other = ReferenceSamples.Link(9)
    return [links[0]]
  }

  private static func grown() -> [UInt8] {
    var file = MultiPartFile()
    file.block(hex("03 45 01"))
    file.index()
    file.endMark()
    file.part(.definitions, hex("03 03 03 05 05 61"))
    file.block(hex("03 C0 0D 01")) {
      $0.scope = 1
      $0.rowCount = 1
    }
    file.index()
    file.endMark(scopes: 2, roots: 2)
    return file.sink.bytes
  }

  private static func refinedBool() -> [UInt8] {
    var file = MultiPartFile()
    file.part(.definitions, hex("03 03 03 40 05 61"))
    file.block(hex("03 C0 00 01")) { $0.rowCount = 1 }
    file.part(.definitions, hex("03 07 03 01 43"))
    file.block(hex("03 C1 01 01 01")) {
      $0.scope = 1
      $0.rowCount = 2
    }
    file.index()
    file.endMark(scopes: 2, roots: 2)
    return file.sink.bytes
  }

  struct EightFields: Codable {
    var id: UUID
    var count = 12
    var total = -300
    var ratio = 0.25
    var isActive = true
    var name = "Ada Lovelace"
    var city = "London"
    var created = Date(timeIntervalSinceReferenceDate: 700_000_000)
  }

  struct Optionals: Codable {
    var a: Int?
    var b: String?
  }

  struct Batched: Codable {
    var list: [Int] = []
    var name: String?
    var tree: Tree?
  }

  struct MaybeBool: Codable { var a: Bool? }
  /// A field that is given only where there is something to give.
  struct Listed: Codable {
    var items: [Int]
    var note: Int?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(items, forKey: .items)
      if let note { try container.encode(note, forKey: .note) }
    }
  }
  enum Label: Codable {
    case text(String)
    case number(Int)
    case pair(Int, String)
  }
  struct Labelled: Codable {
    var label: Label
    var others: [Label]
  }
  struct Fickle: Encodable {
    enum Keys: String, CodingKey { case only, value }
    var value: Int

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var payload = container.nestedContainer(keyedBy: Keys.self, forKey: .only)
      if value == 2 {
        try payload.encode("2", forKey: .value)
      } else {
        try payload.encode(value, forKey: .value)
      }
    }
  }

  struct Nullables: Codable {
    var ints: [Int?]
    var bools: [Bool?]
  }

  struct Integers: Codable {
    var int8 = Int8.min
    var uint8 = UInt8.max
    var int = Int64.min
    var uint = UInt64.max
    var int128 = Int128.min
    var uint128 = UInt128.max
  }

  struct Floats: Codable {
    var floats = [Float(0.1), -0.0, .infinity, Float(bitPattern: 0x7FC0_0001)]
    var doubles = [
      0.1, -0.0, -.infinity, Double(bitPattern: 0x7FF8_0000_0000_0001), .leastNonzeroMagnitude,
      1e300,
    ]
  }

  struct Leaves: Codable {
    var date = Date(timeIntervalSinceReferenceDate: -0.5)
    var data = Data([0, 255])
    var url: URL?
    var id: UUID
    var decimals = [Decimal(string: "1.50"), Decimal(string: "-12300"), Decimal.nan, Decimal(0)]
  }

  struct Boxes: Codable {
    var record: ObjectBodyTests.Box<ObjectBodyTests.Point>
    var arrays: ObjectBodyTests.Box<[[[[[[Int]]]]]]>
  }

  final class Owner: Codable {
    let counter: Counter
    let figure: Figure
    init(_ counter: Counter, _ figure: Figure) { (self.counter, self.figure) = (counter, figure) }
  }
}
