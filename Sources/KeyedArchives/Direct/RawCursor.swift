/// Reads primitives of the format (Spec, section 2) from raw memory.
///
/// A read that cannot be made, because bytes are missing or break a rule, returns nil and leaves
/// the cursor where it was: whoever needs to know why reads the same bytes with `ContentScanner`.
@safe struct RawCursor {
  var place: UnsafeRawPointer
  private(set) var end: UnsafeRawPointer
  private let makesSmallStrings = SmallString.isKnown

  init(_ bytes: RawBytes, from position: Int) {
    let buffer = unsafe bytes.buffer
    let start = unsafe buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped
    unsafe place = start + position
    unsafe end = start + buffer.count
  }

  init(_ place: UnsafeRawPointer, _ end: UnsafeRawPointer) {
    unsafe self.place = unsafe place
    unsafe self.end = unsafe end
  }

  /// A place in the bytes, to come back to.
  @safe struct Mark: Equatable {
    fileprivate let place: UnsafeRawPointer

    @inline(__always)
    static func == (left: Mark, right: Mark) -> Bool { unsafe left.place == right.place }

    @inline(__always)
    func isBefore(_ other: Mark) -> Bool { unsafe place < other.place }

    func distance(to other: Mark) -> Int { unsafe other.place - place }

    /// A mark that was so many bytes further on.
    func advanced(by distance: Int) -> Mark { unsafe Mark(place: place + distance) }
  }

  var mark: Mark {
    @inline(__always) get { unsafe Mark(place: place) }
    @inline(__always) set { unsafe place = newValue.place }
  }

  var remaining: Int { @inline(__always) get { unsafe end - place } }

  /// Bytes from the start of `bytes` to a mark.
  static func offset(of mark: Mark, in bytes: RawBytes) -> Int {
    guard let start = unsafe bytes.buffer.baseAddress else { return 0 }
    return unsafe mark.place - start
  }

  @inline(__always)
  mutating func skip(_ byteCount: Int) -> Bool {
    guard byteCount <= remaining else { return false }
    unsafe place += byteCount
    return true
  }

  /// A number of fixed width, little-endian.
  @inline(__always)
  mutating func fixed<Value: BitwiseCopyable>(_: Value.Type) -> Value? {
    guard remaining >= MemoryLayout<Value>.size else { return nil }
    let value = unsafe place.loadUnaligned(as: Value.self)
    unsafe place += MemoryLayout<Value>.size
    return value
  }

  /// A value whose bytes in memory are those of the archive, of a type without references.
  @inline(__always)
  mutating func plain<Value>(_: Value.Type) -> Value? {
    guard remaining >= MemoryLayout<Value>.size else { return nil }
    let value = unsafe UnsafeRawPointer(place).loadUnaligned(as: Value.self)
    unsafe place += MemoryLayout<Value>.size
    return value
  }

  /// Rules V1 and V2. The trailing zeros of the first byte count the bytes that follow it.
  @inline(__always)
  mutating func varint() -> UInt64? {
    guard remaining >= 8 else { return carefulVarint() }
    let word = unsafe UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
    if word & 1 == 1 {
      unsafe place += 1
      return (word & 0xFF) >> 1
    }
    let extra = UInt64(truncatingIfNeeded: word.trailingZeroBitCount)
    guard extra < 8 else { return carefulVarint() }
    let value = (word &<< (56 &- 8 &* extra)) &>> (57 &- 7 &* extra)
    guard value &>> (7 &* extra) != 0 else { return nil }
    unsafe place += Int(truncatingIfNeeded: extra) &+ 1
    return value
  }

  @inline(never)
  private mutating func carefulVarint() -> UInt64? {
    guard remaining > 0 else { return nil }
    let first = unsafe place.load(as: UInt8.self)
    let extra = first.trailingZeroBitCount
    guard remaining > extra else { return nil }
    var value: UInt64
    if extra == 8 {
      value = unsafe UInt64(littleEndian: (place + 1).loadUnaligned(as: UInt64.self))
    } else {
      value = word(extra + 1) >> UInt64(extra + 1)
    }
    guard extra == 0 || value >> (7 * UInt64(extra)) != 0 else { return nil }
    unsafe place += extra + 1
    return value
  }

