/// Leaves, or none in each third record.
struct MaybeLeaves: FormContent {
  var content: FormLeaves?

  init(_ seed: Int) { content = seed % 3 == 0 ? nil : FormLeaves(seed) }

  init(content: FormLeaves?) { self.content = content }

  func leaves() -> FormLeaves { content ?? FormLeaves(first: .empty, second: .empty) }

  /// A null is a leaf.
  var leafCount: Int { content == nil ? 1 : 8 }

  var valueCount: Int { content == nil ? 1 : 2 }

  func write(to writer: inout FixedLayoutWriter) { content.write(to: &writer) }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    content = try reader.value()
  }
}
