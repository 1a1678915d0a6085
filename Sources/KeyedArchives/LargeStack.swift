internal import ArchiveFormat
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Runs work that recurses deep on a thread with a stack of its own, while the calling thread waits.
enum LargeStack {
  private class AnyCall {
    func run() {}
  }

  private final class Call<Value>: AnyCall {
    private let body: () throws -> Value
    private(set) var result: Result<Value, any Error>?

    init(_ body: @escaping () throws -> Value) { self.body = body }

    override func run() { result = Result(catching: body) }
  }

  /// What `body` returns or throws.
  ///
  /// - Throws: ``ArchiveFormat/ArchiveError/Code/stackExhausted`` if the system gives no such thread.
  static func run<Value>(_ byteCount: Int, _ body: () throws -> Value) throws -> Value {
    try withoutActuallyEscaping(body) { body in
      let call = Call(body)
      // The call is the calling thread's: it waits until the other one has ended.
      guard let thread = unsafe start(byteCount, Unmanaged<AnyCall>.passUnretained(call).toOpaque())
      else {
        throw ArchiveError(
          .stackExhausted, "the system gives no thread with a stack of \(byteCount) bytes")
      }
      _ = pthread_join(thread, nil)
      guard let result = call.result else {
        throw ArchiveError(.stackExhausted, "the thread ended early")
      }
      return try result.get()
    }
  }

  private static func start(_ byteCount: Int, _ argument: UnsafeMutableRawPointer) -> pthread_t? {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    let pages = max(byteCount, minimumByteCount) / pageByteCount
    guard unsafe pthread_attr_setstacksize(&attributes, pages * pageByteCount) == 0 else {
      return nil
    }
    return unsafe create(&attributes, argument)
  }

  private static var minimumByteCount: Int { 512 << 10 }
  /// A multiple of every page size there is.
  private static var pageByteCount: Int { 64 << 10 }

  #if canImport(Darwin)
    private static func create(
      _ attributes: UnsafePointer<pthread_attr_t>, _ argument: UnsafeMutableRawPointer
    ) -> pthread_t? {
      var thread: pthread_t?
      let status = unsafe pthread_create(
        &thread, attributes,
        { argument in
          unsafe Unmanaged<AnyCall>.fromOpaque(argument).takeUnretainedValue().run()
          return nil
        }, argument)
      return status == 0 ? thread : nil
    }
  #else
    private static func create(
      _ attributes: UnsafePointer<pthread_attr_t>, _ argument: UnsafeMutableRawPointer
    ) -> pthread_t? {
      var thread = pthread_t()
      let status = unsafe pthread_create(
        &thread, attributes,
        { argument in
          if let argument = unsafe argument {
            unsafe Unmanaged<AnyCall>.fromOpaque(argument).takeUnretainedValue().run()
          }
          return nil
        }, argument)
      return status == 0 ? thread : nil
    }
  #endif
}
