package import KeyedArchives

extension CanadaMap: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("type", \Self.type)
    fields.add("features", \Self.features)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(type)
    bits.add(features)
    writer.put(bits)
    writer.put(type, at: places[0])
    writer.put(features, at: places[1])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let type = try reader.take(String.self, &bits, at: places[0])
    let features = try reader.take([CanadaMap.Feature].self, &bits, at: places[1])
    self.type = type
    self.features = features
  }
}

extension CanadaMap.Feature: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("type", \Self.type)
    fields.add("properties", \Self.properties)
    fields.add("geometry", \Self.geometry)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(type)
    bits.add(properties)
    bits.add(geometry)
    writer.put(bits)
    writer.put(type, at: places[0])
    writer.put(properties, at: places[1])
    writer.put(geometry, at: places[2])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let type = try reader.take(String.self, &bits, at: places[0])
    let properties = try reader.take([String: String].self, &bits, at: places[1])
    let geometry = try reader.take(CanadaMap.Geometry.self, &bits, at: places[2])
    self.type = type
    self.properties = properties
    self.geometry = geometry
  }
}

extension CanadaMap.Geometry: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("type", \Self.type)
    fields.add("coordinates", \Self.coordinates)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(type)
    bits.add(coordinates)
    writer.put(bits)
    writer.put(type, at: places[0])
    writer.put(coordinates, at: places[1])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let type = try reader.take(String.self, &bits, at: places[0])
    let coordinates = try reader.take([[[Double]]].self, &bits, at: places[1])
    self.type = type
    self.coordinates = coordinates
  }
}
