import ArchiveFormat
import TestSupport

/// A value of records, arrays, maps and leaves that a seed chooses.
struct RandomValue {
  private var random: SeededGenerator
  private var builder = ArchivedValueBuilder()
  private var remaining = 24

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  static func value(seed: UInt64) -> ArchivedValue {
    var made = RandomValue(seed: seed)
    made.addContainer(depth: 0)
    return made.builder.finish()
  }

  private mutating func addContainer(depth: Int) {
    let choice = random.index(below: 4)
    if choice == 0 {
      builder.beginRecord()
    } else if choice == 1 {
      builder.beginMap()
    } else {
      builder.beginArray()
    }
    let count = random.index(below: 5)
    // Elements of one kind more often than not, so that rows are regular.
    let kind = random.index(below: 3) == 0 ? nil : random.index(below: 12)
    for index in 0..<count {
      if choice < 2 { builder.key(["a", "b", "id", "name", "é"][index]) }
      remaining -= 1
      if remaining > 0, depth < 4, random.index(below: 3) == 0 {
        addContainer(depth: depth + 1)
      } else {
        addLeaf(kind ?? random.index(below: 12))
      }
    }
    builder.end()
  }

  private mutating func addLeaf(_ kind: Int) {
    let number = random.next() >> UInt64(random.index(below: 64))
    switch kind {
    case 0: builder.null()
    case 1: builder.bool(number & 1 == 1)
    case 2, 3: builder.int(Int64(bitPattern: number))
    case 4: builder.uint(number)
    case 5: builder.double(Double(bitPattern: number))
    case 6: builder.date(secondsSinceReferenceDate: Double(number % 1_000_000) / 8)
    case 7: builder.data(random.bytes(random.index(below: 20)))
    case 8: builder.int128(Int128(truncatingIfNeeded: number) << 40)
    case 9:
      builder.decimal(
        isNegative: number & 1 == 1, mantissa: UInt128(number), exponent: Int64(number % 40))
    default: builder.string(String(number, radix: 36))
    }
  }
}
