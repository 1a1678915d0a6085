import ArchiveFormat
import ArchiveInspection
import Foundation
import Testing

@Suite struct JSONPrinterTests {
  static func value(_ build: (inout TapeMaker) -> Void) throws -> ArchivedValue {
    let archive = try SampleArchives.archive(ArchiveLayout(), build)
    return try #require(try ArchiveInspector(archive).roots.first).value
  }

  static func text(_ value: ArchivedValue, _ fidelity: JSONFidelity = .exact) throws -> String {
    String(decoding: try value.json(fidelity), as: UTF8.self)
  }

  /// Values that JSON lacks: what is said, and what is written in lossy mode.
  static let lacking: [(name: String, lossy: String, build: @Sendable (inout TapeMaker) -> Void)] =
    [
      ("number that is not finite", "null", { $0.double(.nan) }),
      ("number that is not finite", "null", { $0.double(-.infinity) }),
      (
        "number that is not finite", "null",
        { $0.cell(.float32, payload: UInt64(Float.infinity.bitPattern)) }
      ),
      (
        "number that is not finite", "null", { $0.bytes(.decimal, DecimalParts.notANumber.bytes) }
      ),
      ("data", "\"\"", { $0.bytes(.data, []) }),
      ("data", "\"AA==\"", { $0.bytes(.data, [0]) }),
      ("data", "\"+/8=\"", { $0.bytes(.data, [0xFB, 0xFF]) }),
      ("data", "\"////\"", { $0.bytes(.data, [0xFF, 0xFF, 0xFF]) }),
      (
        "date", "\"2001-01-01T00:00:00Z\"", { $0.cell(.date, payload: Double(0).bitPattern) }
      ),
      ("date", "1e+18", { $0.cell(.date, payload: Double(1e18).bitPattern) }),
      ("date", "null", { $0.cell(.date, payload: Double.nan.bitPattern) }),
      (
        "UUID", "\"00010203-0405-0607-0809-0A0B0C0D0E0F\"", { $0.bytes(.uuid, Array(0..<16)) }
      ),
      ("URL", "\"a/b -- https://x.y/\"", { $0.url(["a/b", "https://x.y/"]) }),
      (
        "set", "[1,2]",
        { maker in
          maker.container(.set, length: 2) {
            $0.int(1)
            $0.int(2)
          }
        }
      ),
      (
        "typed value", "21.5",
        { maker in
          let celsius = maker.type("Celsius")
          maker.container(.typed, detail: celsius) { $0.double(21.5) }
        }
      ),
      (
        "extension", "4",
        { maker in
          let name = maker.name("example.mood")
          maker.container(.extension, detail: name) { $0.int(4) }
        }
      ),
      (
        "map with keys that are no strings or that are equal as strings", "[[1.5,true]]",
        { maker in
          maker.map(length: 1) {
            $0.double(1.5)
          } values: {
            $0.cell(.bool, payload: 1)
          }
        }
      ),
      (
        "map with keys that are no strings or that are equal as strings", "[[1,2],[\"1\",3]]",
        { maker in
          maker.map(length: 2) {
            $0.int(1)
            $0.string("1")
          } values: {
            $0.int(2)
            $0.int(3)
          }
        }
      ),
    ]

  @Test(arguments: lacking.indices)
  func `what JSON lacks is refused with its path, or written as what comes nearest`(
    index: Int
  ) throws {
    let (name, lossy, build) = Self.lacking[index]
    let value = try Self.value { maker in
      maker.record(length: 2) { maker in
        maker.key("a b")
        maker.container(.array, length: 2) { maker in
          maker.int(0)
          build(&maker)
        }
      }
    }
    let error = try #require(throws: ArchiveError.self) { try value.json() }
    #expect(error.code == .invalidValue)
    #expect(error.message == "JSON has no \(name)")
    #expect(error.path.description == "$[\"a b\"][1]")
    #expect(try Self.text(value, .lossy) == "{\"a b\":[0,\(lossy)]}")
  }

  @Test func `shared objects become bodies and references in lossy mode`() throws {
    let bytes = try SampleArchives.everything()
    let root = try #require(try ArchiveInspector(bytes).roots.first).value
    let error = try #require(throws: ArchiveError.self) { try root.json() }
    #expect(error.message == "JSON has no object")
    #expect(error.path.description == "$.owner")
    let text = try Self.text(root, .lossy)
    #expect(text.contains(#""owner":{"name":"Ada","born":"2001-01-02T00:00:00.5Z"}"#))
    #expect(text.contains(#""singer":{"$ref":0}"#))
    #expect(text.contains(#""plays":{"7":1.5,"-1":null}"#))
    #expect(!text.contains("missing"))
  }

