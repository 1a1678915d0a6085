/// `minecraft`: the saved players of a Minecraft server; large records of many kinds of fields, with
/// records inside that may be nil.
package struct PlayerSaves: Codable, Equatable, Sendable {
  package var players: [Player]
}

extension PlayerSaves {
  /// What a player has and where.
  package struct Player: Codable, Equatable, Sendable {
    package var gameType: GameType
    package var previousGameType: GameType
    package var score: Int64
    package var dimension: String
    package var selectedItemSlot: UInt32
    package var selectedItem: Item
    package var spawnDimension: String?
    package var spawnX: Int64
    package var spawnY: Int64
    package var spawnZ: Int64
    package var isSpawnForced: Bool?
    package var sleepTimer: UInt16
    package var foodExhaustionLevel: Float
    package var foodSaturationLevel: Float
    package var foodTickTimer: UInt32
    package var experienceLevel: UInt32
    package var experienceProgress: Float
    package var experienceTotal: Int32
    package var experienceSeed: Int32
    package var inventory: [Item]
    package var enderItems: [Item]
    package var abilities: Abilities
    package var enteredNetherPosition: Vector?
    package var rootVehicle: Vehicle?
    package var leftShoulderEntity: Entity?
    package var rightShoulderEntity: Entity?
    package var hasSeenCredits: Bool
    package var recipeBook: RecipeBook

    enum CodingKeys: String, CodingKey {
      case gameType = "game_type"
      case previousGameType = "previous_game_type"
      case score
      case dimension
      case selectedItemSlot = "selected_item_slot"
      case selectedItem = "selected_item"
      case spawnDimension = "spawn_dimension"
      case spawnX = "spawn_x"
      case spawnY = "spawn_y"
      case spawnZ = "spawn_z"
      case isSpawnForced = "spawn_forced"
      case sleepTimer = "sleep_timer"
      case foodExhaustionLevel = "food_exhaustion_level"
      case foodSaturationLevel = "food_saturation_level"
      case foodTickTimer = "food_tick_timer"
      case experienceLevel = "xp_level"
      case experienceProgress = "xp_p"
      case experienceTotal = "xp_total"
      case experienceSeed = "xp_seed"
      case inventory
      case enderItems = "ender_items"
      case abilities
      case enteredNetherPosition = "entered_nether_position"
      case rootVehicle = "root_vehicle"
      case leftShoulderEntity = "shoulder_entity_left"
      case rightShoulderEntity = "shoulder_entity_right"
      case hasSeenCredits = "seen_credits"
      case recipeBook = "recipe_book"
    }
  }

  /// How a player plays.
  package enum GameType: String, Codable, CaseIterable, Sendable {
    case survival = "Survival"
    case creative = "Creative"
    case adventure = "Adventure"
    case spectator = "Spectator"
  }
}
