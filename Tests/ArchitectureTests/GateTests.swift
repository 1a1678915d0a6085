import Testing

/// The gate runs each of its steps. A step that is taken out of `.ci/run` and of its table is missed here.
@Suite struct GateTests {
  private static let steps = [
    #"prerequisites '^prerequisites: .* are there$' -- env SAY=1 .ci/prerequisites swift zlib sqlite libpq postgresql python3"#,
    #"format '^format-check: [1-9][0-9]* files$' -- make -s format-check"#,
    #"rules '^house rules: kept$' -- make -s house-rules"#,
    #"faults '^planted-faults: [1-9][0-9]* faults fit' -- .ci/planted-faults --check"#,
    #"build 'built in [0-9]+ s' -- env BUILD_ONLY=1 .ci/tests all"#,
    #"default '^tests: 3 groups came to their ends$' -- make test"#,
    #"platform '^platform-check: [1-9][0-9]* targets hold' -- .ci/platform-check "$SCRATCH-all""#,
    #"spec '^spec-check: 4 files of tests passed$' '^[1-9][0-9]* passed, 0 failed$' -- env ARCHIVECAT="$programs/archivecat" .ci/spec-check"#,
    #"consumer '^consumer: [1-9]' '^consumer-check: [1-9][0-9]* uses of traits' '^consumer-check: no other package was downloaded' -- .ci/consumer-check"#,
    #"short '^flips: [1-9][0-9]* archives' '^crash-test: seed .* [1-9][0-9]* states' -- .ci/short-checks "$programs""#,
    #"tests '^tests: 4 groups came to their ends$' -- env BUILT=1 make test-all"#,
  ]

  private static func lines(_ name: String) throws -> [Substring] {
    try Checkout.text(name).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `the gate runs all steps in their order, each by its command`() throws {
    // Nothing stands before a step: no condition, and no command that could stand for it.
    let found = try Self.lines(".ci/run").filter { $0.hasPrefix("step ") }
    #expect(found.map { $0.dropFirst(5) } == Self.steps.map { $0[...] })
  }

  @Test func `the table of the gate lists the same steps`() throws {
    let rows = try Self.lines(".ci/README.md").drop { !$0.hasPrefix("| step |") }
      .prefix { $0.hasPrefix("|") }.dropFirst(2)
    let names = rows.flatMap { row in
      row.split(separator: "|").first?.split(whereSeparator: { " ,".contains($0) }) ?? []
    }
    #expect(names == Self.steps.map { $0.prefix { $0 != " " } })
  }
}
