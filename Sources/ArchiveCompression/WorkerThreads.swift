/// Threads that live as long as one piece of work.
///
/// A pool would decide by itself how many of its threads run; here as many do as the caller allows.
enum WorkerThreads {
  /// Calls `body` on `count` threads at once, one of which is the calling one, and waits for all.
  ///
  /// Where the system gives no more threads, fewer do the work.
  static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    var threads: [NativeThread] = []
    while threads.count < count - 1, let thread = NativeThread(body) { threads.append(thread) }
    body()
    for thread in threads { thread.join() }
  }
}
