import ArchiveFormat
import ArchiveInspection
import Foundation
import KeyedArchives
import TestSupport
import Testing
import Workloads

/// What JSONDecoder reads from a text, the unarchiver reads from the archive of that text.
@Suite struct ImportedJSONTests {
  private static var unarchiver: KeyedUnarchiver {
    var unarchiver = KeyedUnarchiver()
    unarchiver.decodesBase64 = true
    return unarchiver
  }

  private func expectAsJSON<Value: Codable & Equatable>(_ type: Value.Type, _ json: String) throws {
    let expected = try JSONDecoder().decode(type, from: Data(json.utf8))
    let value = try ArchivedValue(json: Array(json.utf8))
    #expect(try Self.unarchiver.decode(type, from: value) == expected, "\(json) as \(type)")
    let archive = try ArchivedValue(json: Array(json.utf8)).archived()
    #expect(try Self.unarchiver.decode(type, from: archive) == expected, "\(json) as \(type)")
  }

  @Test func `numbers and texts are read as JSONDecoder reads them`() throws {
    try expectAsJSON([[Double]].self, "[[-65.613616999999977,43.420273000000009]]")
    try expectAsJSON([UUID].self, #"["E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]"#)
    try expectAsJSON([Decimal].self, "[19.99]")
    try expectAsJSON([Data].self, #"["AQID"]"#)
    try expectAsJSON([Float].self, "[0.1]")
    try expectAsJSON([URL].self, #"["https://example.com/a"]"#)
    try expectAsJSON([Date].self, "[0.1, 1, 12345678901234567890]")
  }

  /// What a literal is read as is what it says. What JSONDecoder reads is read, unless that is not what the literal says: JSONDecoder reads
  /// 2769237903642171.1 as an `Int`, and rounds what has more digits than a `Decimal`.
  private func expectAlike<Value: Codable & Equatable>(
    _ type: Value.Type, _ literal: String, _ isRight: (Value) -> Bool
  ) throws {
    let text = "[\(literal)]"
    let expected = try? JSONDecoder().decode([Value].self, from: Data(text.utf8)).first
    let archive = try ArchivedValue(json: Array(text.utf8))
    let read = try? Self.unarchiver.decode([Value].self, from: archive).first
    if let expected, isRight(expected) { #expect(read == expected, "\(literal) as \(type)") }
    if let read { #expect(isRight(read), "\(literal) as \(type): \(read)") }
  }

  @Test func `random numbers are read as JSONDecoder reads them, if that is what they say`()
    throws
  {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let literal = Self.literal(&generator)
      let digits = DecimalDigits(literal.utf8)
      func isExact(_ value: some CustomStringConvertible) -> Bool {
        var found = DecimalDigits(value.description.utf8)
        // Only reals have a zero with a sign.
        if found.digits.isEmpty { found.isNegative = digits.isNegative }
        return found == digits
      }
      try expectAlike(Int.self, literal, isExact)
      try expectAlike(UInt8.self, literal, isExact)
      try expectAlike(Int64.self, literal, isExact)
      try expectAlike(UInt64.self, literal, isExact)
      try expectAlike(Int128.self, literal, isExact)
      try expectAlike(Decimal.self, literal, isExact)
      try expectAlike(Double.self, literal) { $0.isFinite && $0 == Double(literal) }
      try expectAlike(Float.self, literal) { value in
        // A literal that is the shortest form of a Double is that Double, and is rounded once more.
        value.isFinite && (value == Float(literal) || value == Double(literal).map { Float($0) })
      }
    }
  }

  /// A number of RFC 8259, many of them close to where a type ends.
  private static func literal(_ generator: inout SeededGenerator) -> String {
    let ends = [
      "0", "127", "128", "255", "256", "32767", "65535", "2147483648", "4294967295", "16777217",
      "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615",
      "18446744073709551616", "340282346638528859811704183484516925440",
    ]
    var text = Bool.random(using: &generator) ? "-" : ""
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: text += ends.randomElement(using: &generator) ?? "0"
    case 1:
      let shift = UInt64.random(in: 0..<62, using: &generator)
      text += String(UInt64.random(in: 0..<1 << 62, using: &generator) >> shift)
    default: text += String(Int.random(in: 0..<100, using: &generator))
    }
    if Bool.random(using: &generator) {
      text += "." + String(UInt64.random(in: 0..<1 << 40, using: &generator))
      if Bool.random(using: &generator) { text += "0" }
    }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      text += ["e", "E", "e+", "e-"].randomElement(using: &generator) ?? "e"
      text += String(Int.random(in: 0..<30, using: &generator))
    }
    return text
  }

  @Test(.enabled(if: Corpus.isThere, "the corpus is absent"))
  func `the documents of the corpus are read as JSONDecoder reads them`() throws {
    func check<Document: CorpusDocument & Equatable>(_ type: Document.Type) throws {
      let expected = try #require(try Corpus.load(type))
      let json = try Array(Data(contentsOf: Corpus.place(of: type)))
      // `==` alone would print a document of megabytes.
      let read = try Self.unarchiver.decode(type, from: ArchivedValue(json: json))
      #expect(Bool(read == expected), "\(type)")
      let archived = try Self.unarchiver.decode(type, from: ArchivedValue(json: json).archived())
      #expect(Bool(archived == expected), "\(type)")
    }
    try check(TwitterSearch.self)
    try check(TicketCatalog.self)
    try check(CanadaMap.self)
  }
}
