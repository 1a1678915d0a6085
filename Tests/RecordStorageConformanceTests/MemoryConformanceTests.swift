import RecordStorage
import RecordStorageConformance
import Testing

@Suite("Records in memory keep the rules")
struct MemoryConformanceTests {
  static let memory = BackEndConfiguration("memory") { _ in MemoryBackEnd() }

  @Test("all cases that need no medium")
  func memory() {
    let report = ConformanceSuite.run(Self.memory)
    print(report)
    #expect(report.isConforming, "\(report)")
    #expect(
      report.refusedCounts.keys.allSatisfy { $0.isDisjoint(with: MemoryBackEnd().capabilities) })
  }
}
