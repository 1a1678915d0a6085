internal import ArchiveCompression
internal import ArchiveFormat

/// Runs work that recurses deep on a thread with a stack of its own, while the calling thread waits.
enum LargeStack {
  /// What `body` returns or throws.
  ///
  /// - Throws: ``ArchiveError/Code/stackExhausted`` if the system gives no such thread.
  static func run<Value>(_ byteCount: Int, _ body: () throws -> Value) throws -> Value {
    var result: Result<Value, any Error>?
    let work = { result = Result(catching: body) }
    let isDone = withoutActuallyEscaping(work) { work in
      // `nonisolated(unsafe)`: the calling thread waits for the other, so one of them at a time uses what they share,
      // whatever the bytes that are read there.
      nonisolated(unsafe) let work = work
      guard let thread = NativeThread(stackByteCount: byteCount, { unsafe work() }) else {
        return false
      }
      thread.join()
      return true
    }
    guard isDone, let result else {
      throw ArchiveError(
        .stackExhausted, "the system gives no thread with a stack of \(byteCount) bytes")
    }
    return try result.get()
  }
}
