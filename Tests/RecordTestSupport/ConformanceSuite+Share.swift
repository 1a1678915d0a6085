package import RecordStorageConformance

extension ConformanceSuite {
  /// Each of so many cases, with some of every group. The tests that run all cases are long.
  package static func oneOf(_ count: Int) -> [ConformanceCase] {
    cases.enumerated().filter { $0.offset % count == count / 2 }.map(\.element)
  }
}
