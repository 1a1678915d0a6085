package import KeyedArchives

extension TriangleMesh: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("triangles", \Self.triangles)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(triangles)
    writer.put(bits)
    writer.put(triangles, at: places[0])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let triangles = try reader.take([TriangleMesh.Triangle].self, &bits, at: places[0])
    self.triangles = triangles
  }
}

extension TriangleMesh.Triangle: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("v0", \Self.v0)
    fields.add("v1", \Self.v1)
    fields.add("v2", \Self.v2)
    fields.add("normal", \Self.normal)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(v0)
    bits.add(v1)
    bits.add(v2)
    bits.add(normal)
    writer.put(bits)
    writer.put(v0, at: places[0])
    writer.put(v1, at: places[1])
    writer.put(v2, at: places[2])
    writer.put(normal, at: places[3])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let v0 = try reader.take(TriangleMesh.Vector.self, &bits, at: places[0])
    let v1 = try reader.take(TriangleMesh.Vector.self, &bits, at: places[1])
    let v2 = try reader.take(TriangleMesh.Vector.self, &bits, at: places[2])
    let normal = try reader.take(TriangleMesh.Vector.self, &bits, at: places[3])
    self.v0 = v0
    self.v1 = v1
    self.v2 = v2
    self.normal = normal
  }
}

extension TriangleMesh.Vector: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("x", \Self.x)
    fields.add("y", \Self.y)
    fields.add("z", \Self.z)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(x)
    bits.add(y)
    bits.add(z)
    writer.put(bits)
    writer.put(x, at: places[0])
    writer.put(y, at: places[1])
    writer.put(z, at: places[2])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let x = try reader.take(Float.self, &bits, at: places[0])
    let y = try reader.take(Float.self, &bits, at: places[1])
    let z = try reader.take(Float.self, &bits, at: places[2])
    self.x = x
    self.y = y
    self.z = z
  }
}
