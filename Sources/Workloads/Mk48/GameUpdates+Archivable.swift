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
    updates = try reader.take([GameUpdates.Update].self, &bits, at: places[0])
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
    contacts = try reader.take([GameUpdates.Contact].self, &bits, at: places[0])
    score = try reader.take(UInt32.self, &bits, at: places[1])
    worldRadius = try reader.take(Float.self, &bits, at: places[2])
    terrainUpdates = try reader.take([GameUpdates.TerrainUpdate].self, &bits, at: places[3])
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
    chunkId = try reader.take(GameUpdates.ChunkId.self, &bits, at: places[0])
    data = try reader.take([UInt8].self, &bits, at: places[1])
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
    x = try reader.take(Int8.self, &bits, at: places[0])
    y = try reader.take(Int8.self, &bits, at: places[1])
  }
}
