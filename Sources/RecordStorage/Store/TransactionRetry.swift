internal import PlatformC

/// How often a transaction runs again by itself when another transaction was first.
///
/// ```swift
/// try store.write(retrying: .conflicts(atMost: 5)) { session in
///   try photos.save(photo, in: session)
/// }
/// ```
///
/// Between two runs the thread pauses for a random time, which grows from 1 ms at most to 64 ms at most.
public struct TransactionRetry: Hashable, Sendable {
  /// How many further runs there are at most.
  public let mostRuns: Int

  /// The transaction runs once.
  public static let never = TransactionRetry(mostRuns: 0)

  /// The transaction runs again after ``StorageError/Code/conflict``, up to a number of times. The last conflict is thrown.
  ///
  /// The function that is handed to the transaction is called anew for each run, so everything that it does outside of the session is done again.
  public static func conflicts(atMost count: Int) -> TransactionRetry {
    TransactionRetry(mostRuns: max(count, 0))
  }

  /// That of operations whose runs are the same in any case.
  static let repeatable = conflicts(atMost: 20)

  /// Calls a function until it meets no conflict.
  func run<Result>(_ body: () throws -> Result) throws -> Result {
    var runs = 0
    while true {
      do {
        return try body()
      } catch var error as StorageError where error.code == .conflict {
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

  private static func pause(before run: Int) {
    let longest = 1_000_000 << min(run, 6)
    var pause = timespec(tv_sec: 0, tv_nsec: Int.random(in: 0..<longest))
    _ = unsafe nanosleep(&pause, nil)
  }
}
