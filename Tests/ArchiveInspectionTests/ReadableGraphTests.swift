import ArchiveFormat
import ArchiveInspection
import Foundation
import FoundationArchiveFormat
import PropertyListFormat
import Testing

/// Archives and property lists as JSON that people read.
@Suite struct ReadableGraphTests {
  private static func reference(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }

  /// The JSON of an archive whose first object has a class and fields.
  private static func json(
    _ name: String, _ fields: String, _ more: String = "", top: String? = nil,
    limits: PropertyListLimits = PropertyListLimits()
  ) throws -> String {
    let top = top ?? "<key>root</key>" + reference(1)
    let list = """
      <plist><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>\
      <key>$top</key><dict>\(top)</dict><key>$objects</key><array><string>$null</string><dict>\(fields)<key>$class</key>\(reference(2))</dict>\
      <dict><key>$classname</key><string>\(name)</string></dict>\(more)</array></dict></plist>
      """
    let graph = try FoundationGraph(Array(list.utf8), limits: limits)
    return String(decoding: try ReadableGraph.json(graph), as: UTF8.self)
  }

  @Test func `values of Foundation's classes are what they stand for`() throws {
    let array = "<key>NS.objects</key><array>\(Self.reference(3))\(Self.reference(0))</array>"
    #expect(
      try Self.json("NSArray", array, "<string>a\"\u{202E}</string>") == #"["a\"\u202e",null]"#)
    #expect(try Self.json("NSMutableSet", array, "<integer>5</integer>") == #"{"$set":[5,null]}"#)
    #expect(
      try Self.json("NSOrderedSet", "<key>NS.object.0</key>\(Self.reference(3))", "<true/>")
        == #"{"$orderedSet":[true]}"#)
    let entries =
      "<key>NS.keys</key><array>\(Self.reference(3))</array><key>NS.objects</key><array>\(Self.reference(3))</array>"
    #expect(try Self.json("NSDictionary", entries, "<string>$a</string>") == #"{"$$a":"$a"}"#)
    #expect(try Self.json("NSDictionary", entries, "<integer>1</integer>") == #"{"$map":[[1,1]]}"#)
    #expect(try Self.json("NSDictionary", "") == "{}")
    #expect(
      try Self.json("NSDate", "<key>NS.time</key><real>0.5</real>")
        == #"{"$date":"2001-01-01T00:00:00.5Z"}"#)
    #expect(try Self.json("NSDate", "<key>NS.time</key><real>1e300</real>") == #"{"$date":1e+300}"#)
    #expect(try Self.json("NSMutableString", "<key>NS.string</key><string>s</string>") == #""s""#)
    #expect(
      try Self.json("NSData", "<key>NS.data</key><data>AAE=</data>") == #"{"$base64":"AAE="}"#)
    #expect(try Self.json("NSNull", "") == #"{"$null":true}"#)
    #expect(
      try Self.json("NSUUID", "<key>NS.uuidbytes</key><data>AAECAwQFBgcICQoLDA0ODw==</data>")
        == #"{"$uuid":"00010203-0405-0607-0809-0A0B0C0D0E0F"}"#)
    #expect(
      try Self.json("NSURL", "<key>NS.relative</key><string>a:b</string>") == #"{"$url":"a:b"}"#)
    // Fields that contradict each other, and classes that are not known, are shown as they are.
    #expect(
      try Self.json("NSArray", "<key>NS.objects</key><true/>")
        == #"{"$class":"NSArray","NS.objects":true}"#)
    #expect(
      try Self.json("Person", "<key>$x</key><real>nan</real><key>n</key><integer>-1</integer>")
        == #"{"$class":"Person","$$x":{"$real":"nan"},"n":-1}"#)
    #expect(
      try Self.json("A", "", top: "<key>a</key><true/><key>b</key>\(Self.reference(1))")
        == #"{"a":true,"b":{"$class":"A"}}"#)
  }

  @Test func `an object is written once, and cycles are references`() throws {
    #expect(
      try Self.json(
        "Person",
        "<key>me</key>\(Self.reference(1))<key>a</key>\(Self.reference(3))<key>b</key>\(Self.reference(3))",
        "<array>\(Self.reference(3))</array>")
        == #"{"$class":"Person","$id":1,"me":{"$ref":1},"a":{"$id":2,"$value":[{"$ref":2}]},"b":{"$ref":2}}"#
    )
  }

  @Test func `a long chain of objects does not nest the writer`() throws {
    let count = 10_000
    var objects = ""
    for index in 0..<count {
      objects +=
        "<dict><key>n</key>\(Self.reference(index == count - 1 ? 0 : index + 4))<key>$class</key>\(Self.reference(2))</dict>"
    }
    let json = try Self.json("N", "<key>n</key>\(Self.reference(3))", objects)
    #expect(json.utf8.count { $0 == UInt8(ascii: "{") } == count + 1)
    #expect(json.hasSuffix("null" + String(repeating: "}", count: count + 1)))
  }

  @Test func `property lists that are no archives have their values`() throws {
    func json(_ text: String) throws -> String {
      String(decoding: try ReadableGraph.json(try PropertyList(Array(text.utf8))), as: UTF8.self)
    }
    #expect(
      try json(
        "<plist><dict><key>b</key><array><real>0.5</real><false/></array><key>$a</key><date>2001-01-01T00:00:01Z</date><key>u</key>\(Self.reference(7))</dict></plist>"
      )
        == #"{"b":[0.5,false],"$$a":{"$date":"2001-01-01T00:00:01Z"},"u":{"$uid":7}}"#)
  }

  @Test func `a text that many objects mention ends at a limit`() throws {
    let mentions = String(repeating: Self.reference(3), count: 1_000)
    var limits = PropertyListLimits()
    (limits.baseTextByteCount, limits.textByteCountPerByte) = (1 << 20, 1)
    let error = #expect(throws: ArchiveError.self) {
      try Self.json(
        "NSArray", "<key>NS.objects</key><array>\(mentions)</array>",
        "<string>\(String(repeating: "x", count: 20_000))</string>", limits: limits)
    }
    #expect(error?.code == .limitExceeded)
  }
}
