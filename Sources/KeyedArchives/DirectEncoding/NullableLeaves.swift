internal import ArchiveFormat

/// Leaves of one kind and nulls as they stand in a row (Spec, section 7): a bit for each, and the payloads of those that are not null.
struct NullableLeaves {
  let kind: UInt8
  private(set) var bits: [UInt8]
  private(set) var payloads: [UInt8] = []
  private var count = 0
  /// The number of those that are not null.
  private var valueCount = 0

  var hasNull: Bool { valueCount < count }

  init(kind: UInt8, count: Int) {
    self.kind = kind
    bits = Array(repeating: 0, count: (count + 7) / 8)
  }

  mutating func addNull() {
    count += 1
  }

  /// Adds a Boolean, which is a bit.
  mutating func add(_ value: Bool) {
    if valueCount & 7 == 0 { payloads.append(0) }
    if value { payloads[valueCount >> 3] |= 1 << UInt8(valueCount & 7) }
    addBit()
  }

  /// Adds a value, given its payload in two pieces.
  mutating func add(_ first: UInt8, _ rest: UnsafeRawBufferPointer) {
    payloads.append(first)
    unsafe add(rest)
  }

  mutating func add(_ payload: UnsafeRawBufferPointer) {
    unsafe payloads.append(contentsOf: payload)
    addBit()
  }

  /// Adds values that fill the row.
  mutating func addAll(_ values: UnsafeRawBufferPointer, count: Int) {
    unsafe payloads.append(contentsOf: values)
    for _ in 0..<count { addBit() }
  }

  private mutating func addBit() {
    bits[count >> 3] |= 1 << UInt8(count & 7)
    count += 1
    valueCount += 1
  }
}
