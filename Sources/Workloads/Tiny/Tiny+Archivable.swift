package import KeyedArchives

extension Tiny: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("id", \Self.id)
    fields.add("name", \Self.name)
    fields.add("age", \Self.age)
    fields.add("score", \Self.score)
    fields.add("active", \Self.isActive)
    fields.add("tag", \Self.tag)
    fields.add("created", \Self.created)
    fields.add("note", \Self.note)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(id)
    bits.add(name)
    bits.add(age)
    bits.add(score)
    bits.add(isActive)
    bits.add(tag)
    bits.add(created)
    bits.add(note)
    writer.put(bits)
    writer.put(id, at: places[0])
    writer.put(name, at: places[1])
    writer.put(age, at: places[2])
    writer.put(score, at: places[3])
    writer.put(isActive, at: places[4])
    writer.put(tag, at: places[5])
    writer.put(created, at: places[6])
    writer.put(note, at: places[7])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let id = try reader.take(Int64.self, &bits, at: places[0])
    let name = try reader.take(String.self, &bits, at: places[1])
    let age = try reader.take(Int32.self, &bits, at: places[2])
    let score = try reader.take(Double.self, &bits, at: places[3])
    let isActive = try reader.take(Bool.self, &bits, at: places[4])
    let tag = try reader.take(String.self, &bits, at: places[5])
    let created = try reader.take(Int64.self, &bits, at: places[6])
    let note = try reader.take(String?.self, &bits, at: places[7])
    self.id = id
    self.name = name
    self.age = age
    self.score = score
    self.isActive = isActive
    self.tag = tag
    self.created = created
    self.note = note
  }
}
