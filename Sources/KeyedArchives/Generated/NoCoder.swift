/// Thrown by the coding that `@Archivable` writes if there is no encoder or decoder. No caller leaves it out.
public struct NoCoder: Error {
  /// The error.
  public init() {}
}
