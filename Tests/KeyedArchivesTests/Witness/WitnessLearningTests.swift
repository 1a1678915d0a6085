import ReferenceCoder
import TestTraits
import Testing

@testable import KeyedArchives

/// One encoder that is given values of one type in turn, and the reference coder: what an encoder has learned from values never shows in
/// the bytes of later ones.
@Suite struct WitnessLearningTests {
  private typealias Call = ScriptedRecord.Call

  /// Encodes values in the given order, twice.
  ///
  /// - Returns: The number of archives that were compared: those that the encoder wrote itself.
  private func expectSameBytes(
    _ values: [some Encodable], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int {
    var count = 0
    let archiver = KeyedArchiver()
    let expected = try values.map { try ReferenceEncoder(names: .declared).encode($0) }
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    for round in 0..<2 {
      for (index, value) in values.enumerated() {
        let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
        encoder.end()
        guard let direct else { continue }
        count += 1
        if direct != expected[index] {
          Issue.record(
            """
            value \(index) of round \(round): \(TwoCoders.hex(direct))
            the reference coder: \(TwoCoders.hex(expected[index]))
            """, sourceLocation: sourceLocation)
        }
      }
    }
    return count
  }

  private func records(_ calls: [(ScriptedRecord.Key, Call)]...) -> [ScriptedRecord] {
    calls.map { ScriptedRecord($0) }
  }

  @Test func `a first record lacks fields that others before had`() throws {
    let (optional, flag) = (Call.ifPresent(1), Call.ifPresentBool(.some(true)))
    let whole: [(ScriptedRecord.Key, Call)] = [
      (.a, .int(1)), (.b, optional), (.c, .int(2)), (.d, optional), (.e, flag),
    ]
    for missing in [[1], [3], [4], [3, 4], [1, 3, 4], [1, 4], [2], [0]] {
      let part = whole.indices.filter { !missing.contains($0) }.map { whole[$0] }
      for (first, second) in [(whole, part), (part, whole)] {
        #expect(try expectSameBytes([records(first), records(second)]) > 0)
        let changing = [records(first, second), records(second, first), records(first)]
        #expect(try expectSameBytes(changing) > 0)
        let later = [records(first, first), records(second, first), records(second)]
        #expect(try expectSameBytes(later) > 0)
      }
    }
  }

  @Test(arguments: 0..<Rounds.of(40))
  func `random records of one type`(_ seed: Int) throws {
    var source = ScriptedSource(seed: UInt64(1_000 + seed))
    var count = 0
    for round in 0..<10 {
      let fields =
        round % 2 == 0 ? source.fields() : source.fields(of: ScriptedSource.Content.watched)
      let values = (0..<source.number(in: 2...6)).map { _ in
        source.records(fields, count: source.number(in: 1...6))
      }
      let order = (0..<12).map { _ in source.number(in: 0...values.count - 1) }
      count += try expectSameBytes(order.map { values[$0] })
      count += try expectSameBytes(order.map { values[$0].map { ScriptedObject($0) } })
      count += try expectSameBytes(order.map { Array(values[$0].prefix(1)) })
    }
    // The archives are 720.
    #expect(count > 100)
  }
}
