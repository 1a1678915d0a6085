import ArchiveFormat
import Foundation
import PropertyListFormat
import TestSupport
import TestTraits
import Testing

/// Property lists are read as Foundation writes them.
@Suite struct PropertyListTests {
  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func `random values that Foundation wrote are read as they were`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    var random = SeededGenerator(seed: 33)
    for number in 0..<Rounds.of(320) {
      let (tree, value) = ListTree.random(&random, depth: 4)
      let data = try PropertyListSerialization.data(
        fromPropertyList: ["value": value], format: format, options: 0)
      let list = try PropertyList([UInt8](data))
      #expect(list.form == (format == .xml ? .xml : .binary))
      let found = try ListTree(list, list.root)
      let entry = ListTree.Entry(key: Array("value".utf8), value: tree)
      #expect(found == .dictionary([entry]), "round \(number)")
    }
  }

  private static func xml(_ text: String) throws -> ListTree {
    let list = try PropertyList(Array(text.utf8))
    return try ListTree(list, list.root)
  }

  private static func string(_ text: String) -> ListTree { .string(Array(text.utf8)) }

  @Test func `XML is read with all that its form has`() throws {
    #expect(
      try Self.xml(
        "<?xml version='1.0'?><!-- a --><plist><string>a&amp;&#x20AC;<![CDATA[<b>]]>\r</string></plist>"
      )
        == Self.string("a&€<b>\r"))
    #expect(try Self.xml("<plist version='1.0'>\n<array/>\n</plist>\n") == .array([]))
    #expect(
      try Self.xml("<array><true/><false></false></array>") == .array([.bool(true), .bool(false)]))
    #expect(try Self.xml("<integer> -0x10 </integer>") == .integer(-16))
    #expect(
      try Self.xml("<integer>170141183460469231731687303715884105727</integer>") == .integer(.max))
    #expect(try Self.xml("<real>-Infinity</real>") == .real((-Double.infinity).bitPattern))
    #expect(try Self.xml("<date>2001-01-01T00:00:01Z</date>") == .date(1.0.bitPattern))
    #expect(
      try Self.xml("<date>1904-02-29T12:00:00Z</date>") == .date((-3_056_011_200.0).bitPattern))
    #expect(try Self.xml("<data>AAE\n C</data>") == .data([0, 1, 2]))
    #expect(try Self.xml("<dict><key>CF$UID</key><integer>7</integer></dict>") == .reference(7))
    let own = ListTree.Entry(key: Array("CF$UID".utf8), value: .integer(-7))
    #expect(
      try Self.xml("<dict><key>CF$UID</key><integer>-7</integer></dict>") == .dictionary([own]))
    #expect(
      try Self.xml("<dict><key>CF&#36;UID</key><integer>&#55;</integer></dict>") == .reference(7))
    #expect(try Self.xml("<string>&#xD83D;&#xDE00;</string>") == Self.string("\u{1F600}"))
    #expect(
      try Self.xml("<string>&#xD83D;a&#xDE00;</string>")
        == .string([0xED, 0xA0, 0xBD, 0x61, 0xED, 0xB8, 0x80]))
    #expect(try Self.xml("<string>\u{1}\u{1B}</string>") == Self.string("\u{1}\u{1B}"))
  }

  @Test(arguments: [String.Encoding.utf16BigEndian, .utf16LittleEndian, .utf16])
  func `XML in UTF-16`(encoding: String.Encoding) throws {
    let data = try #require(
      "<?xml version=\"1.0\"?><plist><string>aä\u{1F600}</string></plist>".data(using: encoding))
    let list = try PropertyList([UInt8](data))
    #expect(try ListTree(list, list.root) == Self.string("aä\u{1F600}"))
    #expect(PropertyList.isLikely(data))
  }

  @Test(arguments: [
    "", "{ a = b; }", "<plist>", "<plist/>", "<plist></plist>", "<plist><array></plist>",
    "<plist><string>a</string><string>b</string></plist>", "<array/><array/>", "<array/>x",
    "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>a</string></plist>", "<string>&a;</string>",
    "<string>&amp</string>", "<string>&#x110000;</string>",
    "<string>a<b/></string>", "<number>1</number>", "<dict><string>a</string></dict>",
    "<dict><key>a</key></dict>", "<dict><key>a</key><key>b</key></dict>",
    "<array><key>a</key></array>",
    "<array", "<array><string>", "<string>a</strin>", "<true>a</true>", "<array a=\"b></array>",
    "<!-- <array/>", "<string><![CDATA[a</string>",
  ])
  func `XML that breaks the form is refused`(text: String) {
    let error = #expect(throws: ArchiveError.self, "\(text)") {
      _ = try PropertyList(Array(text.utf8))
    }
    #expect(error?.code == .malformedPropertyList || error?.code == .notPropertyList)
  }

  @Test(arguments: [
    "<integer>1.5</integer>", "<integer></integer>", "<integer>0x</integer>",
    "<integer>170141183460469231731687303715884105728</integer>", "<real>x</real>", "<real></real>",
    "<date>2001-13-01T00:00:00Z</date>", "<date>2001-02-29T00:00:00Z</date>",
    "<date>2001-01-01</date>",
    "<date>2001-01-01T00:00:60Z</date>", "<date>2001-01-01T00:00:00</date>", "<data>A</data>",
    "<data>AA=A</data>", "<data>AAA*</data>",
  ])
  func `a leaf that is none is refused, with its place`(text: String) throws {
    for (bytes, offset) in [
      (Array(text.utf8), 0), ([0xEF, 0xBB, 0xBF] + Array(" \(text)".utf8), 4),
    ] {
      let error = #expect(throws: ArchiveError.self) { _ = try PropertyList(bytes) }
      #expect(error?.code == .malformedPropertyList && error?.byteOffset == offset)
    }
  }

  /// Objects with an offset table and a trailer.
  static func binary(
    _ objects: [[UInt8]], offsetSize: UInt8 = 2, referenceSize: UInt8 = 1, count: Int? = nil,
    top: Int = 0
  ) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    func append(_ number: Int, _ size: UInt8) {
      for shift in (0..<Int(size)).reversed() {
        bytes.append(shift < 8 ? UInt8(truncatingIfNeeded: number >> (8 * shift)) : 0)
      }
    }
    for offset in offsets { append(offset, offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
    for number in [count ?? objects.count, top, table] { append(number, 8) }
    return bytes
  }

  private static func value(_ object: [UInt8]) throws -> ListTree {
    let list = try PropertyList(binary([object]))
    return try ListTree(list, list.root)
  }

  @Test func `leaves of the binary form`() throws {
    #expect(try Self.value([0x00]) == .null)
    #expect(try Self.value([0x10, 0xFF]) == .integer(255))
    #expect(try Self.value([0x12, 0xFF, 0xFF, 0xFF, 0xFF]) == .integer(4_294_967_295))
    #expect(try Self.value([0x13] + Array(repeating: 0xFF, count: 8)) == .integer(-1))
    #expect(try Self.value([0x14, 0x80] + Array(repeating: 0, count: 15)) == .integer(.min))
    #expect(try Self.value([0x22, 0x3F, 0x80, 0, 0]) == .real(1.0.bitPattern))
    // A signalling NaN keeps its payload.
    #expect(try Self.value([0x22, 0xFF, 0x80, 0, 1]) == .real(0xFFF0_0000_2000_0000))
    #expect(try Self.value([0x81, 0x12, 0x34]) == .reference(0x1234))
    #expect(try Self.value([0x8F] + Array(repeating: 0xFF, count: 16)) == .reference(.max))
    #expect(try Self.value([0x62, 0xD8, 0x3D, 0xDE, 0x00]) == Self.string("\u{1F600}"))
    // A surrogate alone.
    #expect(try Self.value([0x62, 0xD8, 0x3D, 0x00, 0x41]) == .string([0xED, 0xA0, 0xBD, 0x41]))
    #expect(try Self.value([0x5F, 0x10, 2, 0x61, 0x62]) == Self.string("ab"))
  }

  @Test func `binary lists that break the form are refused`() throws {
    let objects: [[UInt8]] = [
      [0x0F], [0x01], [0x15, 0], [0x20, 0], [0x32, 0], [0x70], [0x90], [0xB0], [0xE0], [0xF0],
      [0x5F, 0x20], [0x5F, 0x13] + Array(repeating: 0xFF, count: 8), [0x44, 1],
      [0x11, 1],
      [0x61, 0], [0xA1, 1], [0xA2, 0], [0xD1, 0], [0x8F, 0],
    ]
    for object in objects {
      let error = #expect(throws: ArchiveError.self, "\(object)") { _ = try Self.value(object) }
      #expect(error?.code == .malformedPropertyList)
    }
    // Text is checked by who counts its bytes.
    let text = try PropertyList(Self.binary([[0x51, 0x80]]))
    guard case .string(let found) = try text.value(of: text.root) else {
      Issue.record("no text")
      return
    }
    #expect(throws: ArchiveError.self) { try text.checkASCII(found) }
    let good = Self.binary([[0xA1, 1], [0x09]])
    #expect(try PropertyList(good).nodeCount == 2)
    for bytes in [
      Self.binary([[0x09]], offsetSize: 0), Self.binary([[0x09]], offsetSize: 9),
      Self.binary([[0x09]], referenceSize: 0), Self.binary([[0x09]], referenceSize: 9),
      Self.binary([[0x09]], count: 2), Self.binary([[0x09]], count: 0),
      Self.binary([[0x09]], count: .max), Self.binary([[0x09]], top: 1), Self.binary([]),
      Array(good.dropLast()), Array(good.prefix(8)),
      Array("bplist00".utf8) + Array(repeating: 0xFF, count: 40),
    ] {
      let error = #expect(throws: ArchiveError.self) { _ = try PropertyList(bytes) }
      #expect(error?.code == .malformedPropertyList && error?.byteOffset != nil)
    }
  }

  @Test func `limits hold for one more than they allow`() throws {
    func code(
      _ bytes: [UInt8], _ change: (inout PropertyListLimits) -> Void
    ) -> ArchiveError.Code? {
      var limits = PropertyListLimits()
      change(&limits)
      do {
        _ = try PropertyList(bytes, limits: limits)
        return nil
      } catch { return error.code }
    }
    let binary = Self.binary([[0xA2, 1, 2], [0x08], [0x09]])
    let xml = Array("<array><true/><false/></array>".utf8)
    for bytes in [binary, xml] {
      #expect(code(bytes) { $0.maximumByteCount = bytes.count + 1 } == nil)
      #expect(code(bytes) { $0.maximumByteCount = bytes.count } == nil)
      #expect(code(bytes) { $0.maximumByteCount = bytes.count - 1 } == .limitExceeded)
      #expect(code(bytes) { $0.maximumObjectCount = 4 } == nil)
      #expect(code(bytes) { $0.maximumObjectCount = 3 } == nil)
      #expect(code(bytes) { $0.maximumObjectCount = 2 } == .limitExceeded)
    }
  }
}
