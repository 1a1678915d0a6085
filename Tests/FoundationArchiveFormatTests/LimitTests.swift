import ArchiveFormat
import FoundationArchiveFormat
import PropertyListFormat
import Testing

/// Each limit at one less, at its value and at one more, in each way of reading and writing that has it.
@Suite struct LimitTests {
  /// A way of reading, with what it throws.
  struct Way: CustomTestStringConvertible, Sendable {
    let name: String
    let read: @Sendable ([UInt8], PropertyListLimits) throws(ArchiveError) -> Void
    var testDescription: String { name }
  }

  private static let ofLists = [
    Way(name: "check") { bytes, limits throws(ArchiveError) in
      var check = ListCheck(try PropertyList(bytes, limits: limits))
      try check.check()
    },
    Way(name: "document") { bytes, limits throws(ArchiveError) in
      _ = try PropertyList(bytes, limits: limits).plainDocument()
    },
    Way(name: "binary copy") { bytes, limits throws(ArchiveError) in
      _ = try PropertyList(bytes, limits: limits).bytes(.binary)
    },
    Way(name: "XML copy") { bytes, limits throws(ArchiveError) in
      _ = try PropertyList(bytes, limits: limits).bytes(.xml)
    },
  ]

  private static let ofGraphs = [
    Way(name: "dump of values") { bytes, limits throws(ArchiveError) in
      _ = try FoundationGraph(bytes, limits: limits).valuesDump()
    },
    Way(name: "document for people") { bytes, limits throws(ArchiveError) in
      _ = try FoundationGraph(bytes, limits: limits).plainDocument()
    },
    Way(name: "findings") { bytes, limits throws(ArchiveError) in
      _ = try FoundationGraph(bytes, limits: limits).findings(atMost: 1_000)
    },
  ]

