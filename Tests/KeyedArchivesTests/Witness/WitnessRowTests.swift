import TestSupport
import Testing

@testable import KeyedArchives

/// Rows of values of several kinds, as the reference coder writes them. Each value is encoded twice: the direct encoder has learned its type then.
@Suite struct WitnessRowTests {
  private func expectSameBytes(_ value: some Encodable, _ name: String) {
    for _ in 0..<2 { TwoCoders().expectSameBytes(value, .automatic, name) }
  }

  @Test(arguments: RowLayoutTests.rows.indices) func `rows at one place`(_ first: Int) {
    let row = RowLayoutTests.rows[first]
    expectSameBytes(row, "row \(first)")
    expectSameBytes(JSON.object(of: row), "object of row \(first)")
    for (second, other) in RowLayoutTests.rows.enumerated() {
      let name = "rows \(first) and \(second)"
      expectSameBytes([row, other], name)
      expectSameBytes([[row], Array(repeating: other, count: 9)], name)
      expectSameBytes([JSON.object(of: row), .object(of: other), .array(row)], name)
    }
  }

  @Test func `blocks in the first of two runs`() {
    let large = JSON.array((0..<9_000).map { .int($0 + 100_000) })
    let last = JSON.array(RowLayoutTests.many(large, 12) + [.string("a"), .array([.string("a")])])
    expectSameBytes([JSON.array([.array([.string("a")])]), last, last], "large")
  }

  @Test func `records among values of other kinds`() {
    typealias Content = RowLayoutTests.Content
    let ints = (0..<9).map { Content.int($0) }
    for record in [Content.pair(.init()), .pairs([.init()]), .optionals([.init(), nil])] {
      for _ in 0..<3 {
        expectSameBytes([record, record], "records")
        expectSameBytes(ints + [record], "record behind leaves")
        expectSameBytes([ints + [record], ints + [record, .int(1)]], "records behind leaves")
      }
    }
  }
}
