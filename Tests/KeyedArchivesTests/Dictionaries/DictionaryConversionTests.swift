import ArchiveInspection
import Foundation
import KeyedArchives
import Testing
import VectorSupport

/// Records that leave their home, or come into one.
@Suite struct DictionaryConversionTests {
  @Test func `a record made self-contained holds the same value`() throws {
    var home = Home()
    for seed in 0..<200 { try home.put(Event(seed: seed)) }
    for layout in Layout.all {
      for seed in stride(from: 0, to: 200, by: 3) {
        let archive = try home.dictionary.selfContained(
          home.records[seed],
          as: ArchiveLayout(framing: layout.framing, packing: layout.compression))
        #expect(try KeyedUnarchiver().decode(Event.self, from: archive) == Event(seed: seed))
        let inspected = try ArchiveInspector(home.records[seed], dictionary: home.dictionary)
        let dumps = try [inspected, ArchiveInspector(archive)].map { inspector in
          inspector.roots.map { ArchiveInspector.dump($0.value) }
        }
        #expect(dumps[0] == dumps[1])
        let verification = ArchiveVerification(of: archive, requiresCanonicalForm: true)
        #expect(verification.findings.isEmpty, "\(verification.findings)")
      }
    }
  }

  @Test func `shapes made for a record alone give the bytes of encoding without a dictionary`()
    throws
  {
    func check(_ value: some Codable) throws {
      let encoding = try KeyedArchiver().encode(value, against: ShapeDictionary())
      let dictionary = try ShapeDictionary().adding(encoding.additions)
      let alone: [UInt8] = try KeyedArchiver().encode(value)
      #expect(try dictionary.selfContained(encoding.bytes) == alone)
      #expect(try ShapeDictionary().encoding(of: alone) == encoding)
    }
    for seed in 0..<50 { try check(Event(seed: seed)) }
    try check((0..<50).map { Event(seed: $0) })
    try check(RecordSizeTests.Eight())
    try check(["a": [1, 2, 3]])
    let counter = Counter(7)
    try check([counter, counter])
  }

  @Test func `a record goes from one home to another`() throws {
    var (first, second) = (Home(), Home())
    for seed in 0..<60 { try first.put(Event(seed: seed)) }
    try second.put(TableRow(5))
    for record in first.records {
      let archive = try first.dictionary.selfContained(record)
      try second.commit(try second.dictionary.encoding(of: archive))
    }
    for seed in 0..<60 { #expect(try second.get(Event.self, seed + 1) == Event(seed: seed)) }
    #expect(try second.get(TableRow.self, 0) == TableRow(5))
  }

  @Test func `a self-contained archive is written anew`() throws {
    let alone: [UInt8] = try KeyedArchiver(compression: .zlib()).encode([TableRow(1), TableRow(2)])
    let again = try ShapeDictionary().selfContained(alone)
    #expect(try again == KeyedArchiver().encode([TableRow(1), TableRow(2)]))
  }

  @Test func `other roots than one unnamed one are refused`() throws {
    let record = VectorDictionary.grown.record(6, "01 05 62 45 01", flags: 4)
    let dictionary = try ShapeDictionary(rows: VectorDictionary.grown.rows)
    #expect { try dictionary.selfContained(record) } throws: {
      ($0 as? ArchiveError)?.code == .invalidValue
    }
  }

  @Test func `two types of one name cannot stand in one archive`() throws {
    let rows = VectorDictionary(name: "", comment: "", rows: hex("11 54 19 03 54"))
    let record = rows.record(2, "01 16 01 09 1A 01 05 05 19 1A 03 05 01 05")
    let dictionary = try ShapeDictionary(rows: rows.rows)
    #expect(try ArchiveInspector(record, dictionary: dictionary).roots.count == 1)
    #expect { try dictionary.selfContained(record) } throws: {
      ($0 as? ArchiveError)?.code == .ambiguousTypeName
    }
    let one = rows.record(2, "01 19 1A 03 05 01 05")
    #expect(throws: Never.self) { try dictionary.selfContained(one) }
  }
}
