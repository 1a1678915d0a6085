import TestSupport

/// Damages the durable bytes of a file.
enum CrashDamage: CaseIterable {
  case bitChanged, byteInserted, byteRemoved, bytesDoubled

  /// Changes a byte in front of an end, so that the frame that it belongs to is not whole any more.
  ///
  /// - Parameter place: That of the byte. A byte that is removed or doubled is no zero: of the zeros behind a payload there may be fewer or more without a difference but to the
  ///   frame behind.
  func apply(
    to bytes: inout [UInt8], at place: Int, before end: Int, using random: inout SeededGenerator
  ) {
    switch self {
    case .bitChanged: bytes[place] ^= 1 << UInt8(random.next() % 8)
    case .byteInserted: bytes.insert(UInt8(1 + random.next() % 255), at: place)
    case .byteRemoved: bytes.remove(at: place)
    case .bytesDoubled:
      // Doubled up to its end, a frame would be whole.
      let count = min(1 + Int(random.next() % 24), end - 1 - place)
      bytes.insert(contentsOf: bytes[place..<place + max(count, 0)], at: place)
      if count <= 0 { bytes[place] ^= 1 }
    }
  }
}
