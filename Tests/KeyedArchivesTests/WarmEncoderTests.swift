import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// What an encoder learned from one value does not show in the next one of its type.
@Suite struct WarmEncoderTests {
  final class Counter: Codable {
    var number: Int
    init(_ number: Int) { self.number = number }
  }
  struct Two: Codable {
    var a: Counter
    var b: Counter
  }
  struct List: Codable {
    var a: Counter
    var b: [Counter]
  }
  struct Maybe: Codable {
    var a: Counter
    var b: Counter?
    var c: [Int?] = []
    var d: [String: [Int]] = [:]
  }

  /// Each value, encoded by one encoder after the other values, is what the general way makes of it.
  private func check<Value: Codable>(
    _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let archiver = KeyedArchiver(framing: .singlePart)
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    var directCount = 0
    for value in values + values.reversed() {
      let general = try archiver.encodeThroughTape(value)
      if let root = unsafe encoder.encode(
        root: value, archiver, leavesGaps: false),
        let definitions = unsafe encoder.definitionBytes(), unsafe encoder.putTag(ofRoot: root)
      {
        let direct = unsafe Array(encoder.singlePart(definitions))
        if Differential.isWantedHere() {
          #expect(direct == general, sourceLocation: sourceLocation)
        }
        directCount += 1
      }
      encoder.end()
      let whole: [UInt8] = try archiver.encode(value)
      if Differential.isWantedHere() {
        #expect(whole == general, sourceLocation: sourceLocation)
      }
      _ = try KeyedUnarchiver().decode(Value.self, from: whole)
    }
    #expect(directCount > 0, sourceLocation: sourceLocation)
  }

  @Test func `objects and references in turn`() throws {
    let (x, y) = (Counter(1), Counter(2))
    try check([Two(a: x, b: x), Two(a: x, b: y), Two(a: x, b: x)])
    try check([List(a: x, b: [x]), List(a: x, b: [y, x]), List(a: x, b: []), List(a: x, b: [x])])
    try check([
      Maybe(a: x, b: y), Maybe(a: x, b: x), Maybe(a: x, b: nil), Maybe(a: x, b: y, c: [nil]),
      Maybe(a: x, c: [1]), Maybe(a: x, c: [nil, 2], d: ["a": []]), Maybe(a: x, d: ["1": [1]]),
    ])
  }

  @Test(arguments: [1, 2, 3]) func `objects and references in a stream`(_ batch: Int) throws {
    let (x, y) = (Counter(1), Counter(2))
    let values = [Two(a: x, b: x), Two(a: x, b: x), Two(a: x, b: y), Two(a: y, b: x)]
    let direct = try stream(values, batchCount: batch)
    if Differential.isWantedHere() {
      #expect(try direct == stream(values, batchCount: batch, isDirect: false))
    }
    #expect(try elements(Two.self, of: direct).map(\.b.number) == [1, 1, 2, 1])
  }

  /// Stores how many entries the user info of its encoder has.
  struct Asking: Codable {
    var count = 0
    init() {}
    init(from decoder: any Decoder) throws {
      count = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(encoder.userInfo.count)
    }
  }

  @Test func `the user info of one call is not that of the next`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "key"))
    let other = try #require(CodingUserInfoKey(rawValue: "other"))
    for infos in [[key: 1], [:], [key: 1, other: 2], [:], [other: 3]] as [[CodingUserInfoKey: Int]]
    {
      var archiver = KeyedArchiver()
      archiver.userInfo = infos
      for _ in 0..<3 {
        let bytes: [UInt8] = try archiver.encode([Asking(), Asking()])
        let counts = try KeyedUnarchiver().decode([Asking].self, from: bytes).map(\.count)
        #expect(counts == [infos.count, infos.count])
      }
    }
  }

  @Test func `cases in turn`() throws {
    try check(PayloadTests.messages)
    try check(PayloadTests.messages.map { [$0, .nothing, $0] })
  }
}
