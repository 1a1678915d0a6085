import Foundation
import Testing

@testable import KeyedArchives

/// Fields that nobody asks for are passed over, whatever they hold.
@Suite struct PassedOverTests {
  private struct Inner: Codable {
    var name = "inner"
    var flags: [Bool?] = [true, nil]
  }
  private enum Choice: Codable {
    case number(Int)
    case text(String, at: Int?)
  }

  /// A field of every sort, some with values, some with nulls, and one behind them.
  private struct Written: Encodable {
    var texts: [String?]
    var numbers: [Int?] = [nil, 300, nil, -5, 70_000, nil, 7, 8, 9, nil]
    var bools: [Bool?] = [nil, true, nil, false, true, nil, true, false, true, nil]
    var rows: [[Int]?] = [nil, [1, 300], nil, []]
    var named: [String: Int?] = ["a": nil, "b": 2]
    var byNumber: [Int: [String?]] = [1: [nil, "x"], -300: []]
    var choices: [Choice] = [.number(1), .text("t", at: nil), .text("u", at: 2)]
    var inner: Inner? = Inner()
    var inners: [Inner?] = [nil, Inner(), Inner(name: "other", flags: [])]
    var address = URL(string: "b", relativeTo: URL(string: "https://a.example/"))
    var data = Data([1, 2, 3])
    var id = UUID()
    var date = Date(timeIntervalSinceReferenceDate: 1)
    var amount = Decimal(12) / 10
    var wide = Int128.min
    /// Absent, null or a number.
    var state: Int??
    var last: Int

    enum Keys: String, CodingKey {
      case texts, numbers, bools, rows, named, byNumber, choices, inner, inners, address, data, id
      case date, amount, wide, state, last
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(texts, forKey: .texts)
      try container.encode(numbers, forKey: .numbers)
      try container.encode(bools, forKey: .bools)
      try container.encode(rows, forKey: .rows)
      try container.encode(named, forKey: .named)
      try container.encode(byNumber, forKey: .byNumber)
      try container.encode(choices, forKey: .choices)
      try container.encodeIfPresent(inner, forKey: .inner)
      try container.encode(inners, forKey: .inners)
      try container.encodeIfPresent(address, forKey: .address)
      try container.encode(data, forKey: .data)
      try container.encode(id, forKey: .id)
      try container.encode(date, forKey: .date)
      try container.encode(amount, forKey: .amount)
      try container.encode(wide, forKey: .wide)
      switch state {
      case .none: try container.encodeIfPresent(nil as Int?, forKey: .state)
      case .some(.none): try container.encodeNil(forKey: .state)
      case .some(let number?): try container.encode(number, forKey: .state)
      }
      try container.encode(last, forKey: .last)
    }
  }

  private struct Read: Decodable, Equatable {
    var last: Int
  }

  /// A field that may be absent and null has two state bits, of which the second is not set alone (Spec, section 6).
  private struct Stated: Encodable {
    var state: Int??
    var last: Int
    enum Keys: String, CodingKey { case state, last }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      switch state {
      case .none: try container.encodeIfPresent(nil as Int?, forKey: .state)
      case .some(.none): try container.encodeNil(forKey: .state)
      case .some(let number?): try container.encode(number, forKey: .state)
      }
      try container.encode(last, forKey: .last)
    }
  }

  private struct Around: Encodable {
    var stated: [Stated]
    var last = 3
  }

  @Test(arguments: [false, true])
  func `a state that there is not is refused where nobody asks for the field`(
    _ usesCells: Bool
  ) throws {
    let value = Stated(state: .some(.some(5)), last: 7)
    let archiver = KeyedArchiver(framing: .singlePart)
    let others = [Stated(state: .none, last: 1), Stated(state: .some(.none), last: 1)]
    var bytes: [UInt8] = try archiver.encode([Around(stated: others + [value])])
    let end: [UInt8] = [0b11, 10 << 1 | 1, 14 << 1 | 1, 6 << 1 | 1]
    let place = bytes.count - 4 - end.count
    #expect(bytes[place..<bytes.count - 4] == end[...])
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.verifiesChecksums = false
    #expect(try unarchiver.decode([Read].self, from: bytes).map(\.last) == [3])
    bytes[place] = 0b10
    let error = #expect(throws: ArchiveError.self) {
      try unarchiver.decode([Read].self, from: bytes)
    }
    #expect(error?.code == .malformed)
  }

  private struct Texted: Codable {
    var last = 7
    var text: String
  }

  /// Rule V3: a text is UTF-8, at each of its bytes, whether somebody asks for it or not.
  @Test(arguments: [false, true])
  func `a text that is no UTF-8 is refused where nobody asks for it`(_ usesCells: Bool) throws {
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.verifiesChecksums = false
    for length in [1, 5, 8, 9, 17, 40] {
      // The second record stands at the end of the archive.
      let value = [Texted(text: String(repeating: "a", count: length)), Texted(text: "b")]
      for reversed in [value, value.reversed()] {
        let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(reversed)
        #expect(try unarchiver.decode([Read].self, from: bytes).map(\.last) == [7, 7])
        let text = Array(repeating: UInt8(ascii: "a"), count: length)
        let start = try #require(
          bytes.indices.last { bytes[$0...].starts(with: text) && $0 + length <= bytes.count - 4 })
        for place in start..<start + length {
          for wrong in [0xFF, 0x80, 0xC3] as [UInt8] {
            var bytes = bytes
            bytes[place] = wrong
            let error = #expect(throws: ArchiveError.self) {
              try unarchiver.decode([Read].self, from: bytes)
            }
            #expect(error?.code == .malformed)
          }
        }
        // "é" has two bytes.
        guard length > 1 else { continue }
        var other = bytes
        other.replaceSubrange(start..<start + 2, with: [0xC3, 0xA9])
        #expect(try unarchiver.decode([Read].self, from: other).map(\.last) == [7, 7])
      }
    }
  }

  @Test(arguments: [false, true])
  func `what stands behind them is read`(_ usesCells: Bool) throws {
    let states: [Int??] = [.none, .some(.none), .some(.some(5))]
    for texts in [[], ["a"], [nil], ["a", nil, "a text of more than fifteen bytes"]] as [[String?]]
    {
      let written = states.indices.map {
        Written(texts: texts, state: states[$0], last: 1_000 + $0)
      }
      for layout in Layout.all {
        let bytes = try layout.bytes(written)
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        for _ in 0..<2 {
          let read = try unarchiver.decode([Read].self, from: bytes)
          #expect(read == [Read(last: 1_000), Read(last: 1_001), Read(last: 1_002)])
        }
        let alone = try unarchiver.decode(Read.self, from: layout.bytes(written[1]))
        #expect(alone == Read(last: 1_001))
      }
    }
  }
}
