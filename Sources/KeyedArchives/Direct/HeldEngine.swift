/// Holds an engine between the calls that decode values of one scope: it knows the definitions.
///
/// A value may be decoded while another one is: the engine is here only while no call uses it.
final class HeldEngine {
  private var engine: DirectEngine?

  /// The engine, for a call.
  func take() -> DirectEngine? {
    defer { engine = nil }
    return engine
  }

  /// Takes the engine of a call that ended; false if it is not wanted.
  func put(_ ended: DirectEngine) -> Bool {
    if engine == nil, ended.keepsScope {
      engine = ended
      return true
    }
    if ended.keepsScope { ended.dropSchema() }
    return false
  }
}
