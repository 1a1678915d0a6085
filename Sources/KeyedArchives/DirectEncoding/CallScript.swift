/// The calls of a container that is used in turns with others: they are made one after the other once all are there.
///
/// Only leaves are kept: other values are encoded by code of the user, which runs when its value is given.
@safe
final class CallScript<Container> {
  enum Call {
    /// A leaf; in an unkeyed container, its key has no meaning.
    case leaf(ScriptedLeaf, ScriptKey)
    /// `encodeIfPresent`.
    case optional(ScriptedLeaf, ScriptKey)
    /// A keyed container inside.
    case container(CallScript<KeyedEncodingContainer<ScriptKey>>, ScriptKey)
    case other((inout Container) throws -> Void)
  }

  private struct Memory {
    var calls: [Call] = []
    /// False once the calls were made: a further one comes too late.
    var isOpen = true
  }

  let home: ScriptHome
  /// It stands behind a pointer, since Swift checks each access to a variable of a class at run time.
  private let memory = Ref(Memory())

  init(_ home: ScriptHome) {
    unsafe self.home = unsafe home
    memory.pointee.calls.reserveCapacity(Self.usualCount)
  }

  deinit { memory.free() }

  var encoder: DirectEncoder { unsafe home.encoder }
  var count: Int { memory.pointee.calls.count }

  @inline(__always)
  func add(_ call: Call) throws {
    guard memory.pointee.isOpen else { throw unsafe home.refusedLateCall() }
    memory.pointee.calls.append(call)
  }

  /// Ends the script; its calls.
  func end() -> [Call] {
    memory.pointee.isOpen = false
    defer { memory.pointee.calls = [] }
    return memory.pointee.calls
  }

  /// Makes the calls, none of which is for a leaf. Those of scripts inside are among them.
  func make(in container: consuming Container) throws {
    for case .other(let call) in end() { try call(&container) }
  }

  private static var usualCount: Int { 8 }
}

extension CallScript where Container == KeyedEncodingContainer<ScriptKey> {
  /// Makes the calls.
  func make(in container: consuming Container) throws {
    for call in end() {
      switch call {
      case .leaf(let leaf, let key): try container.encode(leaf, forKey: key)
      case .optional(let leaf, let key): try container.encodeIfPresent(leaf, forKey: key)
      case .container(let script, let key):
        try script.make(in: container.nestedContainer(keyedBy: ScriptKey.self, forKey: key))
      case .other(let call): try call(&container)
      }
    }
  }
}

extension CallScript where Container == any UnkeyedEncodingContainer {
  /// Makes the calls.
  func make(in container: consuming Container) throws {
    for call in end() {
      switch call {
      case .leaf(let leaf, _), .optional(let leaf, _): try container.encode(leaf)
      case .container(let script, _):
        try script.make(in: container.nestedContainer(keyedBy: ScriptKey.self))
      case .other(let call): try call(&container)
      }
    }
  }
}
