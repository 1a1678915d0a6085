internal import PlatformC

/// Byte strings in order, one behind the other in one piece of memory: four bytes more than their own for each.
struct PackedKeys {
  /// The keys, one behind the other.
  private(set) var bytes: [UInt8] = []
  /// Where each of them ends.
  private(set) var ends: [UInt32] = []

  /// No keys.
  init() {}

  /// The keys of bytes, and where each of them ends; nil if one begins behind its end, or the last is not the end of the bytes.
  init?(_ bytes: [UInt8], ends: [UInt32]) {
    var before: UInt32 = 0
    for end in ends {
      guard before <= end else { return nil }
      before = end
    }
    guard Int(before) == bytes.count else { return nil }
    (self.bytes, self.ends) = (bytes, ends)
  }

  var count: Int { ends.count }

  private func start(_ index: Int) -> Int { index == 0 ? 0 : Int(ends[index - 1]) }

  subscript(index: Int) -> ArraySlice<UInt8> { bytes[start(index)..<Int(ends[index])] }

  /// Whether each key is greater than the one before.
  var isAscending: Bool {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var before = unsafe UnsafeBufferPointer(rebasing: bytes[0..<0])
      for index in 0..<count {
        let key = unsafe UnsafeBufferPointer(rebasing: bytes[start(index)..<Int(ends[index])])
        if index > 0, unsafe Self.order(before, key) >= 0 { return false }
        unsafe before = unsafe key
      }
      return true
    }
  }

  /// The first index whose key is not less than a key; and whether it is that key. O(log n).
  func position(of key: [UInt8]) -> (index: Int, isFound: Bool) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe key.withUnsafeBufferPointer { key in
        var (low, high) = (0, ends.count)
        while low < high {
          let middle = (low + high) / 2
          let start = start(middle)
          let other = unsafe UnsafeBufferPointer(rebasing: bytes[start..<Int(ends[middle])])
          let order = unsafe Self.order(other, key)
          if order == 0 { return (middle, true) }
          if order < 0 { low = middle + 1 } else { high = middle }
        }
        return (low, false)
      }
    }
  }

  private static func order(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let count = min(left.count, right.count)
    if count > 0, let first = left.baseAddress, let second = right.baseAddress {
      let order = unsafe memcmp(first, second, count)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }

  /// Makes room for as many bytes and keys as others have.
  mutating func reserve(like other: PackedKeys) {
    bytes.reserveCapacity(other.bytes.count)
    ends.reserveCapacity(other.ends.count)
  }

  /// Keys have at most 2,000 bytes more than what they are of, and a node at most 64 of them.
  mutating func insert(_ key: [UInt8], at index: Int) {
    let start = start(index)
    bytes.insert(contentsOf: key, at: start)
    ends.insert(UInt32(truncatingIfNeeded: start), at: index)
    for later in index..<ends.count { ends[later] += UInt32(truncatingIfNeeded: key.count) }
  }

  mutating func append(_ key: ArraySlice<UInt8>) {
    bytes.append(contentsOf: key)
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
  }

  mutating func append(_ other: PackedKeys) {
    for index in 0..<other.count { append(other[index]) }
  }

  mutating func remove(at index: Int) {
    let start = start(index)
    let end = Int(ends[index])
    bytes.removeSubrange(start..<end)
    ends.remove(at: index)
    for later in index..<ends.count { ends[later] -= UInt32(truncatingIfNeeded: end - start) }
  }

  /// Takes the keys off from an index on.
  mutating func split(at index: Int) -> PackedKeys {
    let start = start(index)
    var rest = PackedKeys()
    rest.bytes = Array(bytes[start...])
    rest.ends = ends[index...].map { $0 - UInt32(truncatingIfNeeded: start) }
    bytes = Array(bytes[..<start])
    ends = Array(ends[..<index])
    return rest
  }
}
