/// What was last done in a ``MemoryFolder``, or is about to be.
package enum MemoryOperation: Sendable, CustomStringConvertible {
  case created(String)
  case renamed(String, to: String)
  case removed(String)
  case written(String)
  case cut(String)
  /// A file is about to be made durable.
  case synchronizes(String)
  /// The names are about to be made durable.
  case synchronizesNames

  package var description: String {
    switch self {
    case .created(let name): "'\(name)' was made"
    case .renamed(let name, let other): "'\(name)' was renamed to '\(other)'"
    case .removed(let name): "'\(name)' was removed"
    case .written(let name): "'\(name)' was written to"
    case .cut(let name): "'\(name)' was cut"
    case .synchronizes(let name): "'\(name)' is made durable"
    case .synchronizesNames: "names are made durable"
    }
  }
}
