/// A value of a form, with the loop that is written by hand for it.
protocol FormValue: Codable, FixedLayoutCodable, SendableMetatype {
  /// The value of a number: always the same.
  init(seed: Int)

  /// The number of leaves that are stored: numbers, texts, Booleans, nulls and values of Foundation. A key that is data
  /// is a leaf too.
  var leafCount: Int { get }

  /// The number of values with code of their own, this one included.
  var valueCount: Int { get }

  func isSame(as other: Self) throws -> Bool

  /// A Boolean value indicating whether the value keeps containers that are read after `decode` returned.
  static var isKept: Bool { get }

  /// Reads the containers that the value kept.
  func readKept() throws
}

extension FormValue {
  var leafCount: Int { 8 }
  var valueCount: Int { 1 }
  static var isKept: Bool { false }
  func readKept() throws {}
}

extension FormValue where Self: Equatable {
  func isSame(as other: Self) -> Bool { self == other }
}

/// Takes a result, so that the compiler cannot leave out the work for it.
@inline(never)
func consume<Result>(_: Result) {}
