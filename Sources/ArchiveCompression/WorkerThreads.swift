#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Threads that live as long as one piece of work.
///
/// A pool would decide by itself how many of its threads run; here as many do as the caller allows.
enum WorkerThreads {
  private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Calls `body` on `count` threads at once, one of which is the calling one, and waits for all.
  ///
  /// Where the system gives no more threads, fewer do the work.
  static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    let job = Job(body)
    var threads: [pthread_t] = []
    for _ in 1..<count {
      let argument = unsafe Unmanaged.passRetained(job)
      if let thread = unsafe start(argument.toOpaque()) {
        threads.append(thread)
      } else {
        unsafe argument.release()
        break
      }
    }
    body()
    for index in threads.indices { _ = pthread_join(threads[index], nil) }
  }

  #if canImport(Darwin)
    private static func start(_ argument: UnsafeMutableRawPointer) -> pthread_t? {
      var thread: pthread_t?
      let status = unsafe pthread_create(
        &thread, nil,
        { argument in
          unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
          return nil
        }, argument)
      return status == 0 ? thread : nil
    }
  #else
    private static func start(_ argument: UnsafeMutableRawPointer) -> pthread_t? {
      var thread = pthread_t()
      let status = unsafe pthread_create(
        &thread, nil,
        { argument in
          if let argument = unsafe argument {
            unsafe Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
          }
          return nil
        }, argument)
      return status == 0 ? thread : nil
    }
  #endif
}
