import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import TestSupport
import Testing

/// A survey counts the same as a list of all values.
@Suite struct SurveyTests {
  /// Counts taken from a list of all values.
  private struct Listed {
    var valueCount = 0
    var objectCount = 0

    init(_ inspector: ArchiveInspector) {
      for document in inspector.documents { add(document) }
    }

    private mutating func add(_ document: ArchivedDocument) {
      objectCount += document.objects.count { $0 >= 0 }
      for cell in document.cells {
        switch cell.kind {
        case .absent: break
        case .map: valueCount -= 1
        case .packed, .packedSet: valueCount += 1 + cell.length
        default: valueCount += 1
        }
      }
    }
  }

  private static func compare(
    _ bytes: [UInt8], _ dictionary: ShapeDictionary? = nil, _ name: String
  ) throws {
    let inspector = try ArchiveInspector(bytes, dictionary: dictionary)
    let survey = try ArchiveSurvey(bytes, dictionary: dictionary)
    let listed = Listed(inspector)
    #expect(survey.summary == inspector.summary, "\(name)")
    #expect(survey.types == inspector.typeUsages(), "\(name)")
    #expect(survey.summary.valueCount == listed.valueCount, "\(name)")
    #expect(survey.summary.objectCount == listed.objectCount, "\(name)")
    let types = ListedTypes(inspector)
    #expect(survey.types.map(\.name) == types.sorted.map(\.name), "\(name)")
    #expect(survey.types.map(\.count) == types.sorted.map(\.count), "\(name)")
    #expect(survey.types.map(\.byteCount) == types.sorted.map(\.byteCount), "\(name)")
    #expect(survey.types.map(\.ownByteCount) == types.sorted.map(\.ownByteCount), "\(name)")
    let verification = ArchiveVerification(of: bytes, dictionary: dictionary)
    #expect(verification.summary == survey.summary || !verification.isWellFormed, "\(name)")
  }

  @Test func `valid vectors are counted as their lists say`() throws {
    for vector in ValidVectors.all {
      try Self.compare(vector.bytes, vector.dictionary, vector.name)
    }
  }

  @Test func `random values are counted as their lists say`() throws {
    for seed in 0..<60 as Range<UInt64> {
      let bytes = try SampleArchives.json(
        RandomJSON.text(seed: seed),
        ArchiveLayout(framing: seed % 2 == 0 ? .singlePart : .multiPart, packing: .none))
      try Self.compare(bytes, nil, "seed \(seed)")
    }
  }

  /// Sets and maps in sets, maps and objects.
  private static func sets(_ members: [Int64], _ keys: [Int64]) throws -> [UInt8] {
    try SampleArchives.archive { maker in
      let person = maker.type("Person", isClass: true)
      maker.container(.set, length: 2) { maker in
        maker.container(.set, length: members.count) { for member in members { $0.int(member) } }
        maker.container(.array, length: 3) { maker in
          maker.map(length: keys.count) { maker in
            for key in keys { maker.int(key) }
          } values: { maker in
            for _ in keys {
              maker.container(.set, length: 2) {
                $0.string("a")
                $0.cell(.null)
              }
            }
          }
          maker.object(number: 0, type: person) { maker in
            maker.record(type: person, length: 1) { maker in
              maker.key("tags")
              maker.container(.set, length: members.count) {
                for member in members { $0.int(member) }
              }
            }
          }
          maker.cell(.reference, detail: 0)
        }
      }
    }
  }

  @Test func `duplicates are found while reading`() throws {
    for (members, keys) in [
      ([1, 2], [1, 2]), ([1, 1], [1, 2]), ([1, 2], [7, 7]), ([], []), ([3, 4, 3], [5, 5]),
    ] as [([Int64], [Int64])] {
      let bytes = try Self.sets(members, keys)
      let hasDuplicates = Set(members).count < members.count || Set(keys).count < keys.count
      let findings = ArchiveVerification(of: bytes).findings
      #expect(findings.isEmpty != hasDuplicates, "\(members), \(keys): \(findings)")
    }
  }

  @Test func `long rows of bools and nulls are counted and compared`() throws {
    for text in [
      "[" + String(repeating: "true,null,", count: 10_000) + "false]",
      "[" + String(repeating: "null,", count: 10_000) + "1]",
    ] {
      try Self.compare(SampleArchives.json(text), nil, "row")
    }
    // A set of bools with one of them twice, as an array that is relabelled.
    let set = SampleArchives.singlePart(
      lead: 0xB0, [0x01, 0x17, 0x03, 0x07, 0b101])
    #expect(!ArchiveVerification(of: set).isWellFormed)
  }
}
