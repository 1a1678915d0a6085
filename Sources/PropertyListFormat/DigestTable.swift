/// Finds the number of a byte string that was met before. The byte strings are kept elsewhere.
///
/// A table with open addressing: 8 bytes for each slot, of which at most three quarters are taken.
struct DigestTable: Sendable {
  private struct Slot {
    /// The number of a byte string, plus 1; 0 for an empty slot.
    var number: UInt32 = 0
    var digest: UInt32 = 0
  }

  private var slots: [Slot] = Array(repeating: Slot(), count: 64)
  private var count = 0

  /// Returns the number of a byte string that is in the table. O(1) and the calls of the function.
  ///
  /// - Parameter isSame: Tells whether the byte string is the one of a number.
  func number(of digest: UInt32, where isSame: (Int) -> Bool) -> Int? {
    var place = Int(digest) & (slots.count - 1)
    while slots[place].number > 0 {
      let known = Int(slots[place].number) - 1
      if slots[place].digest == digest, isSame(known) { return known }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Takes note of the number of a byte string that is not in the table. O(1) on the average.
  mutating func add(_ number: Int, _ digest: UInt32) {
    place(Slot(number: UInt32(truncatingIfNeeded: number + 1), digest: digest))
    count += 1
    guard count * 4 > slots.count * 3 else { return }
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for slot in old where slot.number > 0 { place(slot) }
  }

  private mutating func place(_ slot: Slot) {
    var place = Int(slot.digest) & (slots.count - 1)
    while slots[place].number > 0 { place = (place + 1) & (slots.count - 1) }
    slots[place] = slot
  }

  /// The digest of a byte string. O(bytes).
  ///
  /// A seed of this process makes it hard to find byte strings that collide. No byte of a file depends on the digest.
  static func digest(_ bytes: ArraySlice<UInt8>) -> UInt32 {
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
