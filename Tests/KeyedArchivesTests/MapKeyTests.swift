import ArchiveInspection
import KeyedArchives
import Testing

/// Keys of maps that are alike (rule A2).
@Suite struct MapKeyTests {
  private struct Keyed: Decodable, Equatable {
    var a: Int
  }

  /// "a" is 1 and then −2.
  private let archive = singlePart("01 18 0F 05 11 03 61 03 61 05 07")

  @Test(arguments: [false, true])
  func `of a key that stands twice the last value counts`(usesCells: Bool) throws {
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    #expect(try unarchiver.decode([String: Int].self, from: archive) == ["a": -2])
    #expect(try unarchiver.decode([String?: Int?].self, from: archive) == ["a": -2])
    #expect(try unarchiver.decode(Keyed.self, from: archive) == Keyed(a: -2))
  }

  @Test func `verification tells a key that stands twice`() {
    let findings = ArchiveVerification(of: archive).findings
    #expect(findings.map(\.code) == [.malformed])
  }
}
