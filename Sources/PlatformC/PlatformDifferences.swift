/// How many bytes the process may make a file long.
package func largestFileByteCount() -> Int {
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    let resource = RLIMIT_FSIZE
  #endif
  var limit = rlimit()
  return unsafe getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
}

/// A number that no other running thread has.
package func currentThreadNumber() -> UInt {
  #if canImport(Glibc) || canImport(Bionic)
    UInt(pthread_self())
  #else
    unsafe UInt(bitPattern: pthread_self())
  #endif
}

/// Gives the whole pages among some bytes back to the system, where there is a way. Their content is lost.
package func dropPages(_ start: UnsafeMutableRawPointer, _ byteCount: Int) {
  #if os(Linux)
    let pageByteCount = Int(sysconf(Int32(_SC_PAGESIZE)))
    let first = unsafe start.alignedUp(toMultipleOf: pageByteCount)
    let end = unsafe (start + byteCount).alignedDown(toMultipleOf: pageByteCount)
    if unsafe first < end { _ = unsafe madvise(first, end - first, MADV_DONTNEED) }
  #endif
}
