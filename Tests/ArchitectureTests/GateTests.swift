import Testing

/// The gate runs each of its steps. A step that is taken out of `.ci/run` and of its table is missed here.
@Suite struct GateTests {
  private static func lines(_ name: String) throws -> [Substring] {
    try Checkout.text(name).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func `the gate runs all steps in their order, each by its command`() throws {
    // Nothing stands before a step: no condition, and no command that could stand for it.
    let found = try Self.lines(".ci/run").filter { $0.hasPrefix("  step ") }
    #expect(found.map(String.init) == GateStep.all.map { "  " + $0.line })
  }

  @Test func `the table of the gate lists the same steps`() throws {
    let rows = try Self.lines(".ci/README.md").drop { !$0.hasPrefix("| step |") }
      .prefix { $0.hasPrefix("|") }.dropFirst(2)
    let names = rows.flatMap { row in
      row.split(separator: "|").first?.split(whereSeparator: { " ,".contains($0) }) ?? []
    }
    #expect(names.map(String.init) == GateStep.all.map(\.name))
  }
}
