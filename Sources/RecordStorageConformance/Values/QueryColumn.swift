internal import RecordStorage
internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What records are found by in a case: the key, or an attribute of some type, and records whose values are in an order of their own.
struct QueryColumn: Sendable {
  enum Place: String, CaseIterable, Sendable {
    case key, indexed, unique
  }

  let place: Place
  let type: StoredType
  let keyKind: RecordKey.Kind

  static let all: [QueryColumn] =
    [(StoredType.int64, RecordKey.Kind.integer), (.text, .text), (.blob, .blob)].map {
      QueryColumn(place: .key, type: $0.0, keyKind: $0.1)
    }
    + [Place.indexed, .unique].flatMap { place in
      [
        (StoredType.int64, RecordKey.Kind.text), (.double, .integer), (.text, .blob),
        (.blob, .text),
      ]
      .map { QueryColumn(place: place, type: $0.0, keyKind: $0.1) }
    }

  /// What it is called in ids of cases.
  var name: String {
    place == .key ? "\(keyKind.rawValue) key" : "\(place.rawValue) \(type.kind?.rawValue ?? "")"
  }

  /// The position of the attribute in the table; nil for the key.
  var position: Int? { place == .key ? nil : 1 }

  /// Values in their order, each once.
  var values: [StoredValue] {
    switch type.kind {
    case .integer:
      [.min, -10, -9, -1, 0, 1, 2, 9, 10, 100, 9_007_199_254_740_992, 9_007_199_254_740_993, .max]
        .map { .integer($0) }
    case .real:
      [
        -.infinity, -1e300, -1.5, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 0.1, 1,
        1.0.nextUp, 9, 10, 1e300, .infinity,
      ].map { .real($0) }
    case .blob:
      ([
        [], [0], [0, 0], [0, 1], [0, 255], [1], [0x61], [0x61, 0xFF], [0x61, 0xFF, 0], [0x62],
        [0x80], [255], [255, 255],
      ] as [[UInt8]]).map { .blob(Data($0)) }
    default:
      [
        "", "10", "9", "A", "B", "a", "a ", "ab", "abc", "a\u{10FFFF}", "b", "e\u{301}", "z",
        "\u{E9}", "\u{FFFF}", "😀",
      ].map { .text($0) }
    }
  }

  /// A value that no record has, and that stands between two that some have.
  var absent: StoredValue {
    switch type.kind {
    case .integer: .integer(5)
    case .real: .real(0.5)
    case .blob: .bytes(0x61, 0x01)
    default: .text("aa")
    }
  }

  /// A beginning that several values have, and one that values have inside, but do not begin with.
  var prefixes: [StoredValue] {
    switch type.kind {
    case .text:
      ["", "a", "ab", "abcd", "b", "e", "\u{FFFF}", "a\u{10FFFF}", "\u{10FFFF}"].map { .text($0) }
    case .blob:
      ([[], [0], [0x61], [0x61, 0xFF], [255], [255, 255], [255, 255, 255]] as [[UInt8]])
        .map { .blob(Data($0)) }
    default: []
    }
  }

  /// The table, with an attribute before the one that records are found by and one behind.
  var table: RecordTable {
    var columns: [AttributeSchema] = [.column("before", .text), .column("behind", .int64)]
    if place != .key {
      columns.insert(.column("found", type, place == .unique ? .unique : .indexed), at: 1)
    }
    return SampleTable.make(key: keyKind, columns)
  }

  /// The records, in an order that is neither that of keys nor that of values.
  func records() throws -> [StoredRecord] {
    var values = values
    if place != .key { values += [.null, .null] }
    if place == .indexed { values += [values[2], values[2], values[4], values[9], .null] }
    var choice = SplitMix(name)
    return try values.shuffled(using: &choice).enumerated().map { number, value in
      var record = StoredRecord(
        key: SampleKeys.key((number * 11) % 101, keyKind),
        values: [.text("record \(number)"), value, .integer(Int64(number))])
      if place == .key {
        guard let key = RecordKey(value) else { throw ConformanceFailure("no key: \(value)") }
        record.key = key
        record.values.remove(at: 1)
      }
      return record
    }
  }
}
