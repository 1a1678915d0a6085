/// Finds a leaf that was written before, by its bytes.
///
/// A table with open addressing: 8 bytes for each slot, of which at most three quarters are taken. The bytes stand in the file that is being written.
struct LeafTable: Sendable {
  private struct Slot {
    /// The leaf's object, plus 1; 0 for an empty slot.
    var object: UInt32 = 0
    var digest: UInt32 = 0
  }

  private var slots: [Slot] = Array(repeating: Slot(), count: 64)
  private var count = 0

  /// Returns the object of a leaf with the bytes that begin at an offset and end with the file, or takes note of a new one. O(bytes of the leaf).
  ///
  /// - Parameters:
  ///   - start: Where the bytes of the leaf begin.
  ///   - bytes: The file. The bytes of leaves are prefixes of no other leaf's.
  ///   - offsets: By object: where its bytes begin.
  ///   - object: The number of the leaf if it is new.
  /// - Returns: Nil if the leaf is new.
  mutating func find(
    from start: Int, _ bytes: [UInt8], _ offsets: [UInt32], orAdd object: Int
  ) -> Int? {
    let digest = Self.digest(bytes[start...])
    let length = bytes.count - start
    var place = Int(digest) & (slots.count - 1)
    while slots[place].object > 0 {
      let known = Int(slots[place].object) - 1
      if slots[place].digest == digest {
        let first = Int(offsets[known])
        if bytes[first..<first + length].elementsEqual(bytes[start...]) { return known }
      }
      place = (place + 1) & (slots.count - 1)
    }
    slots[place] = Slot(object: UInt32(truncatingIfNeeded: object + 1), digest: digest)
    count += 1
    if count * 4 > slots.count * 3 { grow() }
    return nil
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for slot in old where slot.object > 0 {
      var place = Int(slot.digest) & (slots.count - 1)
      while slots[place].object > 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = slot
    }
  }

  /// A seed of this process makes it hard to find leaves that collide. No byte of a file depends on the digest.
  private static func digest(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var hasher = Hasher()
    var (word, count): (UInt64, Int) = (0, 0)
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      count += 1
      if count % 8 == 0 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
