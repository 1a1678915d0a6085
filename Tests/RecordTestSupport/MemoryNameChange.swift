/// What became of a name in a ``MemoryFolder``. Each is there as a whole after the power went, or not at all.
enum MemoryNameChange: Sendable {
  case created(String, MemoryContent)
  case renamed(String, to: String, MemoryContent)
  case removed(String)

  func apply(to files: inout [String: MemoryContent]) {
    switch self {
    case .created(let name, let content): files[name] = content
    case .renamed(let name, let other, let content):
      files[name] = nil
      files[other] = content
    case .removed(let name): files[name] = nil
    }
  }
}
