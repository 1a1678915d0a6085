import RecordStorage
import RecordStorageConformance
import TestTraits
import Testing

@Suite("The suite finds what is wrong")
struct FaultTests {
  @Test("a back end without a fault passes all cases, and none is refused", .long)
  func unharmed() {
    let report = ConformanceSuite.run(FaultyMedium(nil).configuration)
    print(report)
    #expect(report.isConforming, "\(report)")
    #expect(report.refused.isEmpty)
    #expect(report.results.allSatisfy { $0.checkCount > 0 })
  }

  /// All cases, those of each kind spread over all: the kind is what ids begin with.
  static let interleaved: [ConformanceCase] = {
    let groups = Dictionary(grouping: ConformanceSuite.cases) { $0.id.prefix { $0 != "/" } }
    let places = groups.values.flatMap { group in
      group.enumerated().map { (place: Double($0) / Double(group.count), one: $1) }
    }
    return places.sorted { ($0.place, $0.one.id) < ($1.place, $1.one.id) }.map(\.one)
  }()

  @Test("every fault is found", .long, arguments: Fault.allCases)
  func found(fault: Fault) {
    let configuration = FaultyMedium(fault).configuration
    var failed: [ConformanceResult] = []
    var count = 0
    for one in Self.interleaved where failed.count < 2 {
      let result = one.run(configuration)
      count += 1
      if result.failure != nil { failed.append(result) }
    }
    print("\(fault.rawValue): \(failed.count) of the first \(count) cases find it")
    for result in failed { print("  \(result.description.prefix(240))") }
    #expect(!failed.isEmpty, "no case finds \(fault.rawValue)")
  }
}