  /// The next bytes, up to eight, as a little-endian number.
  @inline(__always)
  private func word(_ byteCount: Int, after offset: Int = 0) -> UInt64 {
    var word: UInt64 = 0
    unsafe withUnsafeMutableBytes(of: &word) {
      unsafe $0.baseAddress.unsafelyUnwrapped.copyMemory(
        from: place + offset, byteCount: byteCount)
    }
    return UInt64(littleEndian: word)
  }

  @inline(__always)
  mutating func zigzag() -> Int64? {
    guard let value = varint() else { return nil }
    return Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
  }

  /// A varint that is a count of at most as much as remains in bytes.
  @inline(__always)
  mutating func byteCount() -> Int? {
    let start = mark
    guard let value = varint(), value <= UInt64(truncatingIfNeeded: remaining) else {
      mark = start
      return nil
    }
    return Int(truncatingIfNeeded: value)
  }

  /// A decimal (rule K4).
  mutating func decimal() -> DecimalParts? {
    let start = mark
    if let exponent = zigzag(), let head = varint(), head >> 1 <= 16,
      case let byteCount = Int(truncatingIfNeeded: head >> 1), byteCount <= remaining
    {
      let low = word(min(byteCount, 8))
      let high = byteCount > 8 ? word(byteCount - 8, after: 8) : 0
      unsafe place += byteCount
      let parts = DecimalParts(
        exponent: exponent, isNegative: head & 1 == 1, mantissa: UInt128(high) << 64 | UInt128(low),
        byteCount: byteCount)
      if let parts { return parts }
    }
    mark = start
    return nil
  }

  /// The parts of a URL: its text, then that of its base, and so on.
  mutating func urlParts() -> [String]? {
    let start = mark
    if let count = varint(), URLParts.counts.contains(count) {
      var parts: [String] = []
      while parts.count < count, let part = string() { parts.append(part) }
      if parts.count == count { return parts }
    }
    mark = start
    return nil
  }

  /// The next byte, which stays.
  @inline(__always)
  var nextByte: UInt8? {
    remaining > 0 ? unsafe place.load(as: UInt8.self) : nil
  }

  // MARK: Bit rows

  /// Passes over a bit row whose padding, if any, must be zero (rule V4).
  @inline(__always)
  mutating func bitRow(byteCount: Int, paddingMask: UInt8) -> Bool {
    guard byteCount <= remaining else { return false }
    if byteCount > 0 {
      guard unsafe (place + (byteCount &- 1)).load(as: UInt8.self) & paddingMask == 0 else {
        return false
      }
      unsafe place += byteCount
    }
    return true
  }

  // MARK: Strings

  /// A string (rule V3).
  @inline(__always)
  mutating func string() -> String? {
    let start = mark
    guard let byteCount = byteCount() else { return nil }
    if let text = text(byteCount) { return text }
    mark = start
    return nil
  }

  /// Passes over a text behind its length; false, with the cursor where it was, if none stands there.
  @inline(__always)
  mutating func passText() -> Bool {
    let start = mark
    guard let byteCount = byteCount() else { return false }
    if passText(byteCount) { return true }
    mark = start
    return false
  }

  /// Passes over a text of so many bytes; false, with the cursor where it was, if none stands there.
  @inline(__always)
  mutating func passText(_ byteCount: Int) -> Bool {
    byteCount <= remaining && (passASCII(byteCount) || longText(byteCount) != nil)
  }

  /// Passes over the next bytes, which are there, if they are ASCII.
  @inline(__always)
  private mutating func passASCII(_ byteCount: Int) -> Bool {
    var (at, left, bits) = unsafe (place, byteCount, UInt64(0))
    while left >= 8 {
      unsafe bits |= at.loadUnaligned(as: UInt64.self)
      unsafe at += 8
      left -= 8
    }
    if left > 0 {
      let isInside = unsafe end - at >= 8
      if isInside {
        let last = unsafe UInt64(littleEndian: at.loadUnaligned(as: UInt64.self))
        bits |= last & ((1 &<< UInt64(truncatingIfNeeded: left &* 8)) &- 1)
      } else {
        for index in 0..<left {
          unsafe bits |= UInt64(at.load(fromByteOffset: index, as: UInt8.self))
        }
      }
    }
    guard bits & 0x8080_8080_8080_8080 == 0 else { return false }
    unsafe place += byteCount
    return true
  }

