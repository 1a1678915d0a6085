import Foundation
import KeyedArchives

/// What a home keeps: a dictionary and the records that were written against it.
struct Home {
  var dictionary = ShapeDictionary()
  private(set) var records: [[UInt8]] = []

  /// Encodes a value, commits the additions, then the record.
  @discardableResult
  mutating func put(
    _ value: some Encodable, _ archiver: KeyedArchiver = KeyedArchiver()
  ) throws -> DictionaryEncoding {
    let encoding = try archiver.encode(value, against: dictionary)
    try commit(encoding)
    return encoding
  }

  mutating func commit(_ encoding: DictionaryEncoding) throws {
    dictionary = try dictionary.adding(encoding.additions)
    records.append(encoding.bytes)
  }

  func get<Value: Decodable>(_ type: Value.Type, _ index: Int) throws -> Value {
    try KeyedUnarchiver().decode(type, from: records[index], dictionary: dictionary)
  }
}

/// A record of eight small fields, as a table holds them.
struct TableRow: Codable, Equatable {
  var id: Int64
  var name: String
  var rank: Int32
  var score: Double
  var isActive: Bool
  var city: String
  var updated: Int64
  var note: String?

  init(_ index: Int, note: String? = nil) {
    id = 1_700_000_000_000 + Int64(index)
    name = "abcdefghijklmnopqrstuvwxyz"
    rank = Int32(truncatingIfNeeded: index % 50)
    score = Double(index) / 8
    isActive = index % 2 == 0
    city = "San Francisco"
    updated = 1_700_000_000 + Int64(index)
    self.note = note
  }
}

/// An enum, an optional, an array, a map and a nested record: shapes come and get refined.
struct Event: Codable, Equatable {
  enum Place: Codable, Equatable {
    case nowhere
    case city(String)
    case point(x: Double, y: Double)
  }

  var place: Place
  var tags: [String] = []
  var counts: [String: Int] = [:]
  var isDone: Bool?
  var parent: TableRow?
  var amounts: [Double?] = []
}

extension Event {
  /// One of a few hundred different events.
  init(seed: Int) {
    let places: [Place] = [.nowhere, .city("c\(seed % 3)"), .point(x: Double(seed), y: 0.5)]
    self.init(place: places[seed % 3])
    if seed % 2 == 1 { tags = ["t\(seed % 5)", ""] }
    if seed % 5 == 2 { counts = ["k": seed] }
    if seed % 7 == 3 { isDone = seed % 2 == 0 }
    if seed % 11 == 4 { parent = TableRow(seed, note: seed % 3 == 0 ? "n" : nil) }
    if seed % 13 == 5 { amounts = [1.5, nil] }
  }
}
