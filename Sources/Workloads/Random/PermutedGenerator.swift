/// The generator PCG XSH RR 64/32 with a seed that never changes: the same values on any machine.
///
/// The data sets of rust_serialization_benchmark come from this generator (`Lcg64Xsh32` of the
/// crate rand_pcg), drawn from as the crate rand 0.8 does; so the values here are those, bit for
/// bit. See O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms
/// for Random Number Generation", 6.3.2.
struct PermutedGenerator {
  private var state: UInt64
  private let increment: UInt64

  private static let multiplier: UInt64 = 6_364_136_223_846_793_005

  /// The generator at its start: digits of pi are its seed and its stream.
  init() {
    let (seed, stream): (UInt64, UInt64) = (3_141_592_653, 5_897_932_384)
    increment = stream << 1 | 1
    state = seed &+ increment
    step()
  }

  private mutating func step() { state = state &* Self.multiplier &+ increment }

  /// The next 32 bits.
  mutating func nextUInt32() -> UInt32 {
    let old = state
    step()
    let word = UInt32(truncatingIfNeeded: (old >> 18 ^ old) >> 27)
    let rotation = UInt32(old >> 59)
    return word &>> rotation | word &<< (0 &- rotation)
  }

  /// The next 64 bits, the lower half first.
  mutating func nextUInt64() -> UInt64 {
    let low = UInt64(nextUInt32())
    return UInt64(nextUInt32()) << 32 | low
  }
}
