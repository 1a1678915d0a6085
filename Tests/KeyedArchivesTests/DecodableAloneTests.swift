import Foundation
import Testing

@testable import KeyedArchives

/// Types that are only read, as those of many programs that take what others wrote, are read from bytes in collections too.
@Suite struct DecodableAloneTests {
  private struct Stored: Codable, Hashable { var (name, number) = ("n", 1) }

  private struct Read: Decodable, Hashable {
    enum CodingKeys: CodingKey { case name, number }
    var name: String
    var number: Int
    var coder: String
    init(from decoder: any Decoder) throws {
      coder = "\(type(of: decoder))"
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      number = try container.decode(Int.self, forKey: .number)
    }
  }

  private func check<Value: Encodable, Result: Decodable>(
    _ value: Value, as type: Result.Type, _ reads: (Result) -> [Read]
  ) throws {
    let archive: Data = try KeyedArchiver().encode(value)
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      for read in reads(try unarchiver.decode(type, from: archive)) {
        #expect(read.name == "n" && read.number == 1)
        #expect(read.coder == (usesCells ? "ValueDecoder" : "DirectDecoder"), "\(type)")
      }
    }
  }

  @Test func collections() throws {
    try check([Stored()], as: [Read].self) { $0 }
    try check([Stored(), nil], as: [Read?].self) { $0.compactMap { $0 } }
    try check(["a": Stored()], as: [String: Read].self) { Array($0.values) }
    try check(["a": [Stored()]], as: [String: [Read]].self) { $0.values.flatMap { $0 } }
    try check([5: Stored()], as: [Int: Read].self) { Array($0.values) }
    try check([Stored(): 5], as: [Read: Int].self) { Array($0.keys) }
    try check(Set([Stored()]), as: Set<Read>.self) { Array($0) }
    try check([["a": Set([Stored()])]], as: [[String: Set<Read>]].self) { maps in
      maps.flatMap { $0.values.flatMap { $0 } }
    }
  }

  /// A wrong kind is refused in the same place as from cells.
  @Test func refusals() throws {
    let archive: Data = try KeyedArchiver().encode(["a": ["b": Stored()]])
    func error<Result: Decodable>(_ type: Result.Type, usesCells: Bool) -> String {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode(type, from: archive)
      }
      return "\(error?.description ?? "")"
    }
    func check<Result: Decodable>(_ type: Result.Type) {
      #expect(error(type, usesCells: false) == error(type, usesCells: true))
    }
    check([String: Read].self)
    check([String: [Read]].self)
    check([String: Set<Read>].self)
    check([String: [String: [Read]]].self)
    check([Read].self)
    check(Set<Read>.self)
    check([Int: Read].self)
  }
}
