internal import PlatformC

/// Memory from `malloc` for what is being encoded, which never holds much more than was written.
///
/// A buffer that grows by being copied stands in memory twice, and what it leaves behind is too small
/// for its successor. So what outgrows a buffer that is worth keeping goes to one that is larger than
/// any heap takes: the system gives it pages when they are written, and moves them when it grows.
@unsafe
enum ContentMemory {
  /// The largest buffer that is kept from one call to the next.
  static let keptByteCount = 1 << 20
  /// Allocators map blocks of this size on their own (glibc above 32 MiB at the latest).
  private static let mappedByteCount = 33 << 20
  private static let stepByteCount = 1 << 20

  /// The capacity for a buffer that has to have one of `needed` bytes.
  static func capacity(after capacity: Int, needed: Int) -> Int {
    let next = max(capacity * 2, needed)
    return unsafe next > keptByteCount ? max(next, mappedByteCount) : next
  }

  static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    unsafe malloc(byteCount).unsafelyUnwrapped
  }

  /// A buffer of `newByteCount` bytes that begins with the first `count` of another, which goes.
  static func grown(
    _ base: UnsafeMutableRawPointer, _ byteCount: Int, keeping count: Int, to newByteCount: Int
  ) -> UnsafeMutableRawPointer {
    if unsafe byteCount <= stepByteCount || byteCount >= mappedByteCount {
      return unsafe realloc(base, newByteCount).unsafelyUnwrapped
    }
    let new = unsafe allocate(newByteCount)
    var start = 0
    while start < count {
      let step = unsafe min(stepByteCount, count - start)
      unsafe (new + start).copyMemory(from: base + start, byteCount: step)
      unsafe dropPages(base + start, step)
      start += step
    }
    unsafe free(base)
    return unsafe new
  }
}
