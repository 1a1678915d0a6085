/// A record of the product: a type whose coding is that of its ``FormCalls``.
///
/// Each is a type of its own that is not generic, since the compiler does not specialise the coding of generic types.
protocol FormElement: FormValue {
  associatedtype Calls: FormCalls

  var content: Calls.Content { get }

  init(content: Calls.Content)
}

/// The container calls of a form.
protocol FormCalls {
  associatedtype Content: FormContent

  static func encode(_ content: Content, to encoder: any Encoder) throws

  static func content(from decoder: any Decoder) throws -> Content
}

extension FormElement {
  init(seed: Int) { self.init(content: Calls.Content(seed)) }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    try Calls.encode(content, to: encoder)
  }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    self.init(content: try Calls.content(from: decoder))
  }

  func write(to writer: inout FixedLayoutWriter) { content.write(to: &writer) }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    self.init(content: try Calls.Content(from: &reader))
  }

  var leafCount: Int { content.leafCount }

  var valueCount: Int { content.valueCount }

  static var isKept: Bool { Calls.Content.isKept }

  func readKept() throws { consume(try content.leaves()) }

  func isSame(as other: Self) throws -> Bool { try content.leaves() == other.content.leaves() }
}
