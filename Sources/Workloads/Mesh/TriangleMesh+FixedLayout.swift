extension TriangleMesh: FixedLayoutDocument {
  package func write(to writer: inout FixedLayoutWriter) {
    triangles.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    triangles = try reader.value()
  }
}

extension TriangleMesh.Triangle: FixedLayoutBlock {}

extension TriangleMesh.Vector: FixedLayoutBlock {}
