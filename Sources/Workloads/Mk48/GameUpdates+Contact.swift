extension GameUpdates {
  /// A ship, as another one sees it: what cannot be seen is nil or empty.
  package struct Contact: Codable, Equatable, Sendable {
    package var damage: UInt8
    package var entityId: UInt32
    package var entityType: EntityType?
    package var guidance: Guidance
    package var playerId: UInt16?
    package var reloads: [Bool]
    package var transform: Transform
    package var turretAngles: [UInt16]

    enum CodingKeys: String, CodingKey {
      case damage
      case entityId = "entity_id"
      case entityType = "entity_type"
      case guidance
      case playerId = "player_id"
      case reloads
      case transform
      case turretAngles = "turret_angles"
    }
  }

  /// A class of ships.
  package enum EntityType: String, Codable, CaseIterable, Sendable {
    case arleighBurke = "ArleighBurke"
    case bismarck = "Bismarck"
    case clemenceau = "Clemenceau"
    case fletcher = "Fletcher"
    case g5 = "G5"
    case iowa = "Iowa"
    case kolkata = "Kolkata"
    case osa = "Osa"
    case yasen = "Yasen"
    case zubr = "Zubr"
  }

  /// Where a ship is to go.
  package struct Guidance: Codable, Equatable, Sendable {
    package var angle: UInt16
    package var submerge: Bool
    package var velocity: Int16
  }

  /// Where a ship is, and how it moves.
  package struct Transform: Codable, Equatable, Sendable {
    package var altitude: Int8
    package var angle: UInt16
    package var position: Position
    package var velocity: Int16
  }

  /// A place on the sea.
  package struct Position: Codable, Equatable, Sendable {
    package var x: Float
    package var y: Float
  }
}
