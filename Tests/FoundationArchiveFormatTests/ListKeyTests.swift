import ArchiveFormat
import FoundationArchiveFormat
import PropertyListFormat
import Testing

/// Keys of dictionaries: each stands once, whatever its encoding is and whatever dictionaries are in between.
@Suite struct ListKeyTests {
  private static let `true` = "<true/>"

  private static func dictionary(_ entries: [(String, String)]) -> String {
    "<dict>\(entries.map { "<key>\($0.0)</key>\($0.1)" }.joined())</dict>"
  }

  /// A keyed archive with a root and entries behind `$null`.
  private static func archive(_ root: String, _ objects: [String] = []) -> [UInt8] {
    let list = dictionary([
      ("$archiver", "<string>NSKeyedArchiver</string>"), ("$version", "<integer>100000</integer>"),
      ("$top", dictionary([("root", root)])),
      ("$objects", "<array><string>$null</string>\(objects.joined())</array>"),
    ])
    return Array("<plist version=\"1.0\">\(list)</plist>".utf8)
  }

  private static let many = (0..<40).map { ("key \($0)", `true`) }

  @Test(arguments: [
    dictionary([("a", `true`), ("a", `true`)]),
    dictionary([("a", dictionary([("a", `true`)])), ("a", `true`)]),
    dictionary([
      ("b", dictionary([("a", `true`), ("c", dictionary([("a", `true`)])), ("a", `true`)]))
    ]),
    dictionary([
      ("a", "<array>\(dictionary([("a", `true`)]))\(dictionary([("b", `true`)]))</array>"),
      ("a", `true`),
    ]),
    dictionary([("a", `true`), ("&#97;", `true`)]),
    dictionary(many + [("key 7", `true`)]),
    dictionary(many + [("inner", dictionary(many)), ("key 39", `true`)]),
  ])
  func `a key that stands twice is refused`(_ root: String) {
    #expect {
      try FoundationGraph(Self.archive(root))
    } throws: {
      ($0 as? ArchiveError)?.code == .malformedPropertyList
    }
  }

  @Test(arguments: [
    dictionary([("a", dictionary([("a", `true`)])), ("b", `true`)]),
    dictionary([("b", dictionary([("a", `true`)])), ("a", `true`)]),
    "<array>\(dictionary([("a", `true`)]))\(dictionary([("a", `true`)]))</array>",
    dictionary(many + [("inner", dictionary(many))]),
    dictionary([("é", `true`), ("e", `true`)]),
  ])
  func `a key may stand in several dictionaries`(_ root: String) throws {
    let xml = Self.archive(root)
    let dump = try FoundationGraph.canonicalDump(of: xml)
    let binary = try FoundationGraph(xml).bytes(.binary)
    #expect(try FoundationGraph.canonicalDump(of: binary) == dump)
  }

  @Test func `two objects of a binary list are one key if their characters are the same`() throws {
    // U+0101 has no byte in common with "a" but for its place.
    let root = Self.dictionary([("a", Self.dictionary([("ā", Self.true)])), ("ā", Self.true)])
    var bytes = try FoundationGraph(Self.archive(root)).bytes(.binary)
    let place = try #require(
      bytes.indices.dropLast(2).first { bytes[$0...].starts(with: [0x61, 1, 1]) })
    bytes.replaceSubrange(place + 1...place + 2, with: [0, 0x61])
    #expect {
      try FoundationGraph(bytes)
    } throws: {
      ($0 as? ArchiveError)?.code == .malformedPropertyList
    }
  }

  @Test func `a class is found anywhere in an object and is a field elsewhere`() throws {
    func reference(_ number: Int) -> String {
      Self.dictionary([("CF$UID", "<integer>\(number)</integer>")])
    }
    let inner = ("x", Self.dictionary([("$class", Self.true)]))
    let record = Self.dictionary([("$classname", "<string>C</string>")])
    for fields in [[inner, ("$class", reference(2))], [("$class", reference(2)), inner]] {
      let xml = Self.archive(reference(1), [Self.dictionary(fields), record])
      let binary = try FoundationGraph(xml).bytes(.binary)
      for bytes in [xml, binary] {
        let dump = String(decoding: try FoundationGraph.canonicalDump(of: bytes), as: UTF8.self)
        #expect(
          dump.split(separator: "\n").last
            == #"{"n":1,"class":"C","classes":[],"fields":[["x",{"dict":[["$class",{"bool":true}]]}]]}"#
        )
      }
    }
  }

  /// A text of a list in which it is all there is.
  private static func text(_ bytes: [UInt8]) throws -> (PropertyList, PropertyListText) {
    let list = try PropertyList(bytes)
    guard case .string(let text) = try list.value(of: list.root) else {
      throw ArchiveError(.malformedPropertyList, "the list is no text")
    }
    return (list, text)
  }

  /// A binary list's text in UTF-16.
  private static func wide(_ text: String) -> [UInt8] {
    let units = Array(text.utf16)
    let count = (0..<4).reversed().map { UInt8(truncatingIfNeeded: units.count >> (8 * $0)) }
    return [0x6F, 0x12] + count
      + units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  @Test(arguments: [
    ("", ""), ("a&b", "a&#38;b"), ("a&b", "<![CDATA[a&b]]>"), ("a&", "a<![CDATA[&]]>"),
    ("\u{1F600}", "&#xD83D;&#xDE00;"), ("]]", "<![CDATA[]]]]>"), ("ā]", "ā<![CDATA[]]]>"),
    ("a", "<![CDATA[]]>&#97;<![CDATA[]]>"),
  ])
  func `text is equal to no text but its own`(_ text: String, _ markup: String) throws {
    for bytes in [
      PropertyListTests.binary([Self.wide(text)]), Array("<string>\(markup)</string>".utf8),
    ] {
      let (list, found) = try Self.text(bytes)
      #expect(list.isEqual(found, to: text))
      for other in [text + "a", text + "\u{1F600}", "a" + text, String(text.dropLast()) + "x"] {
        #expect(!list.isEqual(found, to: other), "\(other)")
      }
      if !text.isEmpty { #expect(!list.isEqual(found, to: String(text.dropLast()))) }
    }
    // A surrogate that is not paired is the text of no string.
    let (list, half) = try Self.text(PropertyListTests.binary([[0x61, 0xD8, 0x3D]]))
    #expect(!list.isEqual(half, to: text) && !list.isEqual(half, to: "\u{FFFD}"))
  }

  @Test func `large text that is compared often is not read as often`() throws {
    let large = String(repeating: "x", count: 200_000)
    let texts = [
      PropertyListTests.binary([Self.wide(large)], offsetSize: 4),
      Array("<string>&amp;\(large)</string>".utf8),
      Array("<string><![CDATA[\(large)]]></string>".utf8),
    ]
    for bytes in texts {
      let (list, text) = try Self.text(bytes)
      let time = ContinuousClock().measure {
        for _ in 0..<20_000 where list.isEqual(text, to: "$class") { Issue.record("equal") }
      }
      // To read 4 GB takes minutes.
      #expect(time < .seconds(10))
    }
    // 0 the archive, 1 to 8 its keys and values, 9 "$null", 10 the reference to entry 1, 11 a dictionary whose keys are one text.
    func ascii(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + Array(text.utf8) }
    let count = 20_000
    let objects: [[UInt8]] = [
      [0xD4, 1, 3, 5, 7, 2, 4, 6, 8], ascii("$archiver"), ascii("A"), ascii("$version"),
      [0x12, 0, 1, 0x86, 0xA0], ascii("$top"), [0xD1, 9, 10], ascii("$objects"), [0xA2, 9, 11],
      ascii("$null"), [0x80, 1],
      [0xDF, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)]
        + [UInt8](repeating: 12, count: count) + [UInt8](repeating: 9, count: count),
      Self.wide(large),
    ]
    let archive = PropertyListTests.binary(objects, offsetSize: 4)
    let time = ContinuousClock().measure {
      #expect {
        try FoundationGraph(archive)
      } throws: {
        ($0 as? ArchiveError)?.code == .malformedPropertyList
      }
    }
    #expect(time < .seconds(10))
  }
}
