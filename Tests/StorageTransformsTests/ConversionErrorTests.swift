import Foundation
import StorageTransforms
import Testing

/// Errors that subscribers see, and values that stand in for others.
@Suite struct ConversionErrorTests {
  enum Kind: Int16, Codable, Sendable { case unknown = 0, small = 1, large = 2 }
  enum Wide: Int64, Sendable { case none = 0, one = 1 }
  enum Name: String, Sendable { case other, red }

  private let context = TransformContext(
    entity: "Photo", attribute: "kind", recordKey: .integer(5))

  @Test func `an enum stored raw with fallback`() throws {
    let kinds = RawValueTransform<Kind>().fallback(to: .unknown)
    #expect(try kinds.store(.large, in: context) == .integer(2))
    #expect(try kinds.restore(.integer(2), in: context) == .large)
    // Not known, too large for the raw value, of another kind.
    for stored in [StoredValue.integer(9), .integer(70_000), .text("large")] {
      #expect(try kinds.restore(stored, in: context) == .unknown)
    }
    // Nothing is stored: that is no value that could not be read.
    let error = #expect(throws: TransformError.self) { try kinds.restore(.null, in: context) }
    #expect(error?.code == .typeMismatch)
    let wide = RawValueTransform<Wide>().fallback(to: .none)
    #expect(try wide.restore(.integer(.max), in: context) == .none)
    let names = RawValueTransform<Name>().fallback(to: .other)
    #expect(try names.restore(.text("teal"), in: context) == .other)
    #expect(try names.restore(.text("red"), in: context) == .red)
  }

  @Test func `two subscribers see every error from their subscription on`() async throws {
    let errors = ConversionErrors()
    let kinds = RawValueTransform<Kind>().fallback(to: .unknown, reporting: errors)
    _ = try kinds.restore(.integer(7), in: context)
    let first = errors.subscribe()
    _ = try kinds.restore(.integer(8), in: context)
    let second = errors.subscribe()
    #expect(errors.subscriberCount == 2)
    _ = try kinds.restore(.integer(9), in: context)
    _ = try kinds.restore(.integer(1), in: context)
    var (one, two) = (first.makeAsyncIterator(), second.makeAsyncIterator())
    let seen = [await one.next(), await one.next(), await two.next()]
    #expect(
      seen.map { $0?.cause.message }
        == ["Kind has no value for 8", "Kind has no value for 9", "Kind has no value for 9"])
    let error = try #require(seen[0])
    #expect(error.direction == .restoring && error.isHidden)
    #expect(error.cause.context?.entity?.name == "Photo")
    #expect(error.cause.context?.attribute?.name == "kind")
    #expect(error.cause.context?.recordKey == .integer(5))
  }

  @Test func `what waits is bounded, and what goes is counted`() async throws {
    let errors = ConversionErrors()
    let kinds = RawValueTransform<Kind>().fallback(to: .unknown, reporting: errors)
    let few = errors.subscribe(limit: 3)
    let many = errors.subscribe()
    for raw in 10..<20 as Range<Int64> { _ = try kinds.restore(.integer(raw), in: context) }
    #expect(few.droppedCount == 7 && many.droppedCount == 0)
    var iterator = few.makeAsyncIterator()
    #expect(await iterator.next()?.cause.message == "Kind has no value for 17")
  }

  /// Without subscribers nothing is made; one that goes is not told any more.
  @Test func `nobody who watches costs nothing`() async throws {
    let errors = ConversionErrors()
    func expensive() -> ConversionError {
      Issue.record("made for nobody")
      return ConversionError(.storing, TransformError(.unreadable, ""))
    }
    errors.report(expensive())
    do {
      let subscription = errors.subscribe()
      #expect(errors.subscriberCount == 1)
      _ = subscription
    }
    #expect(errors.subscriberCount == 0)
    let task = Task {
      var count = 0
      for await _ in errors.subscribe() { count += 1 }
      return count
    }
    while errors.subscriberCount == 0 { await Task.yield() }
    task.cancel()
    #expect(await task.value == 0)
    while errors.subscriberCount > 0 { await Task.yield() }
    errors.report(expensive())
  }

  @Test func `a value that cannot be stored is told, and thrown`() async throws {
    let errors = ConversionErrors()
    let numbers = JSONTransform<Double>().fallback(to: 0, reporting: errors)
    let subscription = errors.subscribe()
    #expect(throws: TransformError.self) { try numbers.store(.nan, in: context) }
    var iterator = subscription.makeAsyncIterator()
    let error = await iterator.next()
    #expect(error?.direction == .storing && error?.isHidden == false)
    #expect(error?.cause.code == .notStorable)
  }
}