  /// The text of the next bytes.
  @inline(__always)
  mutating func text(_ byteCount: Int) -> String? {
    if byteCount <= 15, remaining >= 16, makesSmallStrings {
      let low = unsafe UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
      let high = unsafe UInt64(
        littleEndian: place.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      if let text = SmallString.ascii(low, high, byteCount: byteCount) {
        unsafe place += byteCount
        return text
      }
    }
    return byteCount <= 15 && makesSmallStrings ? shortText(byteCount) : longText(byteCount)
  }

  /// A short text close to the end of the bytes.
  @inline(never)
  private mutating func shortText(_ byteCount: Int) -> String? {
    let low = word(min(byteCount, 8))
    let high = byteCount > 8 ? word(byteCount - 8, after: 8) : 0
    guard let text = SmallString.ascii(low, high, byteCount: byteCount) else {
      return longText(byteCount)
    }
    unsafe place += byteCount
    return text
  }

  @inline(never)
  private mutating func longText(_ byteCount: Int) -> String? {
    let bytes = unsafe UnsafeRawBufferPointer(start: place, count: byteCount)
    var text = unsafe String(decoding: bytes.assumingMemoryBound(to: UInt8.self), as: UTF8.self)
    // Text that is no well-formed UTF-8 is repaired, so it has other bytes then.
    let isSame = text.withUTF8 { copy in
      unsafe copy.count == byteCount && RawBytes(bytes).has(UnsafeRawBufferPointer(copy), at: 0)
    }
    guard isSame else { return nil }
    unsafe place += byteCount
    return text
  }

  // MARK: Blocks

  /// Copies the next bytes to a place that has room for them.
  @inline(__always)
  mutating func copy(_ byteCount: Int, to target: UnsafeMutableRawPointer) -> Bool {
    guard byteCount <= remaining else { return false }
    if byteCount > 0 { unsafe target.copyMemory(from: place, byteCount: byteCount) }
    unsafe place += byteCount
    return true
  }

  /// Passes over bytes if they are the next ones.
  mutating func pass(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= remaining,
      unsafe RawBytes(UnsafeRawBufferPointer(start: place, count: remaining)).has(bytes, at: 0)
    else { return false }
    unsafe place += bytes.count
    return true
  }

  /// The bytes from a mark on that were passed over.
  func copy(from start: Mark) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: start.place, count: start.distance(to: mark)))
  }

  /// The next bytes, which are passed over.
  mutating func block(_ byteCount: Int) -> RawBytes? {
    guard byteCount <= remaining else { return nil }
    let block = unsafe UnsafeRawBufferPointer(start: place, count: byteCount)
    unsafe place += byteCount
    return unsafe RawBytes(block)
  }
}

extension RawCursor.Mark {
  /// Bit `mask` of the byte `offset` bytes on, in a bit row that was passed over.
  @inline(__always)
  func bit(_ offset: Int, _ mask: UInt8) -> Bool {
    unsafe (place + offset).load(as: UInt8.self) & mask != 0
  }
}

/// Bytes in memory that somebody else keeps for as long as this is used.
@safe struct RawBytes {
  let buffer: UnsafeRawBufferPointer

  init(_ buffer: UnsafeRawBufferPointer) { unsafe self.buffer = buffer }

  /// No bytes.
  init() { unsafe buffer = UnsafeRawBufferPointer(start: nil, count: 0) }

  var count: Int { unsafe buffer.count }

  /// A copy of them.
  var copy: [UInt8] { unsafe Array(buffer) }

  /// The byte at an offset.
  func byte(at offset: Int) -> UInt8? {
    unsafe offset < buffer.count ? buffer[offset] : nil
  }

  /// Whether these bytes stand at a place.
  func has(_ other: [UInt8], at start: Int) -> Bool {
    unsafe other.withUnsafeBytes { unsafe has($0, at: start) }
  }

  /// Whether these bytes stand at a place.
  @inline(__always)
  func has(_ other: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard unsafe buffer.count - start >= other.count else { return false }
    var index = 0
    while index &+ 8 <= other.count {
      let word = unsafe other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let there = unsafe buffer.loadUnaligned(fromByteOffset: start &+ index, as: UInt64.self)
      guard word == there else { return false }
      index &+= 8
    }
    while index < other.count {
      guard unsafe other[index] == buffer[start &+ index] else { return false }
      index &+= 1
    }
    return true
  }
}
