/// The plain record, which looks at `codingPath` first.
enum PathCalls: FormCalls {
  static func encode(_ content: FormLeaves, to encoder: any Encoder) throws {
    consume(encoder.codingPath.count)
    try KeyedCalls<EnumKey>.InOrder.encode(content, to: encoder)
  }

  static func content(from decoder: any Decoder) throws -> FormLeaves {
    consume(decoder.codingPath.count)
    return try KeyedCalls<EnumKey>.InOrder.content(from: decoder)
  }
}

/// A record whose coding is that of ``PathCalls``.
struct PathRecord: FormElement {
  typealias Calls = PathCalls
  var content: FormLeaves
}
