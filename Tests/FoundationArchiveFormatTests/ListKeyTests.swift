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
}
