import ArchiveInspection
import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Keys of maps: those that are alike (rule A2), and those of any type.
@Suite struct MapKeyTests {
  private struct Keyed: Decodable, Equatable {
    var a: Int
  }

  /// "a" is 1 and then −2.
  private let archive = singlePart("01 18 0F 05 11 03 61 03 61 05 07")

  @Test(arguments: [false, true])
  func `of a key that stands twice the last value counts`(usesCells: Bool) throws {
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    #expect(try unarchiver.decode([String: Int].self, from: archive) == ["a": -2])
    #expect(try unarchiver.decode([String?: Int?].self, from: archive) == ["a": -2])
    #expect(try unarchiver.decode(Keyed.self, from: archive) == Keyed(a: -2))
  }

  /// Nine keys, the first and the last of which are "a": enough to be looked up by their digests.
  @Test(arguments: [false, true])
  func `among many keys the last value of one counts, too`(usesCells: Bool) throws {
    let archive = singlePart(
      """
      01 18 0F 05 49 03 61 03 62 03 63 03 64 03 65 03 66 03 67 03 68 03 61
      05 05 05 05 05 05 05 05 07
      """)
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    #expect(try unarchiver.decode(Keyed.self, from: archive) == Keyed(a: -2))
    #expect(try unarchiver.decode([String: Int].self, from: archive)["a"] == -2)
  }

  @Test func `verification tells a key that stands twice`() {
    let findings = ArchiveVerification(of: archive).findings
    #expect(findings.map(\.code) == [.malformed])
  }

  private enum Color: String, Codable { case red, green, blue }
  private enum Level: Int, Codable, CodingKeyRepresentable { case low = -3, middle, high }
  private enum Shade: String, Codable, CodingKeyRepresentable { case dark, light }
  private struct Point: Codable, Hashable { var (x, y) = (0, 0) }
  private struct Empty: Codable, Hashable {}
  private struct Key: Codable, Hashable {
    var text: String
    init(text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
  private struct Row: Codable, Equatable {
    var number = 5
    var text = "text"
  }

  private func check<Key: Codable & Hashable, Value: Codable & Equatable>(
    _ dictionary: [Key: Value]
  ) throws {
    let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode([dictionary, dictionary])
    let read = try KeyedUnarchiver().decode([[Key: Value]].self, from: bytes)
    #expect(read == [dictionary, dictionary])
    func expectSame<Other: Decodable>(_ type: Other.Type) {
      let direct = RootLeafTests.outcome(type, bytes, usesCells: false)
      let cells = RootLeafTests.outcome(type, bytes, usesCells: true)
      // The text of a dictionary has no order.
      if direct.hasPrefix("error: ") || cells.hasPrefix("error: ") {
        #expect(direct == cells, "\(type)")
      }
    }
    expectSame([[Color: Value]].self)
    expectSame([[Shade: Value]].self)
    expectSame([[Level: Value]].self)
    expectSame([[Point: Value]].self)
    expectSame([[UUID: Value]].self)
    expectSame([[Key: Date]].self)
    expectSame([[Key: [Color: Row]]].self)
    var cells = KeyedUnarchiver()
    cells.usesCells = true
    cells.verifiesChecksums = false
    var direct = KeyedUnarchiver()
    direct.verifiesChecksums = false
    for index in bytes.indices.dropFirst().dropLast(4) {
      for flip: UInt8 in [1, 4, 0x80] {
        var changed = bytes
        changed[index] ^= flip
        let found = try? direct.decode([[Key: Value]].self, from: changed)
        let expected = try? cells.decode([[Key: Value]].self, from: changed)
        #expect(found == expected, "byte \(index) ^ \(flip) of \(dictionary)")
      }
    }
  }

  @Test func `keys of any type are read from bytes as from cells`() throws {
    try check([Color.red: 1, .green: -200, .blue: 3])
    try check([Color.red: Row(), .blue: Row(number: 6, text: "")])
    try check([Color.red: Int?.none, .blue: 7])
    try check([Color.green: true, .blue: false])
    try check([Level.low: "a", .middle: "b", .high: "c"])
    try check([Shade.dark: [1, 2], .light: []])
    try check([UUID(): Row(), UUID(): Row(number: 1, text: "other")])
    try check([Point(): 1, Point(x: 1, y: -70): 2])
    try check([1.5: "x", -0.25: "y"])
    try check([Date(timeIntervalSinceReferenceDate: 1): 1])
    try check([true: 1, false: 2])
    try check([Int?.none: 1, 5: 2])
    try check([[1, 2]: [Color.red: 1], []: [:]])
    try check([Empty(): Empty()])
    try check([Data([1]): 1, Data(): 2])
    try check([Color: Int]())
  }

  @Test(arguments: [false, true])
  func `errors of keys and values are placed as in their unkeyed container`(usesCells: Bool) throws
  {
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    func path<Wanted: Decodable>(_ type: Wanted.Type, _ value: some Encodable) throws -> String? {
      let bytes: [UInt8] = try KeyedArchiver().encode(value)
      let error = #expect(throws: ArchiveError.self) { try unarchiver.decode(type, from: bytes) }
      return error?.path.description
    }
    #expect(try path([Color: Row].self, [Point(): Row()]) == "$[0]")
    #expect(try path([Point: Color].self, [Point(): "pink"]) == "$[1]")
    #expect(try path([Point: Row].self, [Point(): ["number": "x"]]) == "$[1].number")
    #expect(try path([Shade: Color].self, ["dark": "pink"]) == "$.dark")
    // The first of several.
    let wrong = [Key(text: "red"): "pink", Key(text: "purple"): "red"]
    let first = try path([Color: Color].self, wrong)
    #expect(first == "$[0]" || first == "$[1]")
    let bytes: [UInt8] = try KeyedArchiver().encode(wrong)
    #expect(
      RootLeafTests.outcome([Color: Color].self, bytes, usesCells: false)
        == RootLeafTests.outcome([Color: Color].self, bytes, usesCells: true))
  }

  /// The archive has "dark" twice: "pink", which is no colour, and then "red".
  @Test(arguments: [false, true])
  func `of a key of another type that stands twice the last value counts`(usesCells: Bool) throws {
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    let archive = singlePart(
      "01 18 0F 0F 11 09 64 61 72 6B 09 64 61 72 6B 09 70 69 6E 6B 07 72 65 64")
    #expect(try unarchiver.decode([Shade: Color].self, from: archive) == [.dark: .red])
  }

  @Test(arguments: [false, true])
  func `an optional costs a visit, in each place`(usesCells: Bool) throws {
    func expectRefused<Wanted: Decodable>(_ type: Wanted.Type, _ value: some Encodable) throws {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      unarchiver.limits.maximumVisitCount = 900
      let bytes: [UInt8] = try KeyedArchiver().encode(value)
      let error = #expect(throws: ArchiveError.self) { try unarchiver.decode(type, from: bytes) }
      #expect(error?.code == .limitExceeded, "\(type)")
    }
    let numbers = Array(0..<1_000)
    try expectRefused([Int?].self, numbers)
    try expectRefused([String?].self, numbers.map(String.init))
    try expectRefused([Single].self, numbers)
    let table = Dictionary(uniqueKeysWithValues: numbers.map { ($0, $0) })
    try expectRefused([Int: Int?].self, table)
    try expectRefused(
      [Double?: Int].self,
      [Double: Int](uniqueKeysWithValues: numbers.map { (Double($0) + 0.5, 1) }))
  }

  private struct Single: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      for _ in 0..<3 { _ = try container.decode(Int?.self) }
    }
  }
}
