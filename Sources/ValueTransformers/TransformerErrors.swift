internal import Synchronization
internal import PlatformC

/// Where errors go that value transformers cannot throw: they give nil, and tell here why.
public enum TransformerErrors {
  private static let handler = Mutex<(@Sendable (TransformError) -> Void)?>(nil)

  /// Sets who gets the errors of transformers that have no handler of their own; nil for a line on standard error each.
  public static func setHandler(_ new: (@Sendable (TransformError) -> Void)?) {
    handler.withLock { $0 = new }
  }

  static func report(_ error: TransformError) {
    if let handler = handler.withLock({ $0 }) { return handler(error) }
    var line = "\(error)\n"
    line.withUTF8 { _ = unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
