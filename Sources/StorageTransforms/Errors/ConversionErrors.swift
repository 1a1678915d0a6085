internal import Synchronization

/// Errors of conversions as they happen, for any number of subscribers.
///
/// ```swift
/// let errors = ConversionErrors()
/// let transform = ColourTransform().fallback(to: .black, reporting: errors)
///
/// Task {
///   for await error in errors.subscribe() { log(error.cause) }
/// }
/// ```
///
/// Each subscriber gets every error from its subscription on, whatever the others do. What waits for a subscriber is
/// bounded: the oldest go when there are too many, and are counted. Without subscribers an error is not even made.
public final class ConversionErrors: Sendable {
  private struct Subscribers {
    var last = 0
    var byNumber: [Int: @Sendable (ConversionError) -> Void] = [:]
  }

  private let subscribers = Mutex(Subscribers())

  /// Errors that nobody watches yet.
  public init() {}

  /// The number of subscribers. O(1).
  public var subscriberCount: Int { subscribers.withLock { $0.byNumber.count } }

  /// The errors from now on, until the subscription is let go of or the task that waits is cancelled.
  ///
  /// - Parameter limit: Errors that wait at the most, at least 1; the oldest go first.
  public func subscribe(limit: Int = 256) -> Subscription {
    let dropped = Subscription.DropCount()
    let (stream, continuation) = AsyncStream.makeStream(
      of: ConversionError.self, bufferingPolicy: .bufferingNewest(max(limit, 1)))
    let number = add { error in
      if case .dropped = continuation.yield(error) { dropped.value.add(1, ordering: .relaxed) }
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return Subscription(stream: stream, dropped: dropped)
  }

  /// Calls a function with all errors from now on.
  ///
  /// - Returns: What ``remove(_:)`` takes to call it no more.
  func add(_ take: @escaping @Sendable (ConversionError) -> Void) -> Int {
    subscribers.withLock {
      $0.last += 1
      $0.byNumber[$0.last] = take
      return $0.last
    }
  }

  func remove(_ number: Int) {
    _ = subscribers.withLock { $0.byNumber.removeValue(forKey: number) }
  }

  /// Tells all subscribers of an error, which is made only if there are any. O(subscribers).
  public func report(_ error: @autoclosure () -> ConversionError) {
    let takers = subscribers.withLock { Array($0.byNumber.values) }
    guard !takers.isEmpty else { return }
    let error = error()
    for take in takers { take(error) }
  }

  /// The errors of one subscriber.
  public struct Subscription: AsyncSequence, Sendable {
    final class DropCount: Sendable {
      let value = Atomic(0)
    }

    let stream: AsyncStream<ConversionError>
    let dropped: DropCount

    /// The number of errors that went before they were taken.
    public var droppedCount: Int { dropped.value.load(ordering: .relaxed) }

    /// Takes the errors one by one. Of several iterators each gets some of them.
    public func makeAsyncIterator() -> AsyncStream<ConversionError>.Iterator {
      stream.makeAsyncIterator()
    }
  }
}
