extension CanadaMap: FixedLayoutDocument {
  package func write(to writer: inout FixedLayoutWriter) {
    type.write(to: &writer)
    features.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    type = try reader.value()
    features = try reader.value()
  }
}

extension CanadaMap.Feature: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    type.write(to: &writer)
    properties.write(to: &writer)
    geometry.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    type = try reader.value()
    properties = try reader.value()
    geometry = try reader.value()
  }
}

extension CanadaMap.Geometry: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    type.write(to: &writer)
    coordinates.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    type = try reader.value()
    coordinates = try reader.value()
  }
}
