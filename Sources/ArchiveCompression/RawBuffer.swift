internal import PlatformC

/// Bytes in memory from `malloc`, which can be handed on without copying them.
@safe
package struct RawBuffer: ~Copyable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  /// Where the bytes begin, from the base.
  private var start = 0
  package private(set) var count = 0

  package init(capacity: Int) {
    self.capacity = max(capacity, 64)
    unsafe base = unsafe malloc(self.capacity).unsafelyUnwrapped
  }

  /// Takes over memory, some bytes of which count.
  package init(taking base: UnsafeMutableRawPointer, capacity: Int, bytes: Range<Int>) {
    unsafe self.base = unsafe base
    self.capacity = capacity
    start = bytes.lowerBound
    count = bytes.count
  }

  deinit { unsafe free(base) }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else { return }
    let end = self.start + count
    if capacity - end < bytes.count {
      capacity = max(capacity * 2, end + bytes.count)
      unsafe base = unsafe realloc(base, capacity).unsafelyUnwrapped
    }
    unsafe (base + end).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  package mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// Forgets the bytes and keeps the memory.
  package mutating func removeAll() { count = 0 }

  /// Forgets the bytes from one on.
  mutating func removeAll(from end: Int) { count = min(count, end) }

  /// The bytes, and what the caller has to call when they are not needed any more.
  package consuming func release() -> (bytes: UnsafeMutableRawBufferPointer, drop: () -> Void) {
    if capacity - start - count > count / 8 + 4_096,
      let smaller = unsafe realloc(base, start + count)
    {
      unsafe base = unsafe smaller
    }
    let base = unsafe base
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: base + start, count: count)
    discard self
    return unsafe (bytes, { unsafe free(base) })
  }

  /// A copy.
  package var array: [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: base + start, count: count))
  }
}
