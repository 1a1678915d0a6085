public import StorageTransforms

/// The values of a selection, anew after each commit that changes records of their entity: ``RecordSet/results(observing:)``.
public struct RecordResults<Root: Sendable, Key: StoredForm & Hashable>: AsyncSequence, Sendable {
  let records: RecordSet<Root, Key>
  let selection: RecordSelection<Root>

  /// Hands over one result at a time.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let records: RecordSet<Root, Key>
    let selection: RecordSelection<Root>
    let store: AsyncRecordStore
    let observer: CommitObserver
    var isFirst = true

    /// The next result: at once the first time, and then after the next commit. Nil if the task was cancelled.
    ///
    /// - Throws: As ``RecordSet/fetch(where:)``.
    public mutating func next() async throws -> [Root]? {
      if !isFirst {
        var commit = await observer.next()
        while let other = commit, !other.changes(records.id) { commit = await observer.next() }
        if commit == nil { return nil }
      }
      isFirst = false
      if Task.isCancelled { return nil }
      do {
        return try await store.read { [records, selection] in
          try records.fetch(where: selection, in: $0)
        }
      } catch is CancellationError {
        return nil
      }
    }
  }

  /// An iterator, which observes from now on.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      records: records, selection: selection,
      store: AsyncRecordStore(records.store, maximumThreadCount: 1),
      observer: records.store.hub.observer())
  }
}

extension RecordSet where Root: Sendable {
  /// The values of a selection as they are, and again after each commit of the store that changes records of the entity.
  ///
  /// ```swift
  /// for try await latest in photos.results(observing: .ordered(by: \.dateTaken, descending: true, limit: 10)) {
  ///   …
  /// }
  /// ```
  ///
  /// A result that is not taken in time is left out: the next one is as the records are then. What ``RecordStore/commits()`` says of other
  /// stores and programs holds here too. The sequence keeps the store open, and ends when its task is cancelled.
  public func results(
    observing selection: RecordSelection<Root> = .all
  ) -> RecordResults<Root, Key> {
    RecordResults(records: self, selection: selection)
  }
}
