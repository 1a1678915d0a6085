import Foundation
import RecordStorage
import RecordStorageConformance
import StorageTransforms
import Testing

@Suite("Cases find transforms that promise too much")
struct KeepingFaultTests {
  /// A transform that promises more than it keeps.
  struct Boasting<Base: StorageTransform>: StorageTransform {
    let base: Base
    let keeps: KeptRelation
    var form: TransformForm { base.form }

    func store(_ value: Base.Value, in context: TransformContext) throws -> Base.Stored {
      try base.store(value, in: context)
    }
    func restore(_ stored: Base.Stored, in context: TransformContext) throws -> Base.Value {
      try base.restore(stored, in: context)
    }
  }

  private func expectFailure(_ one: ConformanceCase) {
    let failure = one.run(MemoryConformanceTests.memory).failure
    print(one.id, failure ?? "")
    #expect(failure != nil, "\(one.id) passed")
  }

  private static func date(_ generator: inout any RandomNumberGenerator) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(Int.random(in: -9...9, using: &generator)) / 2)
  }

  @Test func `exact dates and mail dates are not in order`() {
    expectFailure(
      .keeping("exact", Boasting(base: ISO8601Transform(), keeps: .order), precedes: <) {
        Self.date(&$0)
      })
    expectFailure(
      .keeping("mail", Boasting(base: RFC2822Transform(), keeps: .order), precedes: <) {
        Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0...99, using: &$0)) * 86_400)
      })
    expectFailure(
      .keeping(
        "base64", Boasting(base: Base64Transform(), keeps: .order),
        precedes: { $0.lexicographicallyPrecedes($1) }
      ) {
        Data([UInt8.random(in: .min ... .max, using: &$0)])
      })
    expectFailure(
      .keeping("upper", Boasting(base: SingleCaseTransform(.upper), keeps: .order), precedes: <) {
        ["A", "AB", "A_", "B", "_"].randomElement(using: &$0) ?? ""
      })
  }

  @Test func `archives of sets differ, and so do values that are spelled in two ways`() {
    expectFailure(
      .keeping("set", Boasting(base: ArchiveTransform<Set<Int>>(), keeps: .equality)) { generator in
        var set = Set<Int>(minimumCapacity: .random(in: 0...400, using: &generator))
        for number in (0..<12).shuffled(using: &generator) { set.insert(number) }
        return set
      })
    let doubling = ClosureTransform<Int, Int>(
      "half", keeps: .equality, store: { $0 / 2 }, restore: { $0 * 2 })
    // The promise holds for values that come back.
    let half = ConformanceCase.keeping("half", doubling) { .random(in: 0...9, using: &$0) }
    #expect(half.run(MemoryConformanceTests.memory).failure == nil)
    let moving = ClosureTransform<Int, Int>(
      "moving", keeps: .equality, store: { $0 + Int.random(in: 0...1) * 1_000 },
      restore: { $0 % 1_000 })
    expectFailure(.keeping("moving", moving) { .random(in: 0...9, using: &$0) })
  }

  @Test func `a promise of nothing is no case`() {
    expectFailure(.keeping("nothing", ZlibTransform()) { _ in Data() })
    expectFailure(.keeping("no order", HexTransform()) { _ in Data() })
  }
}
