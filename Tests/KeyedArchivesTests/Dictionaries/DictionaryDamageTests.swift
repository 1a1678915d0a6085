import ArchiveInspection
import KeyedArchives
import TestSupport
import Testing

/// What is wrong with a dictionary or a record is a typed error (Spec, section 9, H1–H3).
@Suite struct DictionaryDamageTests {
  /// The code of the error that reading a record with rows gives; nil if it is read.
  private func code(
    _ record: [UInt8], _ rows: [UInt8], limits: ArchiveLimits = .untrusted
  ) throws -> ArchiveError.Code? {
    do {
      let dictionary = try ShapeDictionary(rows: rows, limits: limits)
      _ = try KeyedUnarchiver(limits: limits).decode(
        Event.self, from: record, dictionary: dictionary)
      return nil
    } catch let error as ArchiveError {
      return error.code
    }
  }

  /// A dictionary with all of its rows in use, and the last record.
  private func home() throws -> (record: [UInt8], rows: [UInt8]) {
    var home = Home()
    for seed in 0..<40 { try home.put(Event(seed: seed)) }
    let record = try home.put(Event(seed: 15)).bytes
    return (record, home.dictionary.rows)
  }

  @Test func `every bit flip of a record is an error`() throws {
    let (record, rows) = try home()
    #expect(try code(record, rows) == nil)
    for bit in 0..<record.count * 8 {
      var changed = record
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      let found = try code(changed, rows)
      let expected: [ArchiveError.Code] =
        switch bit {
        case 0: [.checksumMismatch]
        case 4..<8: [.notAnArchive]
        default: [.wrongDictionary]
        }
      #expect(
        found.map { expected.contains($0) } == true, "bit \(bit): \(String(describing: found))")
    }
  }

  @Test func `every bit flip of a dictionary is an error`() throws {
    let (record, rows) = try home()
    for bit in 0..<rows.count * 8 {
      var changed = rows
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      let found = try code(record, changed)
      #expect(
        found == .wrongDictionary || found == .malformed || found == .truncated
          || found == .needsFeature || found == .limitExceeded,
        "bit \(bit): \(String(describing: found))")
    }
  }

  @Test func `a dictionary or record that was cut off is an error`() throws {
    let (record, rows) = try home()
    for count in rows.indices { #expect(try code(record, Array(rows[..<count])) != nil) }
    for count in record.indices {
      let found = try code(Array(record[..<count]), rows)
      #expect(found == (count < 7 ? .truncated : .wrongDictionary))
    }
  }

  @Test func `a record is not read without a dictionary`() throws {
    let (record, _) = try home()
    #expect { try KeyedUnarchiver().decode(Event.self, from: record) } throws: {
      ($0 as? ArchiveError)?.code == .needsDictionary
    }
    #expect(ArchiveVerification(of: record).findings.map(\.code) == [.needsDictionary])
  }

  @Test func `another home's dictionary is an error`() throws {
    let (record, _) = try home()
    var other = Home()
    for seed in (0..<40).reversed() { try other.put(Event(seed: seed)) }
    #expect(try code(record, other.dictionary.rows) == .wrongDictionary)
    #expect(try code(record, []) == .wrongDictionary)
  }

  @Test func `a record's definitions have canonical form nowhere`() throws {
    let (record, rows) = try home()
    let verification = ArchiveVerification(
      of: record, dictionary: try ShapeDictionary(rows: rows), requiresCanonicalForm: true)
    #expect(verification.findings.map(\.code) == [.notCanonical])
    #expect(verification.isWellFormed)
  }

  @Test func `limits hold for dictionaries`() throws {
    let (record, rows) = try home()
    let dictionary = try ShapeDictionary(rows: rows)
    let shapes = dictionary.history.definitions.shapes
    let cases: [(WritableKeyPath<ArchiveLimits, Int>, Int)] = [
      (\.maximumDefinitionCount, dictionary.rowCount),
      (\.maximumFieldCount, shapes.map(\.fields.count).max() ?? 0),
      (\.maximumTotalFieldCount, shapes.reduce(0) { $0 + $1.fields.count }),
      (\.maximumKeyByteCount, 8),
    ]
    for (limit, value) in cases {
      var limits = ArchiveLimits()
      for (change, expected) in [(-1, ArchiveError.Code.limitExceeded), (0, nil), (1, nil)] {
        limits[keyPath: limit] = value + change
        #expect(try code(record, rows, limits: limits) == expected, "\(limit) \(change)")
      }
    }
  }

  @Test func `a dictionary does not grow beyond what readers take`() throws {
    var rows = ByteSink()
    let limit = ArchiveLimits.untrusted.maximumDefinitionCount
    for index in 0..<limit - 1 {
      rows.typeRow(named: "\(index)")
    }
    let full = try ShapeDictionary(rows: rows.bytes)
    #expect { try KeyedArchiver().encode(TableRow(1), against: full) } throws: {
      ($0 as? ArchiveError)?.code == .limitExceeded
    }
    let record = try KeyedArchiver().encode(5, against: full).bytes
    #expect(try KeyedUnarchiver().decode(Int.self, from: record, dictionary: full) == 5)
    let wrong = try ShapeDictionary(rows: rows.bytes[2...])
    #expect { try KeyedUnarchiver().decode(Int.self, from: record, dictionary: wrong) } throws: {
      ($0 as? ArchiveError)?.code == .wrongDictionary
    }
  }

  @Test func `a large number of a shape reserves nothing`() throws {
    var rows = ByteSink()
    rows.append(hex("03 03 15")[...])
    let start = rows.count
    rows.varint(ArchiveLimits.untrusted.maximumDefinitionCount)
    rows.bytes += [UInt8](repeating: 1, count: 1 << 20)
    #expect {
      try ShapeDictionary(rows: rows.bytes)
    } throws: {
      ($0 as? ArchiveError)?.code == .malformed && ($0 as? ArchiveError)?.byteOffset == start
    }
  }

  @Test func `random bytes are no trap`() {
    var generator = SeededGenerator(seed: 0xD1C7)
    let (record, rows) = (try? home()) ?? ([], [])
    for _ in 0..<3_000 {
      var changed = rows
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        changed[Int.random(in: changed.indices, using: &generator)] =
          UInt8.random(in: .min ... .max, using: &generator)
      }
      guard changed != rows, let dictionary = try? ShapeDictionary(rows: changed) else { continue }
      #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver().decode(Event.self, from: record, dictionary: dictionary)
      }
      let encoding = try? KeyedArchiver().encode(Event(seed: 9), against: dictionary)
      guard let encoding, let grown = try? dictionary.adding(encoding.additions) else { continue }
      #expect(throws: Never.self) {
        let back = try KeyedUnarchiver().decode(
          Event.self, from: encoding.bytes, dictionary: grown)
        #expect(back == Event(seed: 9))
      }
    }
  }
}
