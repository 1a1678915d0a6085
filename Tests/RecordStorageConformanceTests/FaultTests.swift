import RecordStorage
import RecordStorageConformance
import Testing

@Suite("The suite finds what is wrong")
struct FaultTests {
  @Test("a back end without a fault passes all cases, and none is refused")
  func unharmed() {
    let report = ConformanceSuite.run(FaultyMedium(nil).configuration)
    print(report)
    #expect(report.isConforming, "\(report)")
    #expect(report.refused.isEmpty)
    #expect(report.results.allSatisfy { $0.checkCount > 0 })
  }

  /// The first case of each group, then the second ones, and so on.
  static let interleaved: [ConformanceCase] = {
    let groups = Dictionary(grouping: ConformanceSuite.cases) { $0.id.prefix { $0 != "/" } }
    let sorted = groups.sorted { $0.key < $1.key }.map(\.value)
    let longest = sorted.map(\.count).max() ?? 0
    return (0..<longest).flatMap { index in
      sorted.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }()

  @Test("every fault is found", arguments: Fault.allCases)
  func found(fault: Fault) {
    let configuration = FaultyMedium(fault).configuration
    var failed: [ConformanceResult] = []
    var count = 0
    for one in Self.interleaved where failed.count < 3 {
      let result = one.run(configuration)
      count += 1
      if result.failure != nil { failed.append(result) }
    }
    print("\(fault.rawValue): \(failed.count) of the first \(count) cases find it")
    for result in failed { print("  \(result.description.prefix(240))") }
    #expect(!failed.isEmpty, "no case finds \(fault.rawValue)")
  }
}
