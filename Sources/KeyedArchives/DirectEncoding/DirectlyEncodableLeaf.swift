internal import ArchiveFormat

/// A leaf that the direct encoder writes, one by one or as a row.
protocol DirectlyEncodableLeaf {
  static var kindCode: UInt8 { get }

  /// Appends the payload of one value.
  static func put(_ value: UnsafeRawPointer, _ state: UnsafeMutablePointer<EncoderState>)

  /// Appends the payloads of `count` values in a row.
  static func putRow(
    _ values: UnsafeRawPointer, _ count: Int, _ state: UnsafeMutablePointer<EncoderState>)

  /// The number of those among `count` optionals of the type that are not null.
  static func valueCount(_ optionals: UnsafeRawPointer, _ count: Int) -> Int

  /// Appends the payloads of those among `count` optionals that are not null.
  ///
  /// - Parameter bits: The offset of bits to be set for them; nil if none is null.
  static func putRow(
    ofOptionals optionals: UnsafeRawPointer, _ count: Int, bits: Int?,
    _ state: UnsafeMutablePointer<EncoderState>)
}

/// The compiler makes a copy of this code for each leaf type. The same loops in code that is generic at run time take 100 times as long.
extension DirectlyEncodableLeaf {
  static func valueCount(_ optionals: UnsafeRawPointer, _ count: Int) -> Int {
    let optionals = unsafe optionals.assumingMemoryBound(to: Self?.self)
    var valueCount = 0
    for index in 0..<count where unsafe optionals[index] != nil { valueCount += 1 }
    return valueCount
  }

  static func putRow(
    ofOptionals optionals: UnsafeRawPointer, _ count: Int, bits: Int?,
    _ state: UnsafeMutablePointer<EncoderState>
  ) {
    let optionals = unsafe optionals.assumingMemoryBound(to: Self?.self)
    var values = ContiguousArray<Self>()
    values.reserveCapacity(count)
    for index in 0..<count {
      guard let value = unsafe optionals[index] else { continue }
      values.append(value)
      if let bits { unsafe state.pointee.setBit(index, from: bits) }
    }
    unsafe values.withUnsafeBytes {
      guard let start = $0.baseAddress, !values.isEmpty else { return }
      unsafe putRow(start, values.count, state)
    }
  }

  static func putRow(
    _ values: UnsafeRawPointer, _ count: Int, _ state: UnsafeMutablePointer<EncoderState>
  ) {
    for index in 0..<count { unsafe put(values + index * MemoryLayout<Self>.stride, state) }
  }
}

/// Numbers whose payload is their own bytes.
protocol FixedWidthLeaf: DirectlyEncodableLeaf, BitwiseCopyable {}

extension FixedWidthLeaf {
  static func put(_ value: UnsafeRawPointer, _ state: UnsafeMutablePointer<EncoderState>) {
    unsafe state.pointee.put(value.loadUnaligned(as: Self.self))
  }

  static func putRow(
    _ values: UnsafeRawPointer, _ count: Int, _ state: UnsafeMutablePointer<EncoderState>
  ) {
    unsafe state.pointee.putBytes(values, count * MemoryLayout<Self>.stride)
  }
}

extension UInt8: FixedWidthLeaf { static var kindCode: UInt8 { KindCode.uint8 } }
extension Int8: FixedWidthLeaf { static var kindCode: UInt8 { KindCode.int8 } }
extension Float: FixedWidthLeaf { static var kindCode: UInt8 { KindCode.float32 } }
extension Double: FixedWidthLeaf { static var kindCode: UInt8 { KindCode.float64 } }
extension Int128: FixedWidthLeaf { static var kindCode: UInt8 { KindCode.int128 } }
extension UInt128: FixedWidthLeaf { static var kindCode: UInt8 { KindCode.uint128 } }

/// Integers whose payload is a varint.
protocol VarintLeaf: DirectlyEncodableLeaf, FixedWidthInteger {}

extension VarintLeaf {
  static var kindCode: UInt8 { isSigned ? KindCode.int : KindCode.uint }

  @inline(__always)
  func put(_ state: UnsafeMutablePointer<EncoderState>) {
    if Self.isSigned {
      unsafe state.pointee.putZigzag(Int64(truncatingIfNeeded: self))
    } else {
      unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: self))
    }
  }

  static func put(_ value: UnsafeRawPointer, _ state: UnsafeMutablePointer<EncoderState>) {
    unsafe value.loadUnaligned(as: Self.self).put(state)
  }

  static func putRow(
    _ values: UnsafeRawPointer, _ count: Int, _ state: UnsafeMutablePointer<EncoderState>
  ) {
    let row = unsafe values.assumingMemoryBound(to: Self.self)
    for index in 0..<count { unsafe row[index].put(state) }
  }
}

