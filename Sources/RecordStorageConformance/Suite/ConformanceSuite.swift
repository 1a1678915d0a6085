/// The cases that a back end has to pass: Spec/back-ends.md, rule by rule.
///
/// ```swift
/// @Test(arguments: ConformanceSuite.cases)
/// func `the back end keeps the rules`(one: ConformanceCase) {
///   let result = one.run(configuration)
///   #expect(result.failure == nil)
/// }
/// ```
public enum ConformanceSuite {
  /// All cases, in the order of the Spec's sections. Their ids are distinct.
  public static let cases: [ConformanceCase] = [
    KeyCases.all, ValueCases.all, LimitCases.all, NameCases.all, QueryCases.all,
    QueryRuleCases.all, CursorCases.all, WritingCases.all, UniquenessCases.all, RaceCases.all,
    TransactionCases.all, SessionCases.all, SnapshotCases.all, DefinitionCases.all,
    RedefinitionCases.all, OtherHandleCases.all, RandomCases.all, KeepingCases.all,
  ].flatMap { $0 }

  /// Runs cases one after the other, each on a back end of its own.
  ///
  /// - Parameters:
  ///   - configuration: How back ends are opened.
  ///   - cases: Which ones; all unless said otherwise.
  public static func run(
    _ configuration: BackEndConfiguration, _ cases: [ConformanceCase] = cases
  ) -> ConformanceReport {
    ConformanceReport(
      configuration: configuration.name, results: cases.map { $0.run(configuration) })
  }
}
