import Foundation
import StorageTransforms
import TestSupport
import Testing

/// The edges of the transforms that come with the package.
@Suite struct ShelfTests {
  struct Colour: Codable, Equatable, Sendable {
    var red = 0.5
    var name: String?
  }

  private func fails(
    _ code: TransformError.Code, _ words: String = "", at offset: Int? = nil,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: TransformError.self, performing: body)
    #expect(error?.code == code)
    #expect(words.isEmpty || error?.message.contains(words) == true, "\(String(describing: error))")
    if let offset { #expect(error?.byteOffset == offset) }
  }

  // MARK: Archives

  class Shape: Codable, @unchecked Sendable { var name = "shape" }
  final class Circle: Shape, @unchecked Sendable {}

  @Test func `an archive admits the classes on its list alone`() throws {
    let stored = try ArchiveTransform<[Shape]>().store([Shape(), Circle()])
    fails(.unreadable, "Circle") { _ = try ArchiveTransform<[Shape]>().restore(stored) }
    var transform = ArchiveTransform<[Shape]>()
    transform.unarchiver.allowedTypes = [Circle.self]
    #expect(try transform.restore(stored)[1] is Circle)
  }

  @Test func `an archive keeps to the limits, and is compressed when asked to`() throws {
    let text = String(repeating: "colour ", count: 500)
    var transform = ArchiveTransform<String>()
    let plain = try transform.store(text)
    transform.archiver.compression = .zlib()
    let packed = try transform.store(text)
    #expect(packed.count < plain.count / 10)
    #expect(try transform.restore(packed) == text)
    transform.unarchiver.limits.maximumInflatedByteCount = 100
    fails(.limitExceeded) { _ = try transform.restore(packed) }
    fails(.checksumMismatch) {
      var changed = plain
      changed[20] ^= 1
      _ = try transform.restore(changed)
    }
    fails(.wrongForm) { _ = try transform.restore(Data("text".utf8)) }
    fails(.notStorable) {
      struct Broken: Codable, Sendable {
        func encode(to encoder: any Encoder) throws {
          throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "no"))
        }
      }
      _ = try ArchiveTransform<Broken>().store(Broken())
    }
  }

  @Test func `records share a shape dictionary`() throws {
    let home = MemoryShapeDictionary()
    let transform = ArchiveTransform<Colour>(dictionary: home)
    let first = try transform.store(Colour(red: 1, name: "one"))
    let rows = home.dictionary.rowCount
    #expect(rows > 0)
    let second = try transform.store(Colour(red: 2, name: "two"))
    #expect(home.dictionary.rowCount == rows)
    #expect(
      second.count < (try ArchiveTransform<Colour>().store(Colour(red: 2, name: "two")).count))
    #expect(try transform.restore(first) == Colour(red: 1, name: "one"))
    #expect(try transform.restore(second) == Colour(red: 2, name: "two"))
    // With the dictionary as its owner kept it.
    let kept = MemoryShapeDictionary(try ShapeDictionary(rows: home.dictionary.rows))
    #expect(try ArchiveTransform<Colour>(dictionary: kept).restore(second).red == 2)
    fails(.unreadable) {
      _ = try ArchiveTransform<Colour>(dictionary: MemoryShapeDictionary()).restore(second)
    }
  }

  @Test func `writers that add to one dictionary at the same time all find their rows`()
    async throws
  {
    let home = MemoryShapeDictionary()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let keys = Dictionary(uniqueKeysWithValues: [("a\(number % 10)", number)])
          let transform = ArchiveTransform<[[String: Int]]>(dictionary: home)
          let colours = ArchiveTransform<Colour>(dictionary: home)
          let dictionaries = try transform.restore(transform.store([keys]))
          #expect(dictionaries == [keys])
          let colour = try colours.restore(colours.store(Colour()))
          #expect(colour == Colour())
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: Foundation's coders

  @Test func `JSON has one form for a value, and says where it is wrong`() throws {
    let transform = JSONTransform<[String: Colour]>()
    let stored = try transform.store(["b": Colour(name: "a/b"), "a": Colour()])
    #expect(
      String(decoding: stored, as: UTF8.self)
        == #"{"a":{"red":0.5},"b":{"name":"a/b","red":0.5}}"#)
    #expect(try JSONTransform<Int>().restore(JSONTransform().store(5)) == 5)
    fails(.notStorable) { _ = try JSONTransform<Double>().store(.nan) }
    fails(.unreadable) { _ = try transform.restore(Data()) }
    fails(.unreadable, "there is no key “red”") {
      _ = try transform.restore(Data(#"{"a":{}}"#.utf8))
    }
    let seconds = JSONTransform<[Date]>(
      encoding: { $0.dateEncodingStrategy = .secondsSince1970 },
      decoding: { $0.dateDecodingStrategy = .secondsSince1970 })
    let dates = [Date(timeIntervalSince1970: 12)]
    #expect(try seconds.store(dates) == Data("[12]".utf8))
    #expect(try seconds.restore(Data("[12]".utf8)) == dates)
    let date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    #expect(try JSONTransform<Date>().restore(JSONTransform().store(date)) == date)
  }

  @Test func `property lists are binary or XML`() throws {
    let binary = try PropertyListTransform<Colour>().store(Colour(name: "x"))
    #expect(binary.starts(with: Array("bplist00".utf8)))
    let xml = try PropertyListTransform<Colour>(.xml).store(Colour(name: "x"))
    #expect(xml.starts(with: Array("<?xml".utf8)))
    for stored in [binary, xml] {
      #expect(try PropertyListTransform<Colour>().restore(stored) == Colour(name: "x"))
    }
    fails(.notStorable) { _ = try PropertyListTransform<Int>().store(5) }
    fails(.unreadable) { _ = try PropertyListTransform<Colour>().restore(binary.dropLast(9)) }
  }

  // MARK: Raw values, models

  enum Kind: Int16, Codable, Sendable { case small = 1, large = 2 }
  enum Name: String, Sendable { case one }

  @Test func `raw values of numbers and text are stored as these`() throws {
    #expect(RawValueTransform<Kind>().store(.large) == 2)
    #expect(try RawValueTransform<Kind>().restore(1) == .small)
    fails(.unreadable, "Kind has no value for 9") { _ = try RawValueTransform<Kind>().restore(9) }
    let erased = ErasedTransform(RawValueTransform<Name>())
    #expect(try erased.store(Name.one) == .text("one"))
    fails(.typeMismatch) { _ = try erased.restore(.integer(1)) }
  }

  /// A type that is not Codable.
  struct Portrait: StorageConvertible, Equatable, Sendable {
    let pixels: [UInt8]
    let width: Int
    struct Model: Codable, Equatable { var rows: [[UInt8]] }
    struct Uneven: Error {}

    init(pixels: [UInt8], width: Int) { (self.pixels, self.width) = (pixels, width) }
    init(storageModel: Model) throws {
      let width = storageModel.rows.first?.count ?? 0
      guard storageModel.rows.allSatisfy({ $0.count == width }) else { throw Uneven() }
      self.init(pixels: storageModel.rows.flatMap(\.self), width: width)
    }
    var storageModel: Model {
      Model(
        rows: stride(from: 0, to: pixels.count, by: max(width, 1)).map {
          Array(pixels[$0..<$0 + width])
        })
    }
  }
  struct Plain: Codable, StorageConvertible, Equatable, Sendable { var text = "x" }

  @Test func `a type without Codable is stored through its model, another as itself`() throws {
    let transform = ConvertibleTransform<Portrait>().then(ArchiveTransform())
    let portrait = Portrait(pixels: [1, 2, 3, 4, 5, 6], width: 3)
    #expect(try transform.restore(transform.store(portrait)) == portrait)
    let uneven = try ArchiveTransform<Portrait.Model>().store(.init(rows: [[1], [1, 2]]))
    #expect(throws: Portrait.Uneven.self) { try transform.restore(uneven) }
    fails(.unreadable, "Uneven") {
      _ = try AnyStorageTransform(transform).restore(.blob(uneven), in: TransformContext())
    }
    let plain = ConvertibleTransform<Plain>().then(JSONTransform())
    #expect(try plain.store(Plain()) == Data(#"{"text":"x"}"#.utf8))
    #expect(try plain.restore(plain.store(Plain())) == Plain())
  }

  // MARK: Bytes and text

  @Test func `zlib is what other tools read, and bounded`() throws {
    for bytes in [Data(), Data([7]), Data(repeating: 5, count: 100_000)] {
      let stored = try ZlibTransform().store(bytes)
      #expect(stored.first == 0x78)
      #expect(try ZlibTransform().restore(stored) == bytes)
    }
    // What would be taken for a bomb is stored at length, and comes back.
    let zeros = Data(count: 3 << 20)
    #expect(try ZlibTransform().store(zeros).count > zeros.count)
    #expect(try ZlibTransform().restore(ZlibTransform().store(zeros)) == zeros)
    fails(.notStorable) {
      var small = ZlibTransform()
      small.limits.maximumInflatedByteCount = 100
      _ = try small.store(Data(count: 101))
    }
    let bomb = try ZlibTransform(level: 9, limits: .trusted).store(Data(count: 50 << 20))
    fails(.limitExceeded) { _ = try ZlibTransform().restore(bomb) }
    #expect(try ZlibTransform(limits: .trusted).restore(bomb).count == 50 << 20)
    let stored = try ZlibTransform().store(Data("some text".utf8))
    for count in 0..<stored.count {
      fails(.unreadable) { _ = try ZlibTransform().restore(stored.prefix(count)) }
    }
    fails(.unreadable) { _ = try ZlibTransform().restore(stored + [0]) }
    fails(.notStorable) { _ = try ZlibTransform(level: 17).store(Data([1])) }
  }

  @Test func `base64 and hexadecimal text have one spelling`() throws {
    #expect(Base64Transform().store(Data([0xFB, 0xFF])) == "+/8=")
    #expect(try Base64Transform().restore("") == Data())
    for text in ["+/8", "+/9=", " +/8=", "+/8=\n", "-_8=", "é"] {
      fails(.unreadable) { _ = try Base64Transform().restore(text) }
    }
    #expect(HexTransform().store(Data([0, 0xAB])) == "00ab")
    #expect(try HexTransform().restore("00aB") == Data([0, 0xAB]))
    #expect(try HexTransform().restore("") == Data())
    fails(.unreadable, at: 2) { _ = try HexTransform().restore("00g0") }
    fails(.truncated, at: 3) { _ = try HexTransform().restore("000") }
  }

  @Test func `text is bytes without repair`() throws {
    #expect(try UTF8Transform().restore(UTF8Transform().store("e\u{301}\0")).utf8.count == 4)
    for bytes in [[0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xFF]] as [[UInt8]] {
      fails(.unreadable) { _ = try UTF8Transform().restore(Data(bytes)) }
      fails(.notStorable) { _ = try TextTransform().store(Data(bytes)) }
    }
    let json = JSONTransform<Colour>().then(TextTransform())
    #expect(try json.store(Colour()) == #"{"red":0.5}"#)
  }

  @Test func `text changes its case only where it comes back`() throws {
    let upper = SingleCaseTransform(.upper)
    #expect(try upper.store("ÅSA 12") == "åsa 12")
    #expect(try upper.restore("åsa 12") == "ÅSA 12")
    #expect(try SingleCaseTransform(.lower).store("groß".replacing("ß", with: "ss")) == "GROSS")
    fails(.notStorable, "would come back as") { _ = try upper.store("Åsa") }
    fails(.notStorable) { _ = try SingleCaseTransform(.lower).store("groß") }
    fails(.notStorable) { _ = try upper.store("İ") }
    fails(.unreadable) { _ = try upper.restore("ÅSA") }
    fails(.unreadable) { _ = try upper.restore("ß") }
    #expect(upper.form.description == "case.upper")
  }

  @Test func `any text changes its case one way`() throws {
    let upper = TextCaseTransform(.upper)
    #expect(upper.store("Åsa ß 12") == "ÅSA SS 12")
    #expect(TextCaseTransform(.lower).store("ÅSA İ") == "åsa i\u{307}")
    #expect(!(upper as Any is any StorageTransform))
    #expect(upper.keeps == .nothing)
    #expect(upper.form.description == "uppercased")
    // The two-way transform refuses other text with the name of this one.
    fails(.notStorable, "TextCaseTransform(.upper)") {
      _ = try SingleCaseTransform(.upper).store("Åsa")
    }
  }

  @Test(arguments: [
    (
      "HTTP server_name", "HttpServerName", "httpServerName", "http_server_name", "http-server-name"
    ),
    (
      "parseHTTPResponse2Data", "ParseHttpResponse2Data", "parseHttpResponse2Data",
      "parse_http_response2_data", "parse-http-response2-data"
    ),
    ("  it's--a.b  ", "ItsAB", "itsAB", "its_a_b", "its-a-b"),
    ("Ähre ÖL", "ÄhreÖl", "ähreÖl", "ähre_öl", "ähre-öl"),
    ("", "", "", "", ""), ("...", "", "", "", ""), ("A", "A", "a", "a", "a"),
  ])
  func `the words of a name are joined`(
    text: String, camel: String, llama: String, snake: String, train: String
  ) {
    for (wordCase, expected) in zip(WordCase.allCases, [camel, llama, snake, train]) {
      let transform = WordCaseTransform(wordCase)
      #expect(transform.store(text) == expected)
      #expect(transform.form.description == "words.\(wordCase)" && transform.keeps == .nothing)
    }
  }

  @Test func `text is reversed by its characters`() throws {
    let reversed = ReversedTransform()
    for text in ["", "abc", "e\u{301}a", "\u{1F1E9}\u{1F1EA}x", "日本"] {
      #expect(try reversed.restore(reversed.store(text)).utf8.elementsEqual(text.utf8))
    }
    #expect(try reversed.store("ae\u{301}") == "e\u{301}a")
    // A mark without a letter joins the letter that comes before it then.
    fails(.notStorable) { _ = try reversed.store("\u{301}a") }
    fails(.unreadable) { _ = try reversed.restore("\u{301}a") }
  }

  @Test func `UNIX time stamps come back, and dates between two are refused`() throws {
    let seconds = UnixTimeTransform()
    #expect(try seconds.store(Date(timeIntervalSince1970: 1_795_647_484)) == 1_795_647_484)
    #expect(try seconds.restore(-1) == Date(timeIntervalSince1970: -1))
    fails(.notStorable, "isRounded: true") {
      _ = try seconds.store(Date(timeIntervalSince1970: 0.5))
    }
    #expect(try UnixTimeTransform(isRounded: true).store(Date(timeIntervalSince1970: 1.6)) == 2)
    let milliseconds = UnixTimeTransform(.milliseconds)
    #expect(try milliseconds.store(Date(timeIntervalSince1970: 1.234)) == 1_234)
    var random = SeededGenerator(seed: 5)
    for unit in UnixTimeTransform.Unit.allCases {
      let transform = UnixTimeTransform(unit)
      for _ in 0..<500 {
        let count = Int64.random(in: -2_000_000_000...4_000_000_000, using: &random)
        #expect(try transform.store(transform.restore(count)) == count, "\(unit)")
      }
      for far in [Int64.min, .max, 1 << 60] {
        fails(.unreadable) { _ = try transform.restore(far) }
      }
      for date in [Date.distantFuture, .distantPast] { _ = try? transform.store(date) }
      fails(.notStorable) { _ = try transform.store(Date(timeIntervalSince1970: .infinity)) }
      fails(.notStorable) { _ = try transform.store(Date(timeIntervalSince1970: .nan)) }
    }
    #expect(milliseconds.form.description == "unix.milliseconds" && milliseconds.keeps == .order)
  }

  // MARK: Images

  struct Image: Equatable, Sendable { var bytes: Data }
  static let signatures: [(MIMEType, [UInt8])] = [
    (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), (.jpeg, [0xFF, 0xD8, 0xFF, 0xE0]),
    (.gif, Array("GIF89a".utf8)), (.webP, Array("RIFF....WEBP".utf8)),
    (.tiff, [0x49, 0x49, 42, 0]),
    (.bmp, Array("BM".utf8)), (.heic, Array("....ftypheic".utf8)),
    (.avif, Array("....ftypavif".utf8)), (.pdf, Array("%PDF-1.7".utf8)),
  ]

  @Test func `an image is stored as its bytes, and a bad one is an error`() throws {
    let transform = MIMETransform<Image>(
      accepting: [.png, .jpeg], store: { $0.bytes.isEmpty ? nil : $0.bytes },
      restore: { $0.count > 9 ? Image(bytes: $0) : nil })
    let png = Data(Self.signatures[0].1 + [1, 2])
    #expect(try transform.store(Image(bytes: png)) == png)
    #expect(try transform.restore(png) == Image(bytes: png))
    fails(.unreadable, "no complete Image") { _ = try transform.restore(png.prefix(9)) }
    fails(.unreadable, "the bytes are image/gif, not image/png or image/jpeg", at: 0) {
      _ = try transform.restore(Data("GIF89a....".utf8))
    }
    fails(.unreadable, "of no known type") { _ = try transform.restore(Data()) }
    fails(.notStorable, "has no bytes") { _ = try transform.store(Image(bytes: Data())) }
    fails(.notStorable, "of no known type") {
      _ = try transform.store(Image(bytes: Data("x".utf8)))
    }
    for (type, bytes) in Self.signatures {
      #expect(MIMEType(sniffing: Data(bytes)) == type)
      for count in 0..<bytes.count where type != .jpeg && type != .gif && type != .pdf {
        #expect(MIMEType(sniffing: Data(bytes.prefix(count))) == nil)
      }
    }
  }
}
