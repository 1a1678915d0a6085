#if canImport(Combine)
  public import Combine

  extension ConversionErrors {
    /// The errors from each subscription on, for who uses Combine.
    ///
    /// - Parameter limit: Errors that wait at the most for a subscriber that does not take them, at least 1; the oldest go
    ///   first.
    public func publisher(limit: Int = 256) -> AnyPublisher<ConversionError, Never> {
      Deferred {
        let relay = Relay()
        let number = self.add(relay.send)
        return relay.subject
          .buffer(size: max(limit, 1), prefetch: .byRequest, whenFull: .dropOldest)
          .handleEvents(receiveCancel: { self.remove(number) })
      }
      .eraseToAnyPublisher()
    }
  }

  /// Hands errors of any thread to a subject.
  ///
  /// `@unchecked Sendable`: the subject never changes, and subjects have a lock of their own.
  private final class Relay: @unchecked Sendable {
    let subject = PassthroughSubject<ConversionError, Never>()

    func send(_ error: ConversionError) { subject.send(error) }
  }
#endif
