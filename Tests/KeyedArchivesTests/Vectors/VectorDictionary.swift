import KeyedArchives

/// A shape dictionary that vectors were written against: `Spec/vectors/dictionaries/NAME.hex`.
struct VectorDictionary: Sendable {
  var name: String
  var comment: String
  var rows: [UInt8]

  static func all() throws -> [VectorDictionary] {
    [empty, grown, grown2, grown3, flipped, changed, forward, incomplete, malformed, twice, many]
      + [try home()]
  }

  static let empty = VectorDictionary(name: "empty", comment: "no rows", rows: [])

  /// The rows of `grown`, one by one.
  private static let grownRows = [
    hex("11 54"), hex("0B 05 05 05 61 40 05 62"), hex("05 03 03"), hex("07 03 01 45"),
    hex("11 55"), hex("13 05 15 03 05 63 0F 03"),
  ]

  static let grown = VectorDictionary(
    name: "grown",
    comment: "T; its shape of a and b; b refined to bool; a shape derived from it; U; its shape",
    rows: Array(grownRows.joined()))

  static let grown2 = VectorDictionary(
    name: "grown-2", comment: "the first 2 rows of “grown”", rows: Array(grownRows[..<2].joined()))

  static let grown3 = VectorDictionary(
    name: "grown-3", comment: "the first 3 rows of “grown”", rows: Array(grownRows[..<3].joined()))

  static let flipped = VectorDictionary(
    name: "grown-flipped", comment: "“grown” with one bit changed: T is V",
    rows: grown.rows.enumerated().map { $0 == 1 ? $1 ^ 2 : $1 })

  static let changed = VectorDictionary(
    name: "type-that-became-a-class", comment: "T, then class T, then T of version 2",
    rows: hex("11 54 19 03 54 19 05 54 05"))

  static let twice = VectorDictionary(
    name: "type-twice", comment: "T, and T again", rows: hex("11 54 11 54"))

  static let forward = VectorDictionary(
    name: "forward", comment: "a shape whose field is a record of the next shape, or absent",
    rows: hex("03 03 55 03 05 61 03 01"))

  static let incomplete = VectorDictionary(
    name: "incomplete", comment: "a shape whose field is a record of a shape that is not there",
    rows: hex("03 03 15 03 05 61"))

  static let malformed = VectorDictionary(
    name: "malformed", comment: "a refinement that determines nothing",
    rows: hex("03 03 45 05 61 05 01 03"))

  /// 300 types, so that a record's prefix byte fits several numbers of rows.
  static let many = VectorDictionary(
    name: "many", comment: "300 types, T0 to T299",
    rows: (0..<300).flatMap { index in
      var sink = ByteSink()
      sink.typeRow(named: "T\(index)")
      return sink.bytes
    })

  /// What encoding events in order left.
  static func home() throws -> VectorDictionary {
    VectorDictionary(
      name: "home", comment: "the rows that 40 encoded values left",
      rows: try events().dictionary.rows)
  }

  /// 40 events as records of one home.
  static func events() throws -> Home {
    var home = Home()
    for seed in 0..<40 { try home.put(Event(seed: seed)) }
    return home
  }

  /// A record against the first rows, with a right checksum; `content` in hex with its definitions.
  func record(_ rowCount: Int, _ content: String, flags: UInt8 = 0) -> [UInt8] {
    let dictionary = (try? ShapeDictionary(rows: rows)) ?? ShapeDictionary()
    var sink = ByteSink()
    sink.byte(ArchiveFraming.lead | 1 | flags)
    sink.byte(UInt8(truncatingIfNeeded: rowCount))
    sink.append(hex(content)[...])
    sink.fixed(Checksum.crc32(dictionary.checksum(afterRows: rowCount) ?? 0, sink.bytes[...]))
    return sink.bytes
  }
}
