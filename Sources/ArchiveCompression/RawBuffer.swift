#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Bytes in memory from `malloc`, which can be handed on without copying them.
@safe
package struct RawBuffer: ~Copyable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  package private(set) var count = 0

  package init(capacity: Int) {
    self.capacity = max(capacity, 64)
    unsafe base = unsafe malloc(self.capacity).unsafelyUnwrapped
  }

  deinit { unsafe free(base) }

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, unsafe !bytes.isEmpty else { return }
    if capacity - count < bytes.count {
      capacity = max(capacity * 2, count + bytes.count)
      unsafe base = unsafe realloc(base, capacity).unsafelyUnwrapped
    }
    unsafe (base + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  package mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// Forgets the bytes and keeps the memory.
  package mutating func removeAll() { count = 0 }

  /// The bytes, whose memory the caller has to give back to `free`.
  package consuming func release() -> UnsafeMutableRawBufferPointer {
    if capacity - count > count / 8 + 4_096, let smaller = unsafe realloc(base, count) {
      unsafe base = unsafe smaller
    }
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: base, count: count)
    discard self
    return unsafe bytes
  }

  /// A copy.
  package var array: [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: base, count: count))
  }
}
