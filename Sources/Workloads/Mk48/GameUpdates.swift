/// `mk48`: what a server of the naval game Mk48 tells its players; records with short arrays and
/// fields that may be nil.
package struct GameUpdates: Codable, Equatable, Sendable {
  package var updates: [Update]
}

extension GameUpdates {
  /// What one player sees at one moment.
  package struct Update: Codable, Equatable, Sendable {
    package var contacts: [Contact]
    package var score: UInt32
    package var worldRadius: Float
    package var terrainUpdates: [TerrainUpdate]

    enum CodingKeys: String, CodingKey {
      case contacts
      case score
      case worldRadius = "world_radius"
      case terrainUpdates = "terrain_updates"
    }
  }

  /// A piece of the sea floor.
  package struct TerrainUpdate: Codable, Equatable, Sendable {
    package var chunkId: ChunkId
    package var data: [UInt8]

    enum CodingKeys: String, CodingKey {
      case chunkId = "chunk_id"
      case data
    }
  }

  /// Where a piece of the sea floor is.
  package struct ChunkId: Codable, Equatable, Sendable {
    package var x: Int8
    package var y: Int8
  }
}