  /// Expects that a file is read with a limit and one more, and refused with one less.
  private static func check(
    _ way: Way, _ bytes: [UInt8], _ limit: WritableKeyPath<PropertyListLimits, Int>, _ value: Int,
    perByte: Int = 0
  ) {
    for change in [-1, 0, 1] {
      var limits = PropertyListLimits()
      limits.textByteCountPerByte = perByte
      limits[keyPath: limit] = value + change
      var code: ArchiveError.Code?
      do throws(ArchiveError) { try way.read(bytes, limits) } catch { code = error.code }
      #expect(
        code == (change < 0 ? .limitExceeded : nil), "\(way.name): \(value) \(change)")
    }
  }

  @Test(arguments: ofLists) func `lists have limits of depth, values and objects`(_ way: Way) {
    let trues = [UInt8](repeating: 2, count: 9)
    let forms = [
      PropertyListTests.binary([[0xA2, 1, 2], [0xA9] + trues, [0x09]]),
      Array("<array><array>\(String(repeating: "<true/>", count: 9))</array><true/></array>".utf8),
    ]
    for bytes in forms {
      Self.check(way, bytes, \.maximumDepth, 2)
      Self.check(way, bytes, \.maximumValueCount, 12)
      Self.check(way, bytes, \.maximumByteCount, bytes.count)
    }
    Self.check(way, forms[0], \.maximumObjectCount, 3)
    Self.check(way, forms[1], \.maximumObjectCount, 12)
  }

  @Test(arguments: ofLists.filter { $0.name != "check" })
  func `lists have a limit of text and data`(_ way: Way) throws {
    // A text of five bytes twice, and three bytes of data. A binary copy has each once.
    let bytes = PropertyListTests.binary([
      [0xA3, 1, 1, 2], [0x55] + Array("abcde".utf8), [0x43, 1, 2, 3],
    ])
    Self.check(way, bytes, \.baseTextByteCount, way.name == "binary copy" ? 8 : 13)
    // 20 bytes ten times, or as often as they stand in the file, and a byte of the limit for each of the file.
    let text = Array("<string>01234567890123456789</string>".utf8)
    let many = Array("<array>".utf8) + (0..<10).flatMap { _ in text } + Array("</array>".utf8)
    Self.check(way, many, \.baseTextByteCount, 200)
    let large = PropertyListTests.binary([
      [0xAE] + [UInt8](repeating: 1, count: 14), [0x5E] + [UInt8](repeating: 0x61, count: 14),
    ])
    guard way.name != "binary copy" else { return }
    Self.check(way, large, \.baseTextByteCount, 14 * 14 - large.count, perByte: 1)
  }

  // MARK: Archives

  private static func reference(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }

  private static func archive(_ objects: [String]) -> [UInt8] {
    Array(
      """
      <dict><key>$archiver</key><string>A</string><key>$version</key><integer>100000</integer><key>$top</key><dict><key>root</key>\
      \(reference(1))</dict><key>$objects</key><array><string>$null</string>\(objects.joined())</array></dict>
      """.utf8)
  }

  /// An array of objects with one field that leads to an entry, and the entries behind them.
  private static func objects(
    _ count: Int, _ className: String, _ field: String, _ target: (Int) -> Int, _ more: [String]
  ) -> [UInt8] {
    let list = "<array>\((0..<count).map { reference($0 + 2) }.joined())</array>"
    let objects = (0..<count).map {
      "<dict><key>\(field)</key>\(reference(target($0)))<key>$class</key>\(reference(count + 2))</dict>"
    }
    let record = "<dict><key>$classname</key><string>\(className)</string></dict>"
    return archive([list] + objects + [record] + more)
  }

  @Test(arguments: ofGraphs)
  func `text that many objects have as their value is counted for each`(_ way: Way) {
    let text = String(repeating: "x", count: 1_000)
    let bytes = Self.objects(5, "NSURL", "NS.relative", { _ in 8 }, ["<string>\(text)</string>"])
    let count = 5 * (1_000 + "NS.relative".utf8.count + "$class".utf8.count)
    Self.check(way, bytes, \.baseTextByteCount, count)
  }

  @Test(arguments: ofGraphs.filter { $0.name != "document for people" })
  func `values that are read through references are counted for each`(_ way: Way) {
    // Each of the data is looked for in the next one, 16 times, and has two fields.
    let bytes = Self.objects(30, "NSData", "NS.data", { $0 + 1 < 30 ? $0 + 3 : 2 }, [])
    Self.check(way, bytes, \.maximumValueCount, 30 * (2 + 16 * (1 + 2)))
  }

  @Test func `text that is mentioned often is counted for each mention in a document`() {
    let list = "<array>\(String(repeating: Self.reference(2), count: 10))</array>"
    let text = String(repeating: "x", count: 100)
    let bytes = Self.archive([list, "<string>\(text)</string>"])
    Self.check(Self.ofGraphs[1], bytes, \.baseTextByteCount, 1_000)
  }

  // MARK: Text that is decoded to little

  private static func blankData(_ byteCount: Int) -> String {
    "<data>\(String(repeating: " ", count: byteCount))</data>"
  }

  @Test func `blanks of data are counted for each mention in a document`() {
    let list = "<array>\(String(repeating: Self.reference(2), count: 10))</array>"
    let bytes = Self.archive([list, Self.blankData(1_000)])
    Self.check(Self.ofGraphs[1], bytes, \.baseTextByteCount, 10_000)
  }

  @Test func `blanks of data in a field are read twice, however many objects ask for the field`() {
    // Five dictionaries have a string as their key whose text is data.
    func keys(_ field: String) -> String {
      "<key>\(field)</key><array>\(Self.reference(7))</array>"
    }
    func ofClass(_ fields: String, _ number: Int) -> String {
      "<dict>\(fields)<key>$class</key>\(Self.reference(number))</dict>"
    }
    let list = "<array>\((2...6).map(Self.reference).joined())</array>"
    let dictionary = ofClass(keys("NS.keys") + keys("NS.objects"), 8)
    let bytes = Self.archive(
      [list] + Array(repeating: dictionary, count: 5) + [
        ofClass("<key>NS.string</key>" + Self.blankData(1_000), 9),
        "<dict><key>$classname</key><string>NSDictionary</string></dict>",
        "<dict><key>$classname</key><string>NSString</string></dict>",
      ])
    // The string is read when the first dictionary asks whether it is a key of text, and where it stands.
    let ofString = "NS.string".utf8.count + "$class".utf8.count + 1_000
    let ofDictionary = "NS.keys".utf8.count + "NS.objects".utf8.count + "$class".utf8.count
    Self.check(Self.ofGraphs[1], bytes, \.baseTextByteCount, 5 * ofDictionary + 2 * ofString)
  }

  @Test func `a value with more than 4,096 bytes in the file is no leaf of a document`() throws {
    for (byteCount, objectCount) in [(4_095, 1), (4_096, 1), (4_097, 2)] {
      let list = "<array>\(Self.reference(2))\(Self.reference(2))</array>"
      let graph = try FoundationGraph(Self.archive([list, Self.blankData(byteCount)]))
      #expect(try graph.archivedDocument().objects.count == objectCount, "\(byteCount)")
    }
  }

  @Test func `numbers and dates have a length, blanks around them not counted`() {
    func code(_ element: String, _ text: String) -> ArchiveError.Code? {
      do throws(ArchiveError) {
        _ = try PropertyList(Array("<\(element)>\(text)</\(element)>".utf8)).plainDocument()
        return nil
      } catch { return error.code }
    }
    let blanks = String(repeating: " \n", count: 5_000)
    for (count, expected) in [
      (4_095, nil), (4_096, nil), (4_097, ArchiveError.Code.malformedPropertyList),
    ] {
      let zeros = String(repeating: "0", count: count - 1)
      #expect(code("integer", blanks + zeros + "1" + blanks) == expected)
      #expect(code("real", blanks + zeros + "1" + blanks) == expected)
    }
    #expect(code("date", blanks + "2001-01-01T00:00:00Z" + blanks) == nil)
    #expect(
      code("date", String(repeating: "&#32;", count: 900) + "2001-01-01T00:00:00Z")
        == .malformedPropertyList)
  }
}
