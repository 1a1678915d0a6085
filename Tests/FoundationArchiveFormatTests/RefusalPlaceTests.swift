import ArchiveFormat
import Foundation
import FoundationArchiveFormat
import PropertyListFormat
import Testing

/// Errors say where in the file and where in the graph something is wrong.
@Suite struct RefusalPlaceTests {
  /// Each has a bar where it is wrong.
  private static let texts = [
    "<plist><string>ä€\u{1F600}</string>|<nothing/></plist>",
    "<!--\u{1F600}--><array><string>ä</string>|<integer>ä</integer></array>",
    "<string>\u{1F600}|&ä;</string>", "<dict><key>ä</key>|</dict>",
    "<dict>|<string>ä</string></dict>", "<array>|ä€\u{1F600}", "<string>\u{1F600}|",
  ]

  @Test(arguments: texts)
  func `an error in XML has the offset in each encoding`(text: String) throws {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    let start = String(parts[0])
    let whole = start + parts.dropFirst().joined()
    let encodings: [(encoding: String.Encoding, mark: [UInt8])] = [
      (.utf8, []), (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16BigEndian, []), (.utf16LittleEndian, []),
      (.utf16BigEndian, [0xFE, 0xFF]), (.utf16LittleEndian, [0xFF, 0xFE]),
    ]
    for (encoding, mark) in encodings {
      let bytes = mark + (try #require(whole.data(using: encoding)))
      let error = #expect(throws: ArchiveError.self) { _ = try PropertyList(bytes) }
      let before = try #require(start.data(using: encoding)).count
      #expect(error?.code == .malformedPropertyList)
      #expect(error?.byteOffset == mark.count + before, "\(encoding), \(mark)")
    }
  }

  @Test func `a text of another encoding than it is declared to be is refused`() throws {
    func list(_ encoding: String, _ text: String) -> [UInt8] {
      Array("<?xml version='1.0' encoding=\"\(encoding)\"?><string>\(text)</string>".utf8)
    }
    for encoding in ["ISO-8859-1", "macintosh", "UTF-16", ""] {
      let error = #expect(throws: ArchiveError.self) { _ = try PropertyList(list(encoding, "ü")) }
      #expect(error?.code == .malformedPropertyList && error?.byteOffset == 30, "\(encoding)")
      #expect(throws: Never.self) { _ = try PropertyList(list(encoding, "u")) }
    }
    for encoding in ["UTF-8", "utf-8", "utf8", "US-ASCII"] {
      #expect(throws: Never.self) { _ = try PropertyList(list(encoding, "ü")) }
    }
  }

  @Test func `a node has its offset in UTF-16`() throws {
    let text = "<array><string>ä€\u{1F600}</string><true/></array>"
    let bytes = [0xFF, 0xFE] + [UInt8](try #require(text.data(using: .utf16LittleEndian)))
    let list = try PropertyList(bytes)
    guard case .array(let nodes) = try list.value(of: list.root) else {
      Issue.record("no array")
      return
    }
    var place = PropertyListNodes.Place()
    _ = try list.next(in: nodes, &place)
    let node = try #require(try list.next(in: nodes, &place))
    // 2 of the mark, 15 characters before the text, 4 units of text, 9 characters.
    #expect(list.byteOffset(of: node) == 2 + 2 * (15 + 4 + 9))
  }

  @Test func `UTF-16 with half a pair, and with half a unit, has the offset of the half`() {
    let start: [UInt8] = [0xFE, 0xFF, 0, 0x3C]
    let halves: [[UInt8]] = [
      [0xD8, 0x3D, 0, 0x61], [0xDE, 0], [0xD8, 0x3D], [0xD8, 0x3D, 0xD8, 0x3D], [0x61],
    ]
    for half in halves {
      let error = #expect(throws: ArchiveError.self) { _ = try PropertyList(start + half) }
      #expect(error?.code == .malformedPropertyList && error?.byteOffset == 4, "\(half)")
    }
  }

  // MARK: Paths

  private static func reference(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }

  /// An XML archive. The class of object 1 is object 2. A text may have a bar where the archive is wrong.
  private static func archive(
    start: String = "", root: String = reference(1), null: String = "", fields: String = "",
    ofClass: String = reference(2), beforeRecord: String = "",
    record: String = "<key>$classname</key><string>A</string>", version: Int = 100_000
  ) -> String {
    """
    <plist>\(start)<dict><key>$version</key><integer>\(version)</integer>
    <key>$archiver</key><string>NSKeyedArchiver</string>
    <key>$top</key><dict><key>root</key>\(root)</dict>
    <key>$objects</key><array>\(null)<string>$null</string>
    <dict>\(fields)<key>$class</key>\(ofClass)</dict>\(beforeRecord)<dict>\(record)</dict></array>
    </dict></plist>
    """
  }

  private static let refusals: [(code: ArchiveError.Code, path: String, text: String)] = [
    (.unsupportedArchiveVersion, #"$["$version"]"#, archive(start: "|", version: 1)),
    (.referenceOutOfRange, #"$["$top"].root"#, archive(root: "|" + reference(3))),
    (
      .referenceOutOfRange, #"$["$top"].root[1].a"#,
      archive(root: "<array><true/><dict><key>a</key>|\(reference(9))</dict></array>")
    ),
    (
      .referenceOutOfRange, #"$["$objects"][1]["NS.objects"][3]"#,
      archive(
        fields:
          "<key>a</key><true/><key>NS.objects</key><array>\(reference(1))<true/><array/>|\(reference(3))</array>"
      )
    ),
    (.referenceOutOfRange, #"$["$objects"][1]["$class"]"#, archive(ofClass: "|" + reference(3))),
    (.malformedClass, #"$["$objects"][1]["$class"]"#, archive(ofClass: "|<string>A</string>")),
    (
      .malformedClass, #"$["$objects"][1]["$class"]"#,
      archive(null: "|", ofClass: reference(0))
    ),
    (.malformedClass, #"$["$objects"][1]["$class"]"#, archive(beforeRecord: "|", record: "")),
    (
      .malformedClass, #"$["$objects"][1]["$class"]"#,
      archive(record: "<key>$classname</key><string>A</string><key>$classes</key>|<true/>")
    ),
    (
      .malformedPropertyList, #"$["$objects"][1].a.b"#,
      archive(
        fields:
          "<key>a</key><dict><key>b</key><true/><key>c</key><true/>|<key>b</key><true/></dict>")
    ),
    (
      .malformedPropertyList, #"$["$top"]"#,
      archive(root: "<true/>|<key>root</key><true/>")
    ),
    // A path ends in front of a long key, and at 32 steps.
    (
      .referenceOutOfRange, #"$["$objects"][1]"#,
      archive(fields: "<key>\(String(repeating: "k", count: 129))</key>|\(reference(3))")
    ),
    (
      .referenceOutOfRange, #"$["$top"]"#,
      archive(
        root:
          "\(reference(1))<key>\(String(repeating: "k", count: 129))</key><array>|\(reference(3))</array>"
      )
    ),
    (
      .referenceOutOfRange, #"$["$objects"][1].a"# + String(repeating: "[0]", count: 31),
      archive(
        fields: "<key>a</key>" + String(repeating: "<array>", count: 40) + "|" + reference(3)
          + String(repeating: "</array>", count: 40))
    ),
  ]

  @Test func `an error in a graph has its path and its offset`() throws {
    for (number, (code, path, text)) in Self.refusals.enumerated() {
      let parts = text.split(separator: "|", omittingEmptySubsequences: false)
      try #require(parts.count == 2)
      let bytes = Array((parts[0] + parts[1]).utf8)
      let error = #expect(throws: ArchiveError.self) { _ = try FoundationGraph(bytes) }
      let found = try #require(error)
      #expect(found.code == code && "\(found.path)" == path, "\(number): \(found)")
      #expect(found.byteOffset == parts[0].utf8.count, "\(number): \(found)")
    }
    #expect(throws: Never.self) { _ = try FoundationGraph(Array(Self.archive().utf8)) }
  }

  @Test func `an error in a list that is no archive has its path`() throws {
    // An array that stands in itself, as the value of a key.
    let circle = Self.list([[0xD1, 1, 2], [0x51, 0x61], [0xA2, 1, 2]])
    let error = #expect(throws: ArchiveError.self) { _ = try FoundationGraph(circle) }
    #expect(error?.code == .malformedPropertyList && error?.byteOffset == 13)
    #expect(error.map { "\($0.path)" } == "$.a[1]")
    // The second key is not there: the path is not that of the first one.
    let keyless = Self.list([[0xA1, 3], [0x51, 0x61], [9], [0xD2, 1, 0x7F, 2, 2]])
    var check = ListCheck(try PropertyList(keyless))
    let missing = #expect(throws: ArchiveError.self) { try check.check() }
    #expect(missing?.code == .malformedPropertyList)
    #expect(missing.map { "\($0.path)" } == "$[0]")
  }

  /// A binary list of these objects, with references of one byte.
  private static func list(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    let offsets = objects.map { object in
      defer { bytes += object }
      return UInt8(bytes.count)
    }
    let table = UInt8(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(objects.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    return bytes
  }
}
