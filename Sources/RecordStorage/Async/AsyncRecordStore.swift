/// A store for tasks: calls wait on threads of their own, and never on those that all tasks of the process share.
///
/// ```swift
/// let library = AsyncRecordStore(store)
/// try await library.write(retrying: .conflicts(atMost: 5)) { session in
///   try photos.save(photo, in: session)
/// }
/// let latest = try await library.read { session in
///   try photos.fetch(where: .ordered(by: \.dateTaken, descending: true, limit: 10), in: session)
/// }
/// ```
///
/// Commits of a ``FileBackEnd`` that wait at the same time share synchronisations: as many as there are threads.
public final class AsyncRecordStore: Sendable {
  /// The store.
  public let store: RecordStore
  private let threads: WaitingThreads

  /// A store for tasks.
  ///
  /// - Parameters:
  ///   - store: The store, which others may use at the same time.
  ///   - maximumThreadCount: Calls that wait at one time; further ones stand in line. At least 1.
  public init(_ store: RecordStore, maximumThreadCount: Int = 16) {
    self.store = store
    threads = WaitingThreads(maximumCount: maximumThreadCount)
  }

  /// Calls a function with what reads records: ``RecordStore/read(_:)``.
  ///
  /// - Throws: ``StorageError``, what the function throws, and `CancellationError` if the task was cancelled before it began.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (RecordReader) throws -> Result
  ) async throws -> Result {
    try await call { [store] cancellation in
      try store.read { reader in
        try cancellation.check()
        return try body(reader)
      }
    }
  }

  /// Calls a function with what reads and writes records, as in `write(retrying: .conflicts(atMost: 5)) { session in … }`:
  /// ``RecordStore/write(_:retrying:_:)``.
  ///
  /// A task that is cancelled while it waits for its turn, or for other programs, writes nothing. One that is cancelled while the transaction
  /// goes on learns what became of it.
  ///
  /// - Throws: ``StorageError``, what the function throws, and `CancellationError` if the task was cancelled before it began.
  public func write<Result: Sendable>(
    _ durability: StorageDurability = .synced, retrying retry: TransactionRetry = .never,
    _ body: @escaping @Sendable (RecordWriter) throws -> Result
  ) async throws -> Result {
    try await call { [store] cancellation in
      try store.write(durability, retrying: retry) { writer in
        try cancellation.check()
        return try body(writer)
      }
    }
  }

  private func call<Result: Sendable>(
    _ body: @escaping @Sendable (Cancellation) throws -> Result
  ) async throws -> Result {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        threads.call {
          continuation.resume(
            with: Swift.Result {
              try cancellation.check()
              return try body(cancellation)
            })
        }
      }
    } onCancel: {
      cancellation.note()
    }
  }
}
