internal import KeyedArchives

/// The ways that a form takes through this package, and how often code of its types runs for a value.
package struct FormWays: Equatable, Sendable {
  /// `generated` (no call of `encode(to:)`), `direct` (straight to bytes) or `tape` (through a list of values).
  package var encodeWay: String
  /// `generated`, `direct` (straight from bytes), `cells` (through a list of values), or both where some values are read so.
  package var decodeWay: String
  /// The number of times that `encode(to:)` runs for one value, in the call of the archiver that runs it most; nil for
  /// coding that the compiler writes.
  package var encodeCalls: Int?
  /// The same number for `init(from:)`.
  package var decodeCalls: Int?

  package init(encodeWay: String, decodeWay: String, encodeCalls: Int?, decodeCalls: Int?) {
    (self.encodeWay, self.decodeWay) = (encodeWay, decodeWay)
    (self.encodeCalls, self.decodeCalls) = (encodeCalls, decodeCalls)
  }
}

extension CodingForm {
  /// The ways and the calls that coding values of the form takes. One thread at a time may ask for them.
  ///
  /// The values are 64, which is enough for the forms with one odd value in 64. A value alone is coded too: the calls
  /// for it tell how often its coding begins anew.
  ///
  /// - Throws: The error that the coder throws.
  package func ways() throws -> FormWays {
    let (many, one) = (subject(count: 64), subject(count: 1))
    let encoding = try WayCount(many.archive.encode, many.valueCounts.encode)
    let decoding = try WayCount(many.archive.decode, many.valueCounts.decode)
    let encodingOne = try WayCount(one.archive.encode, one.valueCounts.encode)
    let decodingOne = try WayCount(one.archive.decode, one.valueCounts.decode)
    return FormWays(
      encodeWay: encoding.encodeWay, decodeWay: decoding.decodeWay,
      encodeCalls: encoding.calls.map { max($0, encodingOne.calls ?? 0) },
      decodeCalls: decoding.calls.map { max($0, decodingOne.calls ?? 0) })
  }
}

/// The ways and the calls that coding some number of values takes.
private struct WayCount {
  /// The types of the encoders or decoders.
  private var names: Set<String> = []
  private var isListed = false
  /// The greatest number of calls for one value, rounded up. A coder that makes more calls than there are values coded
  /// the first value once more.
  private(set) var calls: Int?

  /// The number of calls of the coder that are counted, after two calls in which the coder learns. An archiver goes the
  /// other way for some calls after a value that it did not foresee, so one call does not tell.
  private static let countedCallCount = 8

  init(_ work: () throws -> Void, _ valueCount: Int) throws {
    for _ in 0..<2 { try work() }
    ListedValues.forget()
    for _ in 0..<Self.countedCallCount {
      let noted = try CallCount.of(work)
      names.formUnion(noted.keys)
      // The coding that the compiler writes is not counted.
      guard valueCount > 0 else { continue }
      let count = noted.values.reduce(0, +)
      calls = max(calls ?? 0, (count + valueCount - 1) / valueCount)
    }
    isListed = ListedValues.wereSeen
  }

  private var isGenerated: Bool { calls == 0 }

  var encodeWay: String { isListed ? "tape" : isGenerated ? "generated" : "direct" }

  var decodeWay: String {
    guard isListed else { return isGenerated ? "generated" : "direct" }
    return names.contains { $0.hasPrefix("Direct") } ? "direct, cells" : "cells"
  }
}
