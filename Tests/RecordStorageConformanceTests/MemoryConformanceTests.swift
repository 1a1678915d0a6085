import RecordStorage
import RecordStorageConformance
import RecordTestSupport
import TestTraits
import Testing

@Suite("Records in memory keep the rules")
struct MemoryConformanceTests {
  static let memory = BackEndConfiguration("memory") { _ in MemoryBackEnd() }

  @Test("all cases that need no medium", .long)
  func wholeSuite() { check(ConformanceSuite.cases) }

  @Test("every eighth case that needs no medium")
  func share() { check(ConformanceSuite.oneOf(8)) }

  private func check(_ cases: [ConformanceCase]) {
    let report = ConformanceSuite.run(Self.memory, cases)
    print(report)
    #expect(report.isConforming, "\(report)")
    #expect(
      report.refusedCounts.keys.allSatisfy { $0.isDisjoint(with: MemoryBackEnd().capabilities) })
  }
}
