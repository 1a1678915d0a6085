/// How far an array has got that is read element by element.
struct DirectRun {
  /// What the elements of the run are, those that are not null.
  var slot: Ref<FieldSlot>
  /// Elements of the run that were not read, and those of the runs after it.
  var left = 0
  var later = 0
  /// Whether it is all of a regular array of numbers or bools.
  var isRow = false
  /// Where the bits begin that tell which elements are null, if some may be; and those that are the elements, if these are
  /// bools.
  var nulls: RawCursor.Mark?
  var bools: RawCursor.Mark?
  /// Elements of the run that were read, and the bools among them.
  var index = 0
  var boolIndex = 0

  /// Whether the elements are told by bits.
  @inline(__always)
  var hasBits: Bool { nulls != nil || bools != nil }

  /// Whether the next element is null.
  @inline(__always)
  var isAtNull: Bool { nulls.map { !$0.bit(at: index) } ?? false }

  /// Whether the next element is a bool, and which.
  var bool: Bool? { bools.map { $0.bit(at: boolIndex) } }

  /// Goes past the next element.
  @inline(__always)
  mutating func advance() {
    if bools != nil, !isAtNull { boolIndex &+= 1 }
    left &-= 1
    index &+= 1
  }
}

extension RawCursor.Mark {
  /// A bit of a bit row that begins here and was passed over.
  fileprivate func bit(at index: Int) -> Bool { bit(index >> 3, 1 << UInt8(index & 7)) }

  /// How many of the first bits are set of a bit row that begins here and was passed over. O(count).
  func bitCount(of count: Int) -> Int {
    (0..<count).reduce(0) { $0 + (bit(at: $1) ? 1 : 0) }
  }
}

extension RawCursor {
  /// Where a bit row begins that is passed over, whose padding is zero (rule V4); nil if it is not all there.
  mutating func bitRow(bitCount: Int) -> Mark? {
    let start = mark
    let rest = UInt8(truncatingIfNeeded: bitCount & 7)
    let isRead = bitRow(
      byteCount: (bitCount >> 3) + (rest == 0 ? 0 : 1), paddingMask: rest == 0 ? 0 : ~0 << rest)
    return isRead ? start : nil
  }
}
