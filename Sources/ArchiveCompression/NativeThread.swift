internal import PlatformC

/// A thread of the system that does one piece of work.
package struct NativeThread {
  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// Starts a thread; nil where the system gives none.
  ///
  /// - Parameter stackByteCount: The size of its stack; nil for what the system has by default.
  package init?(stackByteCount: Int? = nil, _ body: @escaping @Sendable () -> Void) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { unsafe attributes.deallocate() }
    guard unsafe pthread_attr_init(attributes) == 0 else { return nil }
    defer { _ = unsafe pthread_attr_destroy(attributes) }
    if let stackByteCount {
      let pages = max(stackByteCount, Self.minimumStackByteCount) / Self.pageByteCount
      guard unsafe pthread_attr_setstacksize(attributes, pages * Self.pageByteCount) == 0 else {
        return nil
      }
    }
    let job = unsafe Unmanaged.passRetained(Job(body))
    guard let thread = unsafe Self.create(attributes, job.toOpaque()) else {
      unsafe job.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits until its work is done.
  package func join() { _ = pthread_join(thread, nil) }

  /// Lets it end by itself: nobody waits.
  package func detach() { _ = pthread_detach(thread) }

  private static var minimumStackByteCount: Int { 512 << 10 }
  /// A multiple of every page size there is.
  private static var pageByteCount: Int { 64 << 10 }

  #if canImport(Darwin)
    private static func create(
      _ attributes: UnsafePointer<pthread_attr_t>, _ job: UnsafeMutableRawPointer
    ) -> pthread_t? {
      var thread: pthread_t?
      let status = unsafe pthread_create(
        &thread, attributes,
        { job in
          unsafe Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body()
          return nil
        }, job)
      return status == 0 ? thread : nil
    }
  #else
    private static func create(
      _ attributes: UnsafePointer<pthread_attr_t>, _ job: UnsafeMutableRawPointer
    ) -> pthread_t? {
      var thread = pthread_t()
      let status = unsafe pthread_create(
        &thread, attributes,
        { job in
          if let job = unsafe job {
            unsafe Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body()
          }
          return nil
        }, job)
      return status == 0 ? thread : nil
    }
  #endif
}
