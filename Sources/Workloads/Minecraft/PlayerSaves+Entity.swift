extension PlayerSaves {
  /// An animal or a monster.
  package struct Entity: Codable, Equatable, Sendable {
    package var id: String
    package var position: Vector
    package var motion: Vector
    package var rotation: Rotation
    package var fallDistance: Float
    package var fire: UInt16
    package var air: UInt16
    package var isOnGround: Bool
    package var hasNoGravity: Bool
    package var isInvulnerable: Bool
    package var portalCooldown: Int32
    package var uuid: [UInt32]
    package var customName: String?
    package var isCustomNameVisible: Bool
    package var isSilent: Bool
    package var isGlowing: Bool

    enum CodingKeys: String, CodingKey {
      case id
      case position = "pos"
      case motion
      case rotation
      case fallDistance = "fall_distance"
      case fire
      case air
      case isOnGround = "on_ground"
      case hasNoGravity = "no_gravity"
      case isInvulnerable = "invulnerable"
      case portalCooldown = "portal_cooldown"
      case uuid
      case customName = "custom_name"
      case isCustomNameVisible = "custom_name_visible"
      case isSilent = "silent"
      case isGlowing = "glowing"
    }
  }

  /// What a player rides.
  package struct Vehicle: Codable, Equatable, Sendable {
    package var uuid: [UInt32]
    package var entity: Entity
  }

  /// A place or a direction in space.
  package struct Vector: Codable, Equatable, Sendable {
    package var x: Double
    package var y: Double
    package var z: Double
  }

  /// Which way an entity looks.
  package struct Rotation: Codable, Equatable, Sendable {
    package var x: Float
    package var y: Float
  }
}
