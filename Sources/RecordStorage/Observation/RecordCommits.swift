/// The commits of a store, as they come: ``RecordStore/commits()``.
public struct RecordCommits: AsyncSequence, Sendable {
  let observer: CommitObserver

  /// Hands over one commit at a time.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let observer: CommitObserver

    /// The next commit; nil if the task was cancelled, or if the store is no more.
    public func next() async -> RecordCommit? { await observer.next() }

    /// The next commit; nil if the task was cancelled, or if the store is no more.
    public func next(isolation actor: isolated (any Actor)?) async -> RecordCommit? {
      await observer.next()
    }
  }

  /// The iterator. Iterators of one sequence share its commits: each commit comes once.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(observer: observer) }
}

extension RecordStore {
  /// The commits of this store from now on, as they come.
  ///
  /// ```swift
  /// for await commit in store.commits() where commit.changes(photos.id) {
  ///   …
  /// }
  /// ```
  ///
  /// Commits are told after they are durable to the degree that was asked for; those of several threads perhaps in another order than they were made.
  /// Those that come while nobody takes them become one element, in memory for 10,000 keys of each entity. A commit whose outcome is unknown is told too. Commits
  /// of other ``RecordStore`` objects and of other programs are not told. The sequence ends when its task is cancelled, or with the store.
  public func commits() -> RecordCommits { RecordCommits(observer: hub.observer()) }
}
