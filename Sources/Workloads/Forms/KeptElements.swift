/// Leaves, or the container that they are read from when they are asked for: after `decode` returned.
enum KeptElements: FormContent {
  case read(FormLeaves)
  case kept(any UnkeyedDecodingContainer)

  init(_ seed: Int) { self = .read(FormLeaves(seed)) }

  func leaves() throws -> FormLeaves {
    switch self {
    case .read(let leaves): return leaves
    case .kept(var container):
      var first = try container.nestedUnkeyedContainer()
      var second = try container.nestedUnkeyedContainer()
      return FormLeaves(first: try first.group(), second: try second.group())
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
