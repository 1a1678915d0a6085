/// A value that could not be stored or restored, as those learn who watch: ``ConversionErrors``.
public struct ConversionError: Error, Sendable {
  /// The direction of a conversion.
  public enum Direction: String, Sendable {
    case storing, restoring
  }

  /// The direction in which a value was converted.
  public var direction: Direction
  /// The error that it failed with, with the entity, the attribute and the record in its context.
  public var cause: TransformError
  /// True if the program got another value in the place of the one that could not be read, and so no error.
  public var isHidden: Bool

  /// An error with all its parts.
  public init(_ direction: Direction, _ cause: TransformError, isHidden: Bool = false) {
    self.direction = direction
    self.cause = cause
    self.isHidden = isHidden
  }
}

extension ConversionError: CustomStringConvertible {
  /// The sentence of the cause, with the entity, the attribute and the record.
  public var description: String { cause.description }
}
