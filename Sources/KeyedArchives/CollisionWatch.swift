#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Counts what it costs to find members of a set, or keys of a dictionary, among those that have the same hash, as they are added one by one.
///
/// Each is compared with all before it that have its hash. Bytes can make those many, though hashes have seeds: no NaN equals another, `Data` hashes its
/// first 80 bytes alone, `Decimal` the nearest `Double`. So members are counted by some bits of their hashes, 16 to each value of the bits; what comes to
/// more than four times as many is counted as visits, long data more often. Half a byte for each member, at most.
struct CollisionWatch<Member: Hashable> {
  /// By those bits: how many members have them. Empty where no bytes can bring hashes together, or the members are few.
  private var counts: [UInt32] = []
  /// Members with the same bits that are not counted as visits.
  private let freeCount: Int

  private static var meanCount: Int { 16 }
  private static var maximumBucketCount: Int { 1 << 22 }

  /// - Parameter count: How many members there will be.
  init(count: Int) {
    let bucketCount = min(count / Self.meanCount, Self.maximumBucketCount - 1)
    freeCount = 4 * max(Self.meanCount, count / Self.maximumBucketCount)
    guard count > freeCount, !Self.isStrong else { return }
    counts = Array(repeating: 0, count: 1 << (Int.bitWidth - bucketCount.leadingZeroBitCount))
  }

  /// Visits that adding a member takes beyond its own. O(1).
  mutating func visits(adding member: Member) -> Int {
    if counts.isEmpty { return 0 }
    // What a set does; a `hashValue` of the type's own need not spread.
    var hasher = Hasher()
    hasher.combine(member)
    let bucket = hasher.finalize() & (counts.count - 1)
    let before = Int(counts[bucket])
    counts[bucket] &+= 1
    if before <= freeCount { return 0 }
    return (before - freeCount) &* Self.visits(comparing: member)
  }

  /// Visits for each member that another one is compared with.
  private static func visits(comparing member: Member) -> Int {
    8 + ((member as? Data)?.count ?? 0) / 1_024
  }

  /// Visits that adding members takes beyond their own. O(members).
  static func visits(adding members: [Member]) -> Int {
    var watch = CollisionWatch(count: members.count)
    if watch.counts.isEmpty { return 0 }
    var count = 0
    for member in members {
      let (sum, isTooLarge) = count.addingReportingOverflow(watch.visits(adding: member))
      if isTooLarge { return .max }
      count = sum
    }
    return count
  }

  /// Whether values of the type that differ hash bytes that differ.
  private static var isStrong: Bool {
    Member.self == String.self || Member.self == Int.self || Member.self == UUID.self
      || Member.self is any FixedWidthInteger.Type
  }
}
