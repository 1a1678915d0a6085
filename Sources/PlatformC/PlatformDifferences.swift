/// The size to which the process may extend a file, in bytes.
package func largestFileByteCount() -> Int {
  #if canImport(Glibc)
    limit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue))
  #else
    limit(RLIMIT_FSIZE)
  #endif
}

/// The size of the memory that the process may map, in bytes.
package func largestMemoryByteCount() -> Int {
  #if canImport(Glibc)
    limit(__rlimit_resource_t(RLIMIT_AS.rawValue))
  #else
    limit(RLIMIT_AS)
  #endif
}

#if canImport(Glibc)
  private typealias Resource = __rlimit_resource_t
#else
  private typealias Resource = Int32
#endif

private func limit(_ resource: Resource) -> Int {
  var limit = rlimit()
  return unsafe getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
}

/// The memory of the machine, in bytes; 0 if unknown.
package func physicalMemoryByteCount() -> Int {
  let (pages, pageByteCount) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
  let (product, overflows) = max(0, Int(pages)).multipliedReportingOverflow(by: Int(pageByteCount))
  return overflows ? .max : product
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
