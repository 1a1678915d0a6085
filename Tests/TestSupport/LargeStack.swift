import Foundation

/// Runs code on a thread whose stack has a size of its own.
package enum LargeStack {
  package static func run(byteCount: Int, _ body: @escaping @Sendable () throws -> Void)
    async throws
  {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Result { try body() }) }
      thread.stackSize = byteCount
      thread.start()
    }
  }
}
