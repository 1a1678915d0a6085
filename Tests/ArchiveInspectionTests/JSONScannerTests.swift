import ArchiveFormat
import ArchiveInspection
import Testing

@Suite struct JSONScannerTests {
  static func error(_ text: String) throws -> JSONError {
    try #require(throws: JSONError.self) { try ArchivedValue(json: Array(text.utf8)) }
  }

  /// Texts that are no JSON, the byte where that shows, and what is said.
  static let malformed: [(text: String, byteOffset: Int, message: String)] = [
    ("", 0, "a value is expected, not the end of the text"),
    (" ", 1, "a value is expected, not the end of the text"),
    ("[1,]", 3, "a value is expected, not “]”"),
    ("[1 2]", 3, "a comma or “]” is expected, not “2”"),
    ("[", 1, "a value is expected, not the end of the text"),
    ("[1", 2, "a comma or “]” is expected, not the end of the text"),
    ("{\"a\":1,}", 7, "a key is expected, not “}”"),
    ("{a:1}", 1, "a key is expected, not “a”"),
    ("{\"a\" 1}", 5, "a colon is expected, not “1”"),
    ("{\"a\":1 \"b\":2}", 7, "a comma or “}” is expected, not “\"”"),
    ("[1}", 2, "a comma or “]” is expected, not “}”"),
    ("1 1", 2, "“1” follows the value"),
    ("]", 0, "a value is expected, not “]”"),
    ("tru", 3, "“true” is expected, not the end of the text"),
    ("nul!", 3, "“null” is expected, not “!”"),
    ("NaN", 0, "a value is expected, not “N”"),
    ("01", 1, "a digit follows a leading zero"),
    ("-", 1, "a digit is expected, not the end of the text"),
    ("-a", 1, "a digit is expected, not “a”"),
    ("+1", 0, "a value is expected, not “+”"),
    (".5", 0, "a value is expected, not “.”"),
    ("1.", 2, "a digit is expected, not the end of the text"),
    ("1.e5", 2, "a digit is expected, not “e”"),
    ("1e", 2, "a digit is expected, not the end of the text"),
    ("1e+", 3, "a digit is expected, not the end of the text"),
    ("0x10", 1, "“x” follows the value"),
    ("\"abc", 4, "a string does not end"),
    ("\"a\nb\"", 2, "the control character 10 stands in a string unescaped"),
    ("\"\u{0}\"", 1, "the control character 0 stands in a string unescaped"),
    ("\"\\x\"", 2, "“x” makes no escape"),
    ("\"\\", 2, "the end of the text makes no escape"),
    ("\"\\u12G4\"", 5, "a hexadecimal digit is expected, not “G”"),
    ("\"\\u12", 5, "a hexadecimal digit is expected, not the end of the text"),
    (
      "\"\\uD800\"", 1,
      "an escape is half of a surrogate pair, without the other"
    ),
    ("\"\\uDC00\"", 1, "an escape is half of a surrogate pair, without the other"),
    ("\"\\uD800\\n\"", 1, "an escape is half of a surrogate pair, without the other"),
    ("\"\\uD800\\uD800\"", 1, "an escape is half of a surrogate pair, without the other"),
    ("\u{FEFF}1", 0, "a byte order mark stands before the value"),
    ("[1,\u{0}2]", 3, "a value is expected, not the control character 0"),
    ("/* */1", 0, "a value is expected, not “/”"),
  ]

  @Test(arguments: malformed)
  func `what RFC 8259 does not allow is an error at its byte`(
    text: String, byteOffset: Int, message: String
  ) throws {
    let error = try Self.error(text)
    #expect(error.code == .malformed)
    #expect(error.message == message)
    #expect(error.byteOffset == byteOffset, "\(text)")
  }

  @Test func `an error tells line and column`() throws {
    let error = try Self.error("{\"é\":\r\n [1,\n  x]}")
    #expect(error.line == 3)
    #expect(error.column == 3)
    #expect(error.byteOffset == 15)
    #expect(
      error.description == "a value is expected, not “x”, line 3, column 3, byte 15")
    #expect(try Self.error("\"é\" é").column == 5)
  }

  @Test func `bytes that are no UTF-8 are an error at their offset`() throws {
    let error = try #require(throws: JSONError.self) {
      try ArchivedValue(json: [0x22, 0x61, 0xFF, 0x22])
    }
    #expect(error.byteOffset == 2)
    #expect(error.message == "the text is not well-formed UTF-8")
  }

  @Test func `escapes become the characters they stand for`() throws {
    let text = #"["\"\\\/\b\f\n\r\t", "\u0041\u00e9\u20AC", "\uD83D\uDE00", "\u0000"]"#
    let strings = try ArchivedValue(json: Array(text.utf8)).elements.map { $0.stringValue }
    #expect(strings == ["\"\\/\u{8}\u{C}\n\r\t", "Aé€", "😀", "\u{0}"])
  }

  @Test func `canonically equal texts stay apart`() throws {
    let text = "{\"é\":1,\"e\u{301}\":2}"
    let value = try ArchivedValue(json: Array(text.utf8))
    #expect(value.fields.map { Array($0.key.utf8) } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
    #expect(value["e\u{301}"]?.integerValue == 2)
    #expect(value["é"]?.integerValue == 1)
  }

  @Test func `keys keep their order`() throws {
    let value = try ArchivedValue(json: Array(#"{"z":1,"a":{"y":2,"b":3},"m":[]}"#.utf8))
    #expect(value.fields.map { $0.key } == ["z", "a", "m"])
    #expect(value["a"]?.fields.map { $0.key } == ["y", "b"])
  }

  @Test func `512 levels are read and 513 refused`() throws {
    for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
      let nested: (Int) -> [UInt8] = { depth in
        let opened = String(repeating: opening, count: depth)
        return Array((opened + "1" + String(repeating: closing, count: depth)).utf8)
      }
      let value = try ArchivedValue(json: nested(512))
      #expect(try value.json() == nested(512))
      let archive = try value.archived()
      #expect(try ArchiveInspector(archive).json() == nested(512))
      let error = try #require(throws: JSONError.self) { try ArchivedValue(json: nested(513)) }
      #expect(error.code == .limitExceeded)
      #expect(error.byteOffset == 512 * opening.utf8.count)
    }
  }

  @Test func `a million brackets cost no stack`() {
    let text = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: JSONError.self) { try ArchivedValue(json: text) }
    #expect(throws: JSONError.self) { try ArchivedValue(json: text, maximumDepth: .max) }
  }

  @Test(arguments: [1, 15, 16, 17, 40, 500])
  func `one key twice in an object is an error at the second`(count: Int) throws {
    let fields = (0..<count).map { "\"k\($0)\":{\"k0\":[]}" }.joined(separator: ",")
    let text = "{\(fields),\"k0\":1}"
    let error = try Self.error(text)
    #expect(error.code == .duplicateKey)
    #expect(error.message == "the key “k0” stands twice in one object")
    #expect(error.byteOffset == fields.utf8.count + 2)
    _ = try ArchivedValue(json: Array("{\(fields)}".utf8))
  }
}
