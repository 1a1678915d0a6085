#if canImport(Combine)
  public import Combine

  extension ConversionErrors {
    /// The errors from each subscription on, for who uses Combine.
    ///
    /// - Parameter limit: Errors that wait at the most for a subscriber that does not take them, at least 1; the oldest go
    ///   first.
    public func publisher(limit: Int = 256) -> AnyPublisher<ConversionError, Never> {
      Deferred {
        let subject = PassthroughSubject<ConversionError, Never>()
        // `nonisolated(unsafe)`: the subject never changes, and subjects have a lock of their own. Input reaches it as
        // values of errors alone, which are Sendable.
        nonisolated(unsafe) let entry = subject
        let number = self.add { entry.send($0) }
        return subject.buffer(size: max(limit, 1), prefetch: .byRequest, whenFull: .dropOldest)
          .handleEvents(receiveCancel: { self.remove(number) })
      }
      .eraseToAnyPublisher()
    }
  }
#endif