  @Test func `integer keys become strings`() throws {
    let value = try Self.value { maker in
      maker.map(length: 2) {
        $0.int(-7)
        $0.int(12)
      } values: {
        $0.string("a")
        $0.string("b")
      }
    }
    #expect(try Self.text(value) == #"{"-7":"a","12":"b"}"#)
  }

  @Test func `strings are escaped where JSON asks for it, or a terminal could obey`() throws {
    let value = try ArchivedValue(json: Array(#"["\"\\/\b\n\r\t\u0001é😀‮"]"#.utf8))
    #expect(
      try Self.text(value) == "[\"\\\"\\\\/\\u0008\\n\\r\\t\\u0001é😀\u{202E}\"]")
    let escaped = String(decoding: try value.json(isEscapedForTerminal: true), as: UTF8.self)
    #expect(escaped == "[\"\\\"\\\\/\\u0008\\n\\r\\t\\u0001é😀\\u202e\"]")
  }

  @Test(
    arguments: [
      (-1.5, "2000-12-31T23:59:58.5Z"), (0.25, "2001-01-01T00:00:00.25Z"),
      (-31_622_400, "2000-01-01T00:00:00Z"), (5_097_600, "2001-03-01T00:00:00Z"),
      (252_374_399_999.0, "9998-06-05T23:59:59Z"), (-63_113_904_000, "0001-01-01T00:00:00Z"),
      (94_608_000 - 1, "2003-12-31T23:59:59Z"), (99_705_600, "2004-02-29T00:00:00Z"),
    ] as [(Double, String)])
  func `dates follow the Gregorian calendar`(seconds: Double, text: String) throws {
    let value = try Self.value { $0.cell(.date, payload: seconds.bitPattern) }
    #expect(try Self.text(value, .lossy) == "\"\(text)\"")
  }

  @Test func `roots with names become an object`() throws {
    let inspector = try ArchiveInspector(SampleArchives.twoRoots())
    #expect(String(decoding: try inspector.json(), as: UTF8.self) == #"{"":5,"theme":"dark"}"#)
  }

  @Test(
    arguments: [
      ("edge-strong-tail.hex", #"{"n":1,"next":{"n":2,"next":{"n":3,"next":{"$ref":0}}}}"#),
      (
        "edge-order-of-the-tail.hex",
        #"[{"n":1,"weak":{"$ref":1},"to":{"n":3,"weak":{"$ref":0},"to":{"n":5,"weak":null,"#
          + #""to":{"$ref":0}}}},{"n":2,"weak":{"$ref":2},"to":{"n":4,"weak":{"$ref":4},"#
          + #""to":{"$ref":1}}}]"#
      ),
      (
        "edge-tail-in-blocks.hex",
        #"{"a":{"n":1,"next":{"n":2,"next":{"n":3,"next":{"$ref":0}}}},"b":{"$ref":1}}"#
      ),
    ])
  func `objects of the tail are written at the first back reference`(
    name: String, json: String
  ) throws {
    let vector = try #require(ValidVectors.all.first { $0.name == name })
    let inspector = try ArchiveInspector(vector.bytes)
    #expect(String(decoding: try inspector.json(.lossy), as: UTF8.self) == json)
  }

  @Test func `no object of a valid vector is lost`() throws {
    for vector in ValidVectors.all {
      let inspector = try ArchiveInspector(vector.bytes, dictionary: vector.dictionary)
      guard let json = try? inspector.json(.lossy) else { continue }
      // Each record is an object of the text, and so is each reference that is no body.
      let cells = inspector.documents.flatMap(\.cells)
      let tail = inspector.documents.reduce(0) { $0 + $1.tail.count }
      guard tail > 0 else { continue }
      let records = cells.count { $0.kind == .record }
      let text = String(decoding: json, as: UTF8.self)
      let references = text.components(separatedBy: "{\"$ref\"").count - 1
      #expect(text.count { $0 == "{" } >= records + references, "\(vector.name): \(text)")
    }
  }
}
