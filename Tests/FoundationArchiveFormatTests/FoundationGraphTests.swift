import ArchiveFormat
import Foundation
import FoundationArchiveFormat
import PropertyListFormat
import TestSupport
import TestTraits
import Testing

/// Archives of `NSKeyedArchiver` as graphs.
@Suite struct FoundationGraphTests {
  private static func xml(
    objects: String, top: String = "<key>root</key>" + reference(1),
    version: String = "<integer>100000</integer>"
  ) -> [UInt8] {
    Array(
      """
      <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key>\(version)\
      <key>$top</key><dict>\(top)</dict><key>$objects</key><array><string>$null</string>\(objects)</array></dict></plist>
      """.utf8)
  }

  private static func reference(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }

  private static func ofClass(_ number: Int, _ fields: String = "") -> String {
    "<dict>\(fields)<key>$class</key>\(reference(number))</dict>"
  }

  private static func named(_ name: String, _ more: String = "") -> String {
    "<dict><key>$classname</key><string>\(name)</string>\(more)</dict>"
  }

  private static func dump(_ bytes: [UInt8]) throws -> [String] {
    String(decoding: try FoundationGraph.canonicalDump(of: bytes), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private static func values(_ bytes: [UInt8]) throws -> [String] {
    String(decoding: try FoundationGraph(bytes).valuesDump(), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  @Test func `objects are numbered breadth first, and cycles are kept`() throws {
    let bytes = Self.xml(
      objects: Self.ofClass(
        2,
        "<key>b</key>\(Self.reference(3))<key>a</key>\(Self.reference(1))<key>n</key>\(Self.reference(0))"
      )
        + Self.named(
          "A", "<key>$classes</key><array><string>A</string><string>NSObject</string></array>")
        + "<array><integer>-5</integer>\(Self.reference(2))<dict><key>k</key><real>1</real></dict></array>"
    )
    #expect(
      try Self.dump(bytes) == [
        #"{"archiver":"NSKeyedArchiver","version":100000,"top":[["root",{"ref":1}]]}"#,
        #"{"n":1,"class":"A","classes":["A","NSObject"],"fields":[["b",{"ref":2}],["a",{"ref":1}],["n",null]]}"#,
        #"{"n":2,"value":{"array":[{"int":"-5"},{"ref":3},{"dict":[["k",{"real":"3ff0000000000000"}]]}]}}"#,
        #"{"n":3,"value":{"dict":[["$classname",{"string":"A"}],["$classes",{"array":[{"string":"A"},{"string":"NSObject"}]}]]}}"#,
      ])
  }

  @Test func `roots are sorted, and text is escaped`() throws {
    let bytes = Self.xml(
      objects: "", top: "<key>b\"</key><string>\\\u{7F}\u{1}ä</string><key>a</key><true/>")
    #expect(
      try Self.dump(bytes) == [
        #"{"archiver":"NSKeyedArchiver","version":100000,"top":[["a",{"bool":true}],["b\"",{"string":"\\\u007f\u0001ä"}]]}"#
      ])
  }

  @Test func `what is no keyed archive, and what breaks one, has errors of its own`() throws {
    func code(_ bytes: [UInt8]) -> ArchiveError.Code? {
      do {
        _ = try FoundationGraph(bytes)
        return nil
      } catch { return error.code }
    }
    let plain = Self.ofClass(2) + Self.named("A")
    #expect(code(Self.xml(objects: plain)) == nil)
    #expect(code(Array("<array/>".utf8)) == .notKeyedArchive)
    #expect(code(Array("<dict/>".utf8)) == .notKeyedArchive)
    #expect(code(Self.xml(objects: plain, version: "<string>1</string>")) == .notKeyedArchive)
    #expect(
      code(Self.xml(objects: plain, version: "<integer>100001</integer>"))
        == .unsupportedArchiveVersion)
    #expect(code(Self.xml(objects: "")) == .referenceOutOfRange)
    #expect(code(Self.xml(objects: Self.ofClass(7))) == .referenceOutOfRange)
    #expect(code(Self.xml(objects: Self.ofClass(0))) == .malformedClass)
    #expect(code(Self.xml(objects: Self.ofClass(2) + "<dict/>")) == .malformedClass)
    #expect(
      code(Self.xml(objects: "<dict><key>$class</key><string>A</string></dict>")) == .malformedClass
    )
    for list in ["$classes", "$classhints"] {
      #expect(
        code(
          Self.xml(
            objects: Self.ofClass(2)
              + Self.named("A", "<key>\(list)</key><array><integer>1</integer></array>")))
          == .malformedClass)
    }
    #expect(
      code(
        Self.xml(objects: "<dict><key>a</key><true/><key>a</key><true/></dict>"))
        == .malformedPropertyList)
    // The reader skips objects that nothing leads to.
    #expect(code(Self.xml(objects: plain + Self.ofClass(99))) == nil)
  }

  @Test func `values of Foundation's classes`() throws {
    func line(_ name: String, _ fields: String, _ more: String = "") throws -> String? {
      try Self.values(Self.xml(objects: Self.ofClass(2, fields) + Self.named(name) + more)).first
    }
    func array(_ elements: String) -> String { "<array>\(elements)</array>" }
    let one = "<key>NS.object.0</key>\(Self.reference(0))"
    #expect(try line("NSArray", "") == #"{"n":1,"value":{"array":[]}}"#)
    #expect(try line("NSMutableSet", one) == #"{"n":1,"value":{"set":[null]}}"#)
    #expect(
      try line(
        "NSDictionary", "<key>NS.keys</key>\(array("<true/>"))<key>NS.objects</key>\(array(""))")
        == #"{"n":1,"value":{"bad":true}}"#)
    #expect(
      try line("NSDictionary", "<key>NS.key.0</key><true/>" + one)
        == #"{"n":1,"value":{"map":[[{"bool":true},null]]}}"#)
    #expect(
      try line("NSDate", "<key>NS.time</key><integer>1</integer>")
        == #"{"n":1,"value":{"date":"3ff0000000000000"}}"#)
    #expect(
      try line(
        "NSDecimalNumber",
        "<key>NS.length</key><integer>1</integer><key>NS.mantissa</key><data>fQA=</data><key>NS.exponent</key><integer>-2</integer><key>NS.negative</key><true/>"
      )
        == #"{"n":1,"value":{"decimal":"-125e-2"}}"#)
    #expect(
      try line(
        "NSIndexSet",
        "<key>NSRangeCount</key><integer>2</integer><key>NSRangeData</key><data>AQLIAQM=</data>")
        == #"{"n":1,"value":{"indexSet":[["1","2"],["200","3"]]}}"#)
    #expect(
      try line("NSAttributedString", "<key>NSString</key><string>a\u{1F600}</string>")
        == #"{"n":1,"value":{"attributed":["a😀",[["3",null]]]}}"#)
    #expect(
      try line(
        "NSValue",
        "<key>NS.special</key><integer>4</integer><key>NS.rangeval.location</key><integer>1</integer><key>NS.rangeval.length</key>\(Self.reference(3))",
        "<integer>2</integer>")
        == #"{"n":1,"value":{"range":["1","2"]}}"#)
    #expect(try line("NSValue", "<key>NS.special</key><integer>9</integer>") == nil)
    #expect(try line("Person", "") == nil)
    // Fields that are nil are not there.
    #expect(
      try line("NSAttributedString", "<key>NSAttributes</key>\(Self.reference(0))")
        == #"{"n":1,"value":{"attributed":["",[]]}}"#)
    #expect(try line("NSIndexPath", "") == #"{"n":1,"value":{"bad":true}}"#)
    #expect(
      try line("NSArray", "<key>NS.objects</key>\(Self.reference(3))", "<array/>")
        == #"{"n":1,"value":{"bad":true}}"#)
    // An object that holds its own text.
    #expect(
      try line("NSData", "<key>NS.data</key>\(Self.reference(1))")
        == #"{"n":1,"value":{"bad":true}}"#)
  }

  @Test func `small files that mention large things often end at a limit`() throws {
    func code(_ objects: [[UInt8]], size: UInt8 = 2) -> String {
      let bytes = PropertyListTests.binary(objects, offsetSize: 4, referenceSize: size)
      do throws(ArchiveError) {
        var limits = PropertyListLimits()
        limits.baseTextByteCount = 1 << 20
        let graph = try FoundationGraph(bytes, limits: limits)
        return "\(try graph.valuesDump().count)"
      } catch {
        #expect(error.byteOffset != nil && !error.path.isEmpty, "\(error)")
        return error.code.rawValue
      }
    }
    func text(_ text: String) -> [UInt8] {
      [0x5F, 0x12]
        + (0..<4).reversed().map { UInt8(truncatingIfNeeded: text.utf8.count >> (8 * $0)) }
        + Array(text.utf8)
    }
    func number(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }
    func list(_ marker: UInt8, _ count: Int, _ references: [Int]) -> [UInt8] {
      [marker | 0xF, 0x12] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        + references.flatMap(number)
    }
    // 0 the archive, 1 to 8 its keys and values, 9 the array, 10 "$null", 11 `root`, 12 the reference to entry 1.
    func archive(_ entries: [Int], _ more: [[UInt8]]) -> [[UInt8]] {
      [
        list(0xD0, 4, [1, 3, 5, 7, 2, 4, 6, 8]), text("$archiver"), text("NSKeyedArchiver"),
        text("$version"), [0x12, 0, 1, 0x86, 0xA0], text("$top"), list(0xD0, 1, [11, 12]),
        text("$objects"), list(0xA0, entries.count + 1, [10] + entries), [0x00], text("$null"),
        text("root"), [0x80, 1],
      ] + more
    }
    let large = String(repeating: "x", count: 100_000)
    // A container in itself.
    #expect(code(archive([13], [list(0xA0, 1, [13])])) == "malformedPropertyList")
    // One text, in an array 20,000 times.
    #expect(
      code(archive([13], [list(0xA0, 20_000, Array(repeating: 14, count: 20_000)), text(large)]))
        == "limitExceeded")
    // One text as 20,000 names of superclasses.
    let named: [[UInt8]] = [
      list(0xD0, 1, [14, 15]), text("$class"), [0x80, 2], list(0xD0, 2, [17, 19, 18, 20]),
      text("$classname"), text("A"), text("$classes"),
      list(0xA0, 20_000, Array(repeating: 21, count: 20_000)), text(large),
    ]
    #expect(code(archive([13, 16], named)) == "limitExceeded")
    // One text as 20,000 keys of a dictionary.
    #expect(
      code(
        archive(
          [13], [list(0xD0, 20_000, Array(repeating: 14, count: 40_000)), text(large)]))
        == "malformedPropertyList")
  }

  @Test func `containers in an object, values, and text have limits`() throws {
    func code(
      _ bytes: [UInt8], _ change: (inout PropertyListLimits) -> Void = { _ in }
    ) -> ArchiveError.Code? {
      var limits = PropertyListLimits()
      change(&limits)
      do {
        _ = try FoundationGraph(bytes, limits: limits)
        return nil
      } catch { return error.code }
    }
    func nested(_ depth: Int) -> [UInt8] {
      Self.xml(
        objects: String(repeating: "<array>", count: depth)
          + String(repeating: "</array>", count: depth))
    }
    #expect(code(nested(511)) == nil)
    #expect(code(nested(512)) == nil)
    #expect(code(nested(513)) == .limitExceeded)
    // The root's reference, the array and its elements.
    let values = Self.xml(objects: "<array><true/><true/></array>")
    #expect(code(values) { $0.maximumValueCount = 5 } == nil)
    #expect(code(values) { $0.maximumValueCount = 4 } == nil)
    #expect(code(values) { $0.maximumValueCount = 3 } == .limitExceeded)
    func setText(_ count: Int) -> (inout PropertyListLimits) -> Void {
      { limits in
        limits.baseTextByteCount = count
        limits.textByteCountPerByte = 0
      }
    }
    let text = Self.xml(objects: "<string>abcde</string>")
    // The keys of the archive and of its root, the archiver's name, and the string.
    let count = "$archiver$version$top$objectsrootNSKeyedArchiverabcde".utf8.count
    #expect(code(text, setText(count + 1)) == nil)
    #expect(code(text, setText(count)) == nil)
    #expect(code(text, setText(count - 1)) == .limitExceeded)
  }

  @Test func `what Foundation archives is read, and changed bytes are refused or read`() throws {
    let value: NSDictionary = [
      "numbers": [1, 2.5, true] as NSArray, "date": Date(timeIntervalSinceReferenceDate: 3),
      "data": Data([1, 2]), "set": NSSet(array: ["a", "b"]), "text": "ä" as NSString,
      "uuid": NSUUID(), "url": NSURL(string: "http://a/b")!,
    ]
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: value, requiringSecureCoding: false)
    let bytes = [UInt8](data)
    let lines = try Self.dump(bytes)
    #expect(lines.count > 10 && lines[1].contains("\"class\":\"NSDictionary\""))
    var random = SeededGenerator(seed: 7)
    var refused = 0
    for _ in 0..<Rounds.of(8_000) {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<changed.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: changed.remove(at: place)
        default: changed.insert(.random(in: .min ... .max, using: &random), at: place)
        }
      }
      do throws(ArchiveError) {
        let graph = try FoundationGraph(changed)
        _ = try FoundationGraph.canonicalDump(of: changed)
        _ = try graph.valuesDump()
      } catch {
        refused += 1
        #expect(error.code != .inputOutput)
        #expect(error.byteOffset.map { 0...changed.count ~= $0 } == true, "\(error)")
        let isOfGraph = [.referenceOutOfRange, .malformedClass].contains(error.code)
        #expect(!isOfGraph || !error.path.isEmpty, "\(error)")
      }
    }
    #expect(refused > Rounds.of(800))
  }
}
