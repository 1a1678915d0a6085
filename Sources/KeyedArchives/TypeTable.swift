internal import Synchronization

/// A table of values for types, for the life of the process. Threads look values up without a lock, and so do not wait for each other.
///
/// An entry is never changed or removed, so one thread may read it while others add more.
@safe
final class TypeTable<Value: Sendable>: Sendable {
  private final class Entry: Sendable {
    let type: ObjectIdentifier
    let value: Value
    /// The address of the next entry of the bucket, which lives as long; 0 for none.
    let next: UInt

    init(_ type: ObjectIdentifier, _ value: Value, next: UInt) {
      (self.type, self.value, self.next) = (type, value, next)
    }
  }

  /// The address of the first entry of a bucket; 0 for none.
  private final class Bucket: Sendable {
    let first = Atomic<UInt>(0)
  }

  private let buckets = (0..<bucketCount).map { _ in Bucket() }
  private let count = Atomic<Int>(0)
  private static var bucketCount: Int { 1_024 }
  /// Generic types can be made without end: beyond this many nothing is remembered.
  private static var limit: Int { 16_384 }

  /// The value of a type, which `find` finds out the first time. O(1).
  func value(of type: any Any.Type, _ find: () -> Value) -> Value {
    let id = ObjectIdentifier(type)
    let bucket = bucket(id)
    if let known = known(id, from: bucket.first.load(ordering: .acquiring)) { return known }
    let found = find()
    add(id, found, to: bucket)
    return found
  }

  /// The value of a type, if it was found out before. O(1).
  func knownValue(of type: any Any.Type) -> Value? {
    let id = ObjectIdentifier(type)
    return known(id, from: bucket(id).first.load(ordering: .acquiring))
  }

  private func bucket(_ id: ObjectIdentifier) -> Bucket {
    // Type metadata is aligned to 8 bytes at least, and lies in pages.
    let bits = UInt(bitPattern: id)
    return buckets[Int((bits >> 3 ^ bits >> 13) % UInt(Self.bucketCount))]
  }

  private func known(_ id: ObjectIdentifier, from first: UInt) -> Value? {
    var address = first
    while let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
      let entry = unsafe Unmanaged<Entry>.fromOpaque(pointer)
      let (value, next) = unsafe entry._withUnsafeGuaranteedRef {
        ($0.type == id ? $0.value : nil, $0.next)
      }
      if let value { return value }
      address = next
    }
    return nil
  }

  private func add(_ id: ObjectIdentifier, _ value: Value, to bucket: Bucket) {
    guard count.add(1, ordering: .relaxed).newValue <= Self.limit else { return }
    var first = bucket.first.load(ordering: .acquiring)
    while true {
      // Another thread may have been faster.
      if known(id, from: first) != nil { return }
      let entry = unsafe Unmanaged.passRetained(Entry(id, value, next: first))
      let (isDone, now) = bucket.first.compareExchange(
        expected: first, desired: UInt(bitPattern: unsafe entry.toOpaque()),
        ordering: .acquiringAndReleasing)
      if isDone { return }
      unsafe entry.release()
      first = now
    }
  }
}
