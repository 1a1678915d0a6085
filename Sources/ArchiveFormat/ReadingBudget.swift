/// The memory and work that reading may take, by the size of the input: a fixed part, and a part for each byte.
///
/// Without it a few bytes could cost as much as a large archive may. Input are the bytes of the archive as they are
/// stored, packed or not. Spec/archive-format.md, section 12, gives the reasons for the numbers.
public struct ReadingBudget: Hashable, Sendable {
  /// Bytes of memory that any input may cost: what is inflated, what is built, and lists of values that are made on the way.
  public var baseByteCount = 32 << 20
  /// Bytes of memory more for each byte of input.
  public var byteCountPerInputByte = 256
  /// Values and visits that any input may cost.
  public var baseVisitCount = 1_000_000
  /// Values and visits more for each byte of input.
  public var visitCountPerInputByte = 32

  /// The default budget; change what the case needs.
  public init() {}

  /// Bytes of memory that an input may cost.
  package func byteCount(forInput byteCount: Int) -> Int {
    Self.sum(baseByteCount, byteCountPerInputByte, byteCount)
  }

  /// Values, and visits, that an input may cost.
  package func visitCount(forInput byteCount: Int) -> Int {
    Self.sum(baseVisitCount, visitCountPerInputByte, byteCount)
  }

  /// The bytes of input that pay for so many visits.
  package func inputByteCount(forVisits count: Int) -> Int {
    Self.quotient(count, baseVisitCount, visitCountPerInputByte)
  }

  /// The bytes of input that pay for so many bytes of memory.
  package func inputByteCount(forBytes count: Int) -> Int {
    Self.quotient(count, baseByteCount, byteCountPerInputByte)
  }

  /// `(count − base) / factor`, rounded up; 0 for a count that needs no input, the greatest number where no input would do.
  private static func quotient(_ count: Int, _ base: Int, _ factor: Int) -> Int {
    let rest = max(0, count) - max(0, base)
    if rest <= 0 { return 0 }
    return factor > 0 ? (rest - 1) / factor + 1 : .max
  }

  /// `base + factor × count`, at most the greatest number there is. Negative settings count as 0.
  private static func sum(_ base: Int, _ factor: Int, _ count: Int) -> Int {
    let (product, isTooLarge) = max(0, factor).multipliedReportingOverflow(by: max(0, count))
    let (sum, overflows) = max(0, base).addingReportingOverflow(product)
    return isTooLarge || overflows ? .max : sum
  }
}
