package import KeyedArchives

extension GameUpdates: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("updates", \Self.updates)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(updates)
    writer.put(bits)
    writer.put(updates, at: places[0])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let updates = try reader.take([GameUpdates.Update].self, &bits, at: places[0])
    self.updates = updates
  }
}

extension GameUpdates.Update: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("contacts", \Self.contacts)
    fields.add("score", \Self.score)
    fields.add("world_radius", \Self.worldRadius)
    fields.add("terrain_updates", \Self.terrainUpdates)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(contacts)
    bits.add(score)
    bits.add(worldRadius)
    bits.add(terrainUpdates)
    writer.put(bits)
    writer.put(contacts, at: places[0])
    writer.put(score, at: places[1])
    writer.put(worldRadius, at: places[2])
    writer.put(terrainUpdates, at: places[3])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let contacts = try reader.take([GameUpdates.Contact].self, &bits, at: places[0])
    let score = try reader.take(UInt32.self, &bits, at: places[1])
    let worldRadius = try reader.take(Float.self, &bits, at: places[2])
    let terrainUpdates = try reader.take([GameUpdates.TerrainUpdate].self, &bits, at: places[3])
    self.contacts = contacts
    self.score = score
    self.worldRadius = worldRadius
    self.terrainUpdates = terrainUpdates
  }
}

extension GameUpdates.TerrainUpdate: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("chunk_id", \Self.chunkId)
    fields.add("data", \Self.data)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(chunkId)
    bits.add(data)
    writer.put(bits)
    writer.put(chunkId, at: places[0])
    writer.put(data, at: places[1])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let chunkId = try reader.take(GameUpdates.ChunkId.self, &bits, at: places[0])
    let data = try reader.take([UInt8].self, &bits, at: places[1])
    self.chunkId = chunkId
    self.data = data
  }
}

extension GameUpdates.ChunkId: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("x", \Self.x)
    fields.add("y", \Self.y)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(x)
    bits.add(y)
    writer.put(bits)
    writer.put(x, at: places[0])
    writer.put(y, at: places[1])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let x = try reader.take(Int8.self, &bits, at: places[0])
    let y = try reader.take(Int8.self, &bits, at: places[1])
    self.x = x
    self.y = y
  }
}
