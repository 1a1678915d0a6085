import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import Foundation
import KeyedArchives
import TestTraits
import Testing

@Suite struct RoundTripTests {
  static let layouts: [ArchiveLayout] = [
    ArchiveLayout(framing: .singlePart), ArchiveLayout(framing: .multiPart),
    ArchiveLayout(framing: .singlePart, packing: .zlib(level: 1)),
    ArchiveLayout(framing: .multiPart, packing: .zlib(level: 9)),
  ]

  @Test(.long, arguments: 0..<150 as Range<UInt64>)
  func `a random document comes back byte by byte`(seed: UInt64) throws {
    let text = RandomJSON.text(seed: seed)
    let value = try ArchivedValue(json: Array(text.utf8))
    #expect(String(decoding: try value.json(), as: UTF8.self) == text, "seed \(seed)")
    let layout = Self.layouts[Int(seed % 4)]
    let archive = try value.archived(as: layout)
    let verification = ArchiveVerification(of: archive, requiresCanonicalForm: true)
    #expect(verification.isWellFormed, "seed \(seed)")
    // Records that were written as maps, for want of shapes, keep their own order.
    let unexpected = verification.findings.filter { !$0.message.contains("in canonical order") }
    #expect(unexpected == [], "seed \(seed)")
    let inspector = try #require(verification.inspector)
    #expect(String(decoding: try inspector.json(), as: UTF8.self) == text, "seed \(seed)")
    #expect(try value.archived(as: layout) == archive, "seed \(seed)")
    let copy = try #require(inspector.roots.first).value.archived(as: layout)
    #expect(ArchiveVerification(of: copy).findings == [], "seed \(seed)")
    #expect(try ArchiveInspector(copy).json() == Array(text.utf8), "seed \(seed)")
  }

  @Test(arguments: [
    ("2.904993348925e+21", "2904993348925e9"), ("66284287726533e4", "66284287726533e4"),
    ("-1e+24", "-1e24"), ("5e+21", "5e+21"), ("1.5e+300", "1.5e+300"),
  ])
  func `a large integer comes back with all its digits`(text: String, expected: String) throws {
    let value = try ArchivedValue(json: Array(text.utf8))
    #expect(String(decoding: try value.json(), as: UTF8.self) == expected)
    let double = try KeyedUnarchiver().decode(Double.self, from: Data(value.archived()))
    #expect(double == Double(text))
  }

  @Test func `a copy of everything is the same archive`() throws {
    for layout in Self.layouts {
      let archive = try SampleArchives.everything(layout)
      let inspector = try ArchiveInspector(archive)
      let copy = try #require(inspector.roots.first).value.archived(as: layout)
      #expect(copy == archive)
    }
  }

  @Test func `an object that stands outside comes along with a copy`() throws {
    let inspector = try ArchiveInspector(try SampleArchives.everything())
    let singer = try inspector.value(at: ArchivePath([.key("singer")]))
    #expect(singer.kind == .reference)
    let copy = try ArchiveInspector(try singer.archived())
    let root = try #require(copy.roots.first).value
    #expect(root.kind == .object)
    #expect(root.typeName == "Person")
    #expect(root.body?["name"]?.stringValue == "Ada")
  }

  // MARK: Corpus

  static let corpus: URL = {
    if let folder = ProcessInfo.processInfo.environment["CORPUS"] {
      return URL(fileURLWithPath: folder)
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return package.appendingPathComponent("../shared/corpus").standardizedFileURL
  }()

  private static let documents: [String] = {
    let folder = corpus.appendingPathComponent("json")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }()

  @Test(.long, .enabled(if: !documents.isEmpty, "the corpus is absent"))
  func `the documents of the corpus come back with every token`() throws {
    let folder = Self.corpus.appendingPathComponent("json")
    for name in Self.documents {
      let text = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
      let archive = try ArchivedValue(json: text).archived()
      let verification = ArchiveVerification(of: archive)
      #expect(verification.findings == [], "\(name)")
      let exported = try #require(verification.inspector).json()
      let wanted = JSONTokens.tokens(of: text)
      let found = JSONTokens.tokens(of: exported)
      #expect(wanted.count == found.count, "\(name)")
      let difference = zip(wanted, found).first { !JSONTokens.areSame($0, $1) }
      let (left, right) = difference ?? ([], [])
      #expect(
        difference == nil,
        "\(name): \(String(decoding: left, as: UTF8.self)) \(String(decoding: right, as: UTF8.self))"
      )
    }
  }
}

/// A JSON text as tokens, and what tokens mean, read with Foundation alone.
private enum JSONTokens {
  static func tokens(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var tokens: [ArraySlice<UInt8>] = []
    var position = 0
    while position < text.count {
      let start = position
      position += 1
      switch text[start] {
      case 0x20, 0x0A, 0x0D, 0x09: continue
      case UInt8(ascii: "\""):
        while text[position] != UInt8(ascii: "\"") {
          position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        while position < text.count, "+-.eE0123456789".utf8.contains(text[position]) {
          position += 1
        }
      default: break
      }
      tokens.append(text[start..<position])
    }
    return tokens
  }

  /// Whether two tokens are one text, one string without its escapes, or one decimal value.
  static func areSame(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    if left == right { return true }
    guard let leftMeaning = meaning(of: left) else { return false }
    return leftMeaning == meaning(of: right)
  }

  private static func meaning(of token: ArraySlice<UInt8>) -> String? {
    if token.first == UInt8(ascii: "\"") {
      let string = try? JSONSerialization.jsonObject(
        with: Data(token), options: .fragmentsAllowed)
      return (string as? String).map { "\"\($0)" }
    }
    let number = Decimal(
      string: String(decoding: token, as: UTF8.self), locale: Locale(identifier: "en_US_POSIX"))
    return number.map { "\($0)" }
  }
}
