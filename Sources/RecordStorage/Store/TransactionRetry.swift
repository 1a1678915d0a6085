internal import PlatformC

/// Limits how often a store runs a transaction again after a conflict.
///
/// ```swift
/// try store.write(retrying: .conflicts(atMost: 5)) { session in
///   try photos.save(photo, in: session)
/// }
/// ```
///
/// Between two runs the thread pauses for a random time, which grows from 1 ms at most to 64 ms at most.
public struct TransactionRetry: Hashable, Sendable {
  /// The largest number of further runs.
  public let mostRuns: Int

  /// The transaction runs once.
  public static let never = TransactionRetry(mostRuns: 0)

  /// The transaction runs again after ``StorageError/Code/conflict``, up to a number of times. The last conflict is thrown.
  ///
  /// The function that is handed to the transaction is called anew for each run, so everything that it does outside of the session is done again.
  public static func conflicts(atMost count: Int) -> TransactionRetry {
    TransactionRetry(mostRuns: max(count, 0))
  }

  /// The limit for operations that can be repeated without the caller's code.
  static let repeatable = conflicts(atMost: 20)

  private static let conflict: Set<StorageError.Code> = [.conflict]

  /// Calls a function until it meets no conflict, or none of other errors that tell that somebody else was faster.
  func run<Result>(
    after codes: Set<StorageError.Code> = conflict, _ body: () throws -> Result
  ) throws -> Result {
    var runs = 0
    while true {
      do {
        return try body()
      } catch var error as StorageError where codes.contains(error.code) {
        guard runs < mostRuns else {
          error.message += advice
          throw error
        }
        Self.pause(before: runs)
        runs += 1
      }
    }
  }

  private var advice: String {
    mostRuns == 0
      ? "; to run the transaction again: write(retrying: .conflicts(atMost: 5)) { … }"
      : ", \(mostRuns + 1) times one after the other"
  }

  /// Pauses for a random time of at most 2^run ms, and of at most 64 ms.
  package static func pause(before run: Int) {
    let longest = 1_000_000 << min(run, 6)
    var pause = timespec(tv_sec: 0, tv_nsec: Int.random(in: 0..<longest))
    _ = unsafe nanosleep(&pause, nil)
  }
}
