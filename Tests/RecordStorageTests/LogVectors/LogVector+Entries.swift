import StorageTransforms

@testable import RecordLog
@testable import RecordStorage

extension LogVector {
  /// Payloads behind that with the table of ``LogBytes``: rules P1 and P4.
  static func payloads() throws -> [LogVector] {
    try cutOff.map { try payload("P1-cut-off-\($0)", $1, .truncated, $2) }
      + malformed.map { try payload("P1-\($0)", $1, .malformed, $2) }
      + values.map { try payload("P1-value-\($0)", $1, $2, $3) }
      + greatNumbers()
  }

  /// - Parameter text: The payload in hex, with `^` in front of the byte that is the place.
  private static func payload(
    _ name: String, _ about: String, _ code: LogError.Code, _ text: String
  ) throws -> LogVector {
    let parts = text.split(separator: "^", omittingEmptySubsequences: false).map { part in
      let digits = part.compactMap { $0.hexDigitValue.map(UInt8.init) }
      return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
    var log = try LogBytes.withTable()
    let place = log.nextPayloadOffset + parts[0].count
    log.add(Array(parts.joined()))
    return .invalid(name, about, code, at: place, log.bytes)
  }

  private static let cutOff = [
    ("entity", "A put without an entity.", "02 ^"),
    ("varint", "A varint that goes on behind the payload.", "02 ^02"),
    ("key", "A put without a key.", "02 03 ^"),
    ("integer", "An integer of two bytes, of which one is there.", "02 03 22 ^01"),
    ("text", "Text of five bytes, of which two are there.", "02 03 65 ^61 62"),
    ("byte-count", "Text without its byte count.", "02 03 78 ^"),
    ("long-byte-count", "A byte count of two bytes, of which one is there.", "02 03 79 ^18"),
    ("blob", "A blob of two bytes, of which one is there.", "02 03 82 ^18"),
    ("great-blob", "A blob of 2^64 − 1 bytes.", "02 03 9B FF FF FF FF FF FF FF FF ^18"),
    ("count", "A put without a byte count.", "02 03 21 07 ^"),
    ("values", "Values that go on behind the payload.", "02 03 21 07 09 ^03 00"),
    ("real-key", "A real as a key, which is cut off.", "02 03 48 ^00"),
    ("revision", "A schema without a revision.", "01 03 ^"),
    ("attributes", "A schema without a count of attributes.", "01 03 05 ^"),
    ("archive", "An archive that goes on behind the payload.", "01 03 05 07 09 ^B0 0D"),
    ("removed-key", "A removal without a key.", "03 03 ^"),
    ("dropped-entity", "A drop without an entity.", "04 ^"),
    ("note", "A note that goes on behind the payload.", "05 07 ^01"),
    ("second-entry", "An entry that is cut off behind a whole one.", "05 03 AA 04 ^"),
  ]

  private static let malformed = [
    ("entry-0", "No entry begins with 0.", "^00"),
    ("entry-6", "No entry begins with 6.", "05 01 ^06 03"),
    ("entity-0", "There is no entity 0.", "04 ^01"),
    ("revision-0", "There is no revision 0.", "01 03 ^01 07 01"),
    ("null-key", "Null is no key.", "03 03 ^00"),
    ("real-key", "A real is no key.", "03 03 ^44 00 00 00 3F"),
    ("lead-01", "No value begins with 01.", "03 03 ^01"),
    ("lead-29", "No integer has nine bytes.", "03 03 ^29 00 00 00 00 00 00 00 00 01"),
    ("lead-41", "No real has one byte.", "03 03 ^41 00"),
    ("lead-7C", "No text has a byte count of 16 bytes.", "03 03 ^7C"),
    ("lead-9C", "No blob has one either.", "03 03 ^9C"),
    ("lead-A0", "No value begins with A0.", "03 03 ^A0"),
    ("long-zero", "Zero in a byte.", "03 03 ^21 00"),
    ("long-integer", "1 in two bytes.", "03 03 ^22 01 00"),
    ("long-negative", "−1 in two bytes.", "03 03 ^22 FF FF"),
    ("long-127", "127 in two bytes.", "03 03 ^22 7F 00"),
    ("long-minus-128", "−128 in two bytes.", "03 03 ^22 80 FF"),
    ("long-200", "200 in three bytes.", "03 03 ^23 C8 00 00"),
    ("long-great", "2^55 − 1 in eight bytes.", "03 03 ^28 FF FF FF FF FF FF 7F 00"),
    ("long-byte-count", "A byte count of 3 behind the lead.", "03 03 ^78 03 61 62 63"),
    (
      "longer-byte-count", "A byte count of 24 in two bytes.",
      "03 03 ^99 18 00" + " 00".repeated(24)
    ),
    (
      "byte-count-of-four", "A byte count of 24 in four bytes.",
      "03 03 ^9A 18 00 00 00" + " 00".repeated(24)
    ),
    (
      "byte-count-of-eight", "A byte count of 24 in eight bytes.",
      "03 03 ^9B 18" + " 00".repeated(31)
    ),
    ("text", "A text key with a byte that no character has.", "03 03 63 61 ^FF 62"),
    ("cut-character", "A text key that ends within a character.", "03 03 62 61 ^C3"),
    ("surrogate", "A text key with half a surrogate pair.", "03 03 63 ^ED A0 80"),
    ("long-varint", "A varint of 1 in two bytes.", "04 ^06 00"),
    ("great-count", "A byte count of 2^61.", "05 ^00 00 00 00 00 00 00 00 20"),
    ("great-attribute-count", "2^61 attributes.", "01 03 05 ^00 00 00 00 00 00 00 00 20 01"),
  ]

  /// An error in the values of a put names its place.
  private static let values: [(String, String, LogError.Code, String)] = [
    (
      "long-integer", "An integer that is not in its shortest form.", .malformed,
      "^02 03 21 07 0B 03 21 00 00 00"
    ),
    (
      "long-real", "0.5 as a binary64.", .malformed,
      "^02 03 21 07 19 03 00 48 00 00 00 00 00 00 E0 3F 00"
    ),
    ("long-zero", "0 as a binary32.", .malformed, "^02 03 21 07 11 03 00 44 00 00 00 00 00"),
    ("short-nan", "NaN as a binary32.", .malformed, "^02 03 21 07 11 03 00 44 00 00 C0 7F 00"),
    ("lead", "A value that begins with A1.", .malformed, "^02 03 21 07 09 03 00 A1 00"),
    ("text", "Text that is not well-formed.", .malformed, "^02 03 21 07 0D 03 62 C3 28 00 00"),
    (
      "cut-off", "An integer that goes on behind the values.", .truncated,
      "^02 03 21 07 09 03 00 00 22 05 01"
    ),
    (
      "cut-off-text", "Text that goes on behind the values.", .truncated,
      "^02 03 21 07 0D 03 00 00 63 61 62"
    ),
    ("none", "Not even a revision.", .truncated, "^02 03 21 07 01"),
    (
      "cut-off-revision", "A revision that goes on behind the values.", .truncated,
      "^02 03 21 07 03 02"
    ),
    ("few", "Two values for three attributes.", .malformed, "^02 03 21 07 07 03 00 00"),
    ("many", "Four values for three attributes.", .malformed, "^02 03 21 07 0B 03 00 00 00 00"),
  ]

  private static func greatNumbers() throws -> [LogVector] {
    let tooGreat = LogPayload.maximumNumber + 1
    let table = try LogBytes.withTable()
    func vector(
      _ name: String, _ about: String, behind: Int, _ fill: (inout LogPayload) throws -> Void
    ) rethrows -> LogVector {
      var log = table
      try log.add(fill)
      return .invalid(name, about, .malformed, at: table.nextPayloadOffset + behind, log.bytes)
    }
    return try [
      vector("P4-entity", "An entity with a number beyond 2^32.", behind: 1) {
        $0.addDrop(entity: tooGreat)
      },
      vector("P4-revision", "A revision beyond 2^32.", behind: 2) {
        try $0.define(1, revision: tooGreat, LogBytes.table)
      },
    ]
  }

  // MARK: - What entries mean

  /// Rules P2 and P3, and section 5: the place is that of the entry.
  static func meanings() throws -> [LogVector] {
    let none: [LogValue] = [.null, .null, .null]
    let narrow = RecordTable(
      EntitySchema("Word", attributes: Array(LogBytes.table.entity.attributes.prefix(2))),
      keyKind: .integer)
    func vector(
      _ name: String, _ about: String, in table: RecordTable = LogBytes.table,
      before: (inout LogPayload) throws -> Void = { _ in },
      _ fill: (inout LogPayload) throws -> Void
    ) throws -> LogVector {
      var log = try LogBytes.withTable(table)
      var payload = LogPayload()
      payload.addNote([1])
      try before(&payload)
      let place = log.nextPayloadOffset + payload.bytes.count
      try fill(&payload)
      payload.addNote([2])
      log.add(payload.bytes)
      return .invalid(name, about, .malformed, at: place, log.bytes)
    }
    let words = LogBytes.table("Word", .text)
    let blobs = LogBytes.table("Word", .blob)
    return [
      try vector("P2-kind", "A text key in a table of integers.") { $0.put(.text([0x61]), none) },
      try vector("P2-removed-kind", "The removal of a text key there.") {
        $0.addRemove(entity: 1, key: .text([0x61]))
      },
      try vector("P2-blob", "A blob as a key in a table of text.", in: words) {
        $0.put(.blob([0x61]), none)
      },
      try vector("P2-long", "A key of 2,001 bytes.", in: words) {
        $0.put(.text(Array(repeating: 0x6B, count: 2_001)), none)
      },
      try vector("P2-long-blob", "A blob as a key, of 2,001 bytes.", in: blobs) {
        $0.put(.blob(Array(repeating: 0x6B, count: 2_001)), none)
      },
      try vector("P2-zero", "A key with U+0000.", in: words) { $0.put(.text([0x61, 0]), none) },
      try vector("P3-older-revision", "A put of an earlier revision.") {
        try $0.define(1, revision: 2, LogBytes.table)
      } _: {
        $0.put(revision: 1, .integer(1), none)
      },
      try vector("P3-later-revision", "A put of a revision that is not there yet.") {
        $0.put(revision: 2, .integer(1), none)
      },
      try vector(
        "P3-count-of-an-earlier-revision", "Three values for the two attributes that are left."
      ) {
        $0.put(.integer(1), none)
        try $0.define(1, revision: 2, narrow)
      },
      try vector("unknown-table-of-a-put", "A put for an entity that is not there.") {
        $0.put(in: 2, .integer(1), none)
      },
      try vector("unknown-table-of-a-removal", "A removal for an entity that is not there.") {
        $0.addRemove(entity: 2, key: .integer(1))
      },
      try vector("dropped-twice", "A drop of an entity that was dropped.") {
        $0.addDrop(entity: 1)
      } _: {
        $0.addDrop(entity: 1)
      },
      try vector("schema-no-archive", "A schema that is no archive.") {
        $0.addSchema(entity: 2, revision: 1, attributeCount: 3, archive: Array("schema".utf8))
      },
      try vector("schema-count", "A schema with other attributes than the entry says.") {
        $0.addSchema(entity: 2, revision: 1, attributeCount: 2, archive: try LogBytes.archive())
      },
      try vector("schema-revision", "A revision that does not follow.") {
        try $0.define(1, revision: 3, LogBytes.table)
      },
      try vector("schema-id", "Another entity under the same number.") {
        try $0.define(1, revision: 2, LogBytes.table("Tag", .integer))
      },
    ]
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
