extension PlayerSaves {
  /// A pile of things of one kind.
  package struct Item: Codable, Equatable, Sendable {
    package var count: Int8
    package var slot: UInt8
    package var id: String
  }

  /// What a player may do.
  package struct Abilities: Codable, Equatable, Sendable {
    package var walkSpeed: Float
    package var flySpeed: Float
    package var mayFly: Bool
    package var isFlying: Bool
    package var isInvulnerable: Bool
    package var mayBuild: Bool
    package var buildsInstantly: Bool

    enum CodingKeys: String, CodingKey {
      case walkSpeed = "walk_speed"
      case flySpeed = "fly_speed"
      case mayFly = "may_fly"
      case isFlying = "flying"
      case isInvulnerable = "invulnerable"
      case mayBuild = "may_build"
      case buildsInstantly = "instabuild"
    }
  }

  /// What a player knows how to make, and how that is shown.
  package struct RecipeBook: Codable, Equatable, Sendable {
    package var recipes: [String]
    package var toBeDisplayed: [String]
    package var isFilteringCraftable: Bool
    package var isOpen: Bool
    package var isFurnaceFilteringCraftable: Bool
    package var isFurnaceOpen: Bool
    package var isBlastingFurnaceFilteringCraftable: Bool
    package var isBlastingFurnaceOpen: Bool
    package var isSmokerFilteringCraftable: Bool
    package var isSmokerOpen: Bool

    enum CodingKeys: String, CodingKey {
      case recipes
      case toBeDisplayed = "to_be_displayed"
      case isFilteringCraftable = "is_filtering_craftable"
      case isOpen = "is_gui_open"
      case isFurnaceFilteringCraftable = "is_furnace_filtering_craftable"
      case isFurnaceOpen = "is_furnace_gui_open"
      case isBlastingFurnaceFilteringCraftable = "is_blasting_furnace_filtering_craftable"
      case isBlastingFurnaceOpen = "is_blasting_furnace_gui_open"
      case isSmokerFilteringCraftable = "is_smoker_filtering_craftable"
      case isSmokerOpen = "is_smoker_gui_open"
    }
  }
}
