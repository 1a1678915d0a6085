import ArchiveInspection
import Foundation
import Testing

/// Keys with surrogates that are not paired: no two keys print the same, and each printed path leads back.
@Suite struct SurrogateKeyTests {
  /// Keys in XML, with what they are called in a document.
  private static let keys = [
    ("&#xD800;", "$utf16:\\ud800"), ("&#xD801;", "$utf16:\\ud801"),
    ("a&#xDFFF;b", "$utf16:a\\udfffb"), ("\\&#xD800;", "$utf16:\\\\\\ud800"),
    ("\\ud800", "\\ud800"), ("$utf16:\\ud800", "$$utf16:\\ud800"), ("$utf16:", "$$utf16:"),
    ("$$utf16:\\ud800", "$$$utf16:\\ud800"), ("utf16:", "utf16:"), ("$utf16", "$utf16"),
    ("&#xFFFD;", "\u{FFFD}"), ("&#xD83D;&#xDE00;", "😀"),
  ]

  private static let entries = keys.enumerated().map { index, key in
    "<key>\(key.0)</key><integer>\(index)</integer>"
  }.joined()

  private static func reference(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }

  /// An archive whose first object has a class, and whose objects from 3 on are others.
  private static func archive(
    _ name: String, _ fields: String, _ more: [String] = [], top: String? = nil
  ) -> [UInt8] {
    Array(
      """
      <plist><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>\
      <key>$top</key><dict>\(top ?? "<key>root</key>\(reference(1))")</dict><key>$objects</key><array><string>$null</string>\
      <dict>\(fields)<key>$class</key>\(reference(2))</dict><dict><key>$classname</key><string>\(name)</string></dict>\
      \(more.joined())</array></dict></plist>
      """.utf8)
  }

  private static func list(_ numbers: some Sequence<Int>) -> String {
    "<array>\(numbers.map(reference).joined())</array>"
  }

  /// Returns whether each key leads to the number of its place, and JSON has the keys.
  private static func check(_ name: String, _ bytes: [UInt8]) throws {
    let values = try InspectedFile(bytes, isTrusted: false).values()
    // The tree shows ten entries of a map.
    #expect(try PrintedPathTests.check(name, values) > 10)
    let json = try JSONSerialization.jsonObject(
      with: Data(values.json(.lossy, isEscapedForTerminal: false)))
    let numbers = try #require(json as? [String: Int], "\(name)")
    #expect(numbers.count == keys.count)
    for (index, key) in keys.enumerated() { #expect(numbers[key.1] == index, "\(name): \(key)") }
  }

  @Test func `keys of property lists, objects, dictionaries and roots are told apart`() throws {
    try Self.check("list", Array("<plist><dict>\(Self.entries)</dict></plist>".utf8))
    try Self.check("object", Self.archive("Person", Self.entries))
    try Self.check("roots", Self.archive("Person", "", top: Self.entries))
    let count = Self.keys.count
    let fields = """
      <key>NS.keys</key>\(Self.list(3..<3 + count))\
      <key>NS.objects</key>\(Self.list(3 + count..<3 + 2 * count))
      """
    let numbers = (0..<count).map { "<integer>\($0)</integer>" }
    try Self.check(
      "NSDictionary",
      Self.archive("NSDictionary", fields, Self.keys.map { "<string>\($0.0)</string>" } + numbers))
  }

  @Test func `keys beside keys that are no text are told apart too`() throws {
    let bytes = Self.archive(
      "NSDictionary",
      "<key>NS.keys</key>\(Self.list(3...6))<key>NS.objects</key>\(Self.list(7...10))",
      [
        "<string>&#xD800;</string>", "<string>&#xD801;</string>",
        "<string>$utf16:\\ud800</string>", "<array/>",
      ] + (0..<4).map { "<integer>\($0)</integer>" })
    let values = try InspectedFile(bytes, isTrusted: false).values()
    #expect(
      String(decoding: try values.json(.lossy, isEscapedForTerminal: false), as: UTF8.self)
        == #"[["$utf16:\\ud800",0],["$utf16:\\ud801",1],["$$utf16:\\ud800",2],[[],3]]"#)
    #expect(try PrintedPathTests.check("mixed", values) > 4)
  }
}
