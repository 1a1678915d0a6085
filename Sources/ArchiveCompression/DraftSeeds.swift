internal import ArchiveFormat

/// The seeds of all drafts in checksums of so many bytes (Spec, section 2, rule V6), to tell of which draft bytes are that are of another one.
struct DraftSeeds {
  /// For each exclusive or of two numbers of drafts, each less 1, the exclusive or of the checksums that the two seeds make.
  ///
  /// The bytes have no part in that, and the seeds are linear: the table follows from eight entries.
  private let effects: [UInt32]

  /// The table for a number of bytes. O(log bytes).
  init(byteCount: Int) {
    var effects: [UInt32] = [0]
    for index in 1..<256 {
      let lowest = index & -index
      effects.append(
        index == lowest
          ? Checksum.combined(
            ArchiveFraming.seed(ofDraft: UInt32(index + 1)), 0, byteCount: byteCount)
          : effects[lowest] ^ effects[index ^ lowest])
    }
    self.effects = effects
  }

  /// The draft whose seed makes a checksum; nil if no draft's does. O(1).
  ///
  /// - Parameters:
  ///   - stored: The checksum.
  ///   - own: The checksum of the same bytes with the seed of today's draft.
  func draft(of stored: UInt32, own: UInt32) -> Int? {
    effects.firstIndex(of: stored ^ own).map { ($0 ^ (ArchiveFraming.draft - 1)) + 1 }
  }
}
