#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Records with two dictionaries of four entries.
enum DictionaryPairs {
  /// A key that is a case with a raw value.
  enum Suit: String, Codable, CaseIterable { case clubs, diamonds, hearts, spades }

  /// A case with a raw value as a key that is a text.
  enum TextSuit: String, Codable, CodingKeyRepresentable, CaseIterable {
    case clubs, diamonds, hearts, spades
  }

  /// An array of keys and values in turns, as dictionaries encode themselves without keys that are texts.
  struct Suits: DictionaryPair {
    var from, to: [Suit: Int]
    var leafCount: Int { 16 }

    static func entry(_ seed: Int, _ number: Int) -> (Suit, Int) {
      (Suit.allCases[number], seed + number)
    }
    static func write(_ key: Suit, to writer: inout FixedLayoutWriter) {
      key.rawValue.write(to: &writer)
    }
    static func key(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> Suit {
      guard let key = Suit(rawValue: try reader.value()) else { throw .unknownCase }
      return key
    }
  }

  struct TextSuits: DictionaryPair {
    var from, to: [TextSuit: Int]
    var leafCount: Int { 16 }

    static func entry(_ seed: Int, _ number: Int) -> (TextSuit, Int) {
      (TextSuit.allCases[number], seed + number)
    }
    static func write(_ key: TextSuit, to writer: inout FixedLayoutWriter) {
      key.rawValue.write(to: &writer)
    }
    static func key(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> TextSuit {
      guard let key = TextSuit(rawValue: try reader.value()) else { throw .unknownCase }
      return key
    }
  }

  struct RecordsByUUID: DictionaryPair {
    var from, to: [UUID: PlainRecord]

    static func entry(_ seed: Int, _ number: Int) -> (UUID, PlainRecord) {
      (FoundationPairs.UUIDs.field(seed * 4 + number), PlainRecord(seed: seed + number))
    }
    static func write(_ key: UUID, to writer: inout FixedLayoutWriter) {
      FoundationPairs.UUIDs.write(key, to: &writer)
    }
    static func key(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> UUID {
      try FoundationPairs.UUIDs.field(from: &reader)
    }
  }

  struct RecordsByInt: DictionaryPair {
    var from, to: [Int: PlainRecord]

    static func entry(_ seed: Int, _ number: Int) -> (Int, PlainRecord) {
      (seed * 4 + number, PlainRecord(seed: seed + number))
    }
    static func write(_ key: Int, to writer: inout FixedLayoutWriter) { key.write(to: &writer) }
    static func key(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> Int {
      try reader.value()
    }
  }

  struct RecordsByText: DictionaryPair {
    var from, to: [String: PlainRecord]

    static func entry(_ seed: Int, _ number: Int) -> (String, PlainRecord) {
      ("record \(number)", PlainRecord(seed: seed + number))
    }
    static func write(_ key: String, to writer: inout FixedLayoutWriter) { key.write(to: &writer) }
    static func key(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> String {
      try reader.value()
    }
  }
}

extension DictionaryPairs.RecordsByUUID {
  var leafCount: Int { 72 }
  var valueCount: Int { 9 }
}

extension DictionaryPairs.RecordsByInt {
  var leafCount: Int { 72 }
  var valueCount: Int { 9 }
}

extension DictionaryPairs.RecordsByText {
  var leafCount: Int { 72 }
  var valueCount: Int { 9 }
}
