extension GameUpdates: FixedLayoutDocument {
  package func write(to writer: inout FixedLayoutWriter) {
    updates.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    updates = try reader.value()
  }
}

extension GameUpdates.Update: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    contacts.write(to: &writer)
    score.write(to: &writer)
    worldRadius.write(to: &writer)
    terrainUpdates.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    contacts = try reader.value()
    score = try reader.value()
    worldRadius = try reader.value()
    terrainUpdates = try reader.value()
  }
}

extension GameUpdates.TerrainUpdate: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    chunkId.write(to: &writer)
    data.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    chunkId = try reader.value()
    data = try reader.value()
  }
}

extension GameUpdates.ChunkId: FixedLayoutBlock {}
