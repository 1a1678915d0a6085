extension Tiny: FixedLayoutDocument {
  package func write(to writer: inout FixedLayoutWriter) {
    id.write(to: &writer)
    name.write(to: &writer)
    age.write(to: &writer)
    score.write(to: &writer)
    isActive.write(to: &writer)
    tag.write(to: &writer)
    created.write(to: &writer)
    note.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    id = try reader.value()
    name = try reader.value()
    age = try reader.value()
    score = try reader.value()
    isActive = try reader.value()
    tag = try reader.value()
    created = try reader.value()
    note = try reader.value()
  }
}
