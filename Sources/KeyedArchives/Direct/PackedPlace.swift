/// A place of an object in 8 bytes (``ObjectPlaces``).
struct PackedPlace {
  /// Bits 0 to 23: the distance; 24 to 43: the length and 1, or 0; 44 to 60: the number of the body.
  private var bits: UInt64

  private static var lengthShift: UInt64 { 24 }
  private static var bodyShift: UInt64 { 44 }
  private static var maximumDistance: UInt64 { 1 << 24 - 1 }
  private static var maximumLength: UInt64 { 1 << 20 - 2 }
  private static var awaitedBit: UInt64 { UInt64(1) << 61 }
  private static var headerBit: UInt64 { UInt64(1) << 62 }
  private static var elsewhereBit: UInt64 { UInt64(1) << 63 }

  static var maximumBodyNumber: Int { 1 << 17 - 1 }

  /// A place that does not fit and stands elsewhere.
  static var elsewhere: PackedPlace { PackedPlace(bits: elsewhereBit) }

  private init(bits: UInt64) { self.bits = bits }

  /// A place without an end and a body; nil if the distance is too large.
  init?(distance: Int, isHeader: Bool) {
    guard let distance = UInt64(exactly: distance), distance <= Self.maximumDistance else {
      return nil
    }
    bits = distance | (isHeader ? Self.headerBit : 0)
  }

  /// True if the place does not fit and stands elsewhere.
  var isElsewhere: Bool { bits & Self.elsewhereBit != 0 }

  /// Bytes from the first mention in the piece to that of the object.
  var distance: Int { Int(truncatingIfNeeded: bits & Self.maximumDistance) }

  /// True if the header of the object is the first mention.
  var isHeader: Bool { bits & Self.headerBit != 0 }

  /// True if a strong edge was passed that needs the object to stand somewhere.
  var isAwaited: Bool {
    get { bits & Self.awaitedBit != 0 }
    set { bits = newValue ? bits | Self.awaitedBit : bits & ~Self.awaitedBit }
  }

  /// Bytes from the beginning of the header to the end of the object; nil if that was not reached.
  var length: Int? {
    let stored = (bits >> Self.lengthShift) & (Self.maximumLength + 1)
    return stored == 0 ? nil : Int(truncatingIfNeeded: stored) - 1
  }

  /// The number of the body, from 1; 0 until the end was reached.
  var bodyNumber: Int {
    Int(truncatingIfNeeded: (bits >> Self.bodyShift) & UInt64(Self.maximumBodyNumber))
  }

  /// The same place with its length and the number of its body; nil if one is too large.
  func settled(length: Int, bodyNumber: Int) -> PackedPlace? {
    guard let length = UInt64(exactly: length), length <= Self.maximumLength,
      bodyNumber <= Self.maximumBodyNumber
    else { return nil }
    let mention = bits & (Self.maximumDistance | Self.awaitedBit | Self.headerBit)
    return PackedPlace(
      bits: mention | (length + 1) << Self.lengthShift | UInt64(bodyNumber) << Self.bodyShift)
  }
}
