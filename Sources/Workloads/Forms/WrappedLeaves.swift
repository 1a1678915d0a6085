/// Leaves of a record inside of another value.
struct WrappedLeaves: FormContent {
  var content: FormLeaves

  init(_ seed: Int) { content = FormLeaves(seed) }

  init(content: FormLeaves) { self.content = content }

  func leaves() -> FormLeaves { content }

  var valueCount: Int { 2 }

  func write(to writer: inout FixedLayoutWriter) { content.write(to: &writer) }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    content = try reader.value()
  }
}
