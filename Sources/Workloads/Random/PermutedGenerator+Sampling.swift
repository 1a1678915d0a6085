/// Draws as the crate rand 0.8 makes them, rejected draws included.
extension PermutedGenerator {
  /// Any number of a type, from 32 bits if it has no more than these.
  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
    Number.bitWidth <= 32
      ? Number(truncatingIfNeeded: nextUInt32()) : Number(truncatingIfNeeded: nextUInt64())
  }

  /// A number of a range. For types of 8 and 16 bits the zone that is taken from is as large as it
  /// can be, for others it is found without a division.
  mutating func number<Number: FixedWidthInteger>(in range: Range<Number>) -> Number {
    let width = range.upperBound &- range.lowerBound
    if Number.bitWidth == 64 {
      let width = UInt64(truncatingIfNeeded: width)
      let zone = width << width.leadingZeroBitCount &- 1
      while true {
        let product = nextUInt64().multipliedFullWidth(by: width)
        if product.low <= zone {
          return range.lowerBound &+ Number(truncatingIfNeeded: product.high)
        }
      }
    }
    let width32 = UInt32(truncatingIfNeeded: width) & UInt32.max >> UInt32(32 - Number.bitWidth)
    let zone =
      Number.bitWidth == 32
      ? width32 << width32.leadingZeroBitCount &- 1
      : .max - (.max - width32 + 1) % width32
    while true {
      let product = nextUInt32().multipliedFullWidth(by: width32)
      if product.low <= zone {
        return range.lowerBound &+ Number(truncatingIfNeeded: product.high)
      }
    }
  }

  /// A number of a range: 23 random bits, scaled.
  mutating func number(in range: Range<Float>) -> Float {
    let scale = range.upperBound - range.lowerBound
    while true {
      let result = mantissa() * scale + range.lowerBound
      if result < range.upperBound { return result }
    }
  }

  /// A number of a range: 52 random bits, scaled.
  mutating func number(in range: Range<Double>) -> Double {
    let scale = range.upperBound - range.lowerBound
    while true {
      let bits = nextUInt64() >> 12 | (1.0).bitPattern
      let result = (Double(bitPattern: bits) - 1) * scale + range.lowerBound
      if result < range.upperBound { return result }
    }
  }

  /// From 0 up to 1: 23 random bits.
  mutating func mantissa() -> Float {
    Float(bitPattern: nextUInt32() >> 9 | (1 as Float).bitPattern) - 1
  }

  /// From 0 up to 1: 24 random bits.
  mutating func fraction() -> Float { Float(nextUInt32() >> 8) * 0x1p-24 }

  /// From 0 up to 1: 53 random bits.
  mutating func fraction() -> Double { Double(nextUInt64() >> 11) * 0x1p-53 }

  /// True with a probability, which is below 1.
  mutating func chance(_ probability: Double = 0.5) -> Bool {
    nextUInt64() < UInt64(probability * 0x1p64)
  }

  /// A value half of the time.
  mutating func maybe<Value>(_ make: (inout PermutedGenerator) -> Value) -> Value? {
    chance() ? make(&self) : nil
  }

  /// One of some elements.
  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(in: 0..<elements.count)]
  }

  /// As many elements as are asked for.
  mutating func elements<Element>(
    _ count: Int, _ make: (inout PermutedGenerator) -> Element
  ) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(make(&self)) }
    return elements
  }
}
