// The proof that a back end keeps Spec/back-ends.md, for whoever writes one.
//
// `ConformanceSuite.cases` are the cases, each with a readable id and the rule that it is about; `ConformanceSuite.run` runs them on a
// `BackEndConfiguration`, which opens back ends of the kind. Nothing here knows a testing library: results are values.
//
//     let report = ConformanceSuite.run(
//       BackEndConfiguration("memory") { _ in MemoryBackEnd() })
//     print(report)  // memory: 1012 cases, 861 passed, 0 failed, 151 refused
//
// `ConformanceCase.keeping` makes a case of a transform: whether it keeps what it promises.
//
// Each case opens a store of its own. `Testbed` makes the changes in the store and in a model at once, and compares outcomes
// and states; `Model` is written from the Spec, and shares no code with what it judges. A case that compared nothing has
// failed. A case that needs a capability which the back end does not have is refused, and then it is looked at whether the store
// says so where it is asked for it.
