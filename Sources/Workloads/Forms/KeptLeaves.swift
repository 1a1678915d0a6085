/// Leaves, or the containers that they are read from when they are asked for: after `decode` returned.
enum KeptLeaves<Key: FormKey>: FormContent {
  case read(FormLeaves)
  case kept(KeyedDecodingContainer<Key>, KeyedDecodingContainer<Key>)

  init(_ seed: Int) { self = .read(FormLeaves(seed)) }

  func leaves() throws -> FormLeaves {
    switch self {
    case .read(let leaves): leaves
    case .kept(let first, let second):
      FormLeaves(first: try first.group(.first), second: try second.group(.second))
    }
  }

  /// The leaves of a value that was made, not decoded.
  var made: FormLeaves {
    if case .read(let leaves) = self { leaves } else { FormLeaves(first: .empty, second: .empty) }
  }

  static var isKept: Bool { true }

  func write(to writer: inout FixedLayoutWriter) { made.write(to: &writer) }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    self = .read(try reader.value())
  }
}
