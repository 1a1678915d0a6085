internal import Synchronization

/// A value that several threads change, one at a time.
final class Shared<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  init(_ value: Value) { state = Mutex(value) }

  /// What it is now.
  var value: Value { state.withLock { $0 } }

  /// Changes it.
  func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    state.withLock { body(&$0) }
  }
}
