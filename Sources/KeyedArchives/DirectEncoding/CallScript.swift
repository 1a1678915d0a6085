/// The calls of a container that is used in turns with others: they are made one after the other once all are there.
///
/// Only leaves are kept: other values are encoded by code of the user, which runs when its value is given.
@safe
final class CallScript<Container> {
  private var calls: [(inout Container) throws -> Void] = []
  /// False once the calls were made: a further one would come too late.
  private var isOpen = true

  var count: Int { calls.count }

  /// Adds a call.
  ///
  /// - Returns: False if it comes too late.
  func add(_ call: @escaping (inout Container) throws -> Void) -> Bool {
    if isOpen { calls.append(call) }
    return isOpen
  }

  /// Makes the calls. Those of scripts inside are among them.
  func make(in container: consuming Container) throws {
    isOpen = false
    defer { calls.removeAll() }
    for call in calls { try call(&container) }
  }
}
