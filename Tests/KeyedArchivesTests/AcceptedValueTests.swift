import ArchiveInspection
import Foundation
import KeyedArchives
import Testing

/// Values that were written once and could not be read again.
@Suite struct AcceptedValueTests {
  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    let archive: [UInt8] = try KeyedArchiver().encode(value)
    #expect(
      ArchiveVerification(of: archive).findings.filter { !$0.message.contains("twice") } == [])
    return try KeyedUnarchiver().decode(Value.self, from: archive)
  }

  @Test func `both nils of an optional of an optional are nil`() throws {
    #expect(try roundTrip([.none, .some(.none), 1] as [Int??]) == [nil, nil, 1])
    #expect(
      try roundTrip([nil, .some(nil), .some(.some(nil)), 2] as [Int???]) == [nil, nil, nil, 2])
    let map = ["a": .none, "b": .some(.none), "c": 3] as [String: Int??]
    let back = try roundTrip(map).mapValues { $0 ?? nil }
    #expect(back == (["a": nil, "b": nil, "c": 3] as [String: Int?]))
    let members = try roundTrip([.none, .some(.none), 4] as Set<Int??>)
    #expect(members.count == 2 && members.contains(.some(4)))
    #expect(try roundTrip([[nil, .some(nil)], [1]] as [[Int??]]) == [[nil, nil], [1]])
  }

  private struct Choice: Codable, Hashable {
    var name: String
    var isSelected = false
    enum CodingKeys: CodingKey { case name }
  }

  @Test func `members and keys that are alike once they are stored become one`() throws {
    let choices: Set = [Choice(name: "a", isSelected: true), Choice(name: "a"), Choice(name: "b")]
    #expect(try roundTrip(choices).map(\.name).sorted() == ["a", "b"])
    let counts = [Choice(name: "a", isSelected: true): 1, Choice(name: "a"): 2]
    let last = Array(counts.values)[1]
    #expect(try roundTrip(counts) == [Choice(name: "a"): last])
    let archive: [UInt8] = try KeyedArchiver().encode(choices)
    #expect(ArchiveVerification(of: archive).findings.map(\.code) == [.malformed])
  }

  private enum Suit: String, Codable { case hearts, spades }

  @Test func `null is a key`() throws {
    #expect(try roundTrip([nil: 1, 2: 3] as [Int?: Int]) == [nil: 1, 2: 3])
    #expect(try roundTrip([nil: 1] as [Int?: Int]) == [nil: 1])
    #expect(
      try roundTrip([nil: "n", .hearts: "h"] as [Suit?: String]) == [nil: "n", .hearts: "h"])
    #expect(try roundTrip([[nil: [1]], [:]] as [[String?: [Int]]]) == [[nil: [1]], [:]])
  }

  @Test func `the type that is decoded may be told by what is asked for`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode([1, 2])
    let numbers: [Int] = try KeyedUnarchiver().decode(from: bytes)
    let again: [Int] = try KeyedUnarchiver().decode(from: Data(bytes))
    #expect(numbers == [1, 2] && again == numbers)
  }

  @Test func `an error has its sentence as its localized description`() {
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Int.self, from: [0xB0] as [UInt8])
    }
    #expect(error?.localizedDescription == error.map { "\($0)" })
  }

  @Test func `an error names types in words`() throws {
    func message<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> String {
      let error = try #require(throws: ArchiveError.self) {
        try KeyedUnarchiver().decode(type, from: bytes)
      }
      #expect(error.code == .typeMismatch)
      return error.message
    }
    let number: [UInt8] = try KeyedArchiver().encode(7)
    // Collections of the standard library ask for a container, and the decoder does not know of what.
    #expect(try message([String].self, from: number).contains("an array is asked for"))
    #expect(try message(String.self, from: number).contains("a String"))
    #expect(try message(Int.self, from: KeyedArchiver().encode("7")).contains("an Int"))
    #expect(try message(URL.self, from: number).contains("a URL"))
  }

  private struct Named: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Long: Codable, Equatable {
    var keys: [String]

    init(_ keys: [String]) { self.keys = keys }
    init(from decoder: any Decoder) throws {
      keys = try decoder.container(keyedBy: Named.self).allKeys.map(\.stringValue)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Named.self)
      for key in keys { try container.encode(1, forKey: Named(stringValue: key)) }
    }
  }

  @Test func `a key longer than those of shapes is the key of a map`() throws {
    for count in [65_536, 65_537, 99_000] {
      let key = String(repeating: "k", count: count)
      #expect(try roundTrip(Long([key])) == Long([key]))
      let json = try ArchivedValue(json: Array(#"{"\#(key)":[1,{"\#(key)2":2}]}"#.utf8))
      let archive = try json.archived()
      #expect(ArchiveVerification(of: archive).findings == [])
      #expect(try ArchiveInspector(archive).roots.count == 1)
    }
  }
}