extension Int: VarintLeaf {}
extension Int16: VarintLeaf {}
extension Int32: VarintLeaf {}
extension Int64: VarintLeaf {}
extension UInt: VarintLeaf {}
extension UInt16: VarintLeaf {}
extension UInt32: VarintLeaf {}
extension UInt64: VarintLeaf {}

extension Bool: DirectlyEncodableLeaf {
  static var kindCode: UInt8 { KindCode.bool }

  static func put(_ value: UnsafeRawPointer, _ state: UnsafeMutablePointer<EncoderState>) {
    unsafe state.pointee.put(value.load(as: Bool.self) ? 1 as UInt8 : 0)
  }

  static func putRow(
    _ values: UnsafeRawPointer, _ count: Int, _ state: UnsafeMutablePointer<EncoderState>
  ) {
    let row = unsafe values.assumingMemoryBound(to: UInt8.self)
    unsafe state.pointee.reserve((count + 7) / 8)
    var index = 0
    while index + 8 <= count {
      // Eight bytes of 0 or 1: the multiplication gathers their lowest bits in the highest byte.
      let word = unsafe UnsafeRawPointer(row + index).loadUnaligned(as: UInt64.self).littleEndian
      unsafe state.pointee.position.storeBytes(
        of: UInt8(
          truncatingIfNeeded: ((word & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) >> 56),
        as: UInt8.self)
      unsafe state.pointee.position += 1
      index += 8
    }
    if index < count {
      var byte: UInt8 = 0
      for bit in 0..<count - index { unsafe byte |= (row[index + bit] & 1) << UInt8(bit) }
      unsafe state.pointee.put(byte)
    }
    unsafe state.pointee.reserve(0)
  }
}

extension String: DirectlyEncodableLeaf {
  static var kindCode: UInt8 { KindCode.string }

  static func put(_ value: UnsafeRawPointer, _ state: UnsafeMutablePointer<EncoderState>) {
    unsafe value.assumingMemoryBound(to: String.self).pointee.put(state)
  }

  static func putRow(
    _ values: UnsafeRawPointer, _ count: Int, _ state: UnsafeMutablePointer<EncoderState>
  ) {
    let row = unsafe values.assumingMemoryBound(to: String.self)
    for index in 0..<count { unsafe row[index].put(state) }
  }

  /// Byte count and bytes.
  @inline(__always)
  func put(_ state: UnsafeMutablePointer<EncoderState>) {
    if unsafe state.pointee.knowsSmallStrings {
      let (low, high) = unsafe unsafeBitCast(self, to: (UInt64, UInt64).self)
      if SmallStringLayout.isSmall(high) {
        let count = SmallStringLayout.count(high)
        let place = unsafe state.pointee.position
        unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: count << 1 | 1), as: UInt8.self)
        unsafe (place + 1).storeBytes(of: low, as: UInt64.self)
        unsafe (place + 9).storeBytes(of: high, as: UInt64.self)
        unsafe state.pointee.position = unsafe place + 1 + count
        unsafe state.pointee.reserve(0)
        return
      }
    }
    unsafe putLarge(state)
  }

  @inline(never)
  private func putLarge(_ state: UnsafeMutablePointer<EncoderState>) {
    let wasContiguous: Void? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      unsafe state.pointee.putCounted(bytes.baseAddress, bytes.count)
    }
    if wasContiguous == nil {
      var copy = self
      copy.withUTF8 { unsafe state.pointee.putCounted($0.baseAddress, $0.count) }
    }
  }
}

extension EncoderState {
  /// Byte count and bytes.
  @inline(__always)
  mutating func putCounted(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    unsafe putVarint(UInt64(truncatingIfNeeded: count))
    guard let start = unsafe start else { return }
    if count <= 64 {
      // Overlapping blocks of 16 bytes; fewer are left to the general copy.
      unsafe reserve(count)
      let source = unsafe UnsafeRawPointer(start)
      if count >= 16 {
        var done = 0
        while done + 16 <= count {
          unsafe (position + done).storeBytes(
            of: (source + done).loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
          done += 16
        }
        unsafe (position + count - 16).storeBytes(
          of: (source + count - 16).loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
      } else {
        unsafe position.copyMemory(from: source, byteCount: count)
      }
      unsafe position += count
      unsafe reserve(0)
    } else {
      unsafe putBytes(start, count)
    }
  }
}
