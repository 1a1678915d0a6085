extension PlayerSaves: GeneratedWorkload {
  package static let standardCount = 500

  package static func generated(count: Int) -> PlayerSaves {
    var random = PermutedGenerator()
    let count = random.number(in: count..<count + 1)
    return PlayerSaves(players: random.elements(count) { Player.random(&$0) })
  }
}

extension PlayerSaves.Player {
  fileprivate static func random(_ random: inout PermutedGenerator) -> Self {
    PlayerSaves.Player(
      gameType: .random(&random), previousGameType: .random(&random), score: random.number(),
      dimension: random.element(of: dimensions), selectedItemSlot: random.number(),
      selectedItem: .random(&random),
      spawnDimension: random.maybe { $0.element(of: dimensions) },
      spawnX: random.number(), spawnY: random.number(), spawnZ: random.number(),
      isSpawnForced: random.maybe { $0.chance() }, sleepTimer: random.number(),
      foodExhaustionLevel: random.fraction(), foodSaturationLevel: random.fraction(),
      foodTickTimer: random.number(), experienceLevel: random.number(),
      experienceProgress: random.fraction(), experienceTotal: random.number(),
      experienceSeed: random.number(),
      inventory: random.elements(random.number(in: 0..<40)) { PlayerSaves.Item.random(&$0) },
      enderItems: random.elements(random.number(in: 0..<27)) { PlayerSaves.Item.random(&$0) },
      abilities: .random(&random),
      enteredNetherPosition: random.maybe { PlayerSaves.Vector.random(&$0) },
      rootVehicle: random.maybe { PlayerSaves.Vehicle.random(&$0) },
      leftShoulderEntity: random.maybe { PlayerSaves.Entity.random(&$0) },
      rightShoulderEntity: random.maybe { PlayerSaves.Entity.random(&$0) },
      hasSeenCredits: random.chance(), recipeBook: .random(&random))
  }

  private static let dimensions = ["overworld", "nether", "end"]
}

extension PlayerSaves.GameType {
  fileprivate static func random(_ random: inout PermutedGenerator) -> Self {
    allCases[Int(random.number(in: 0..<4 as Range<Int32>))]
  }
}

extension PlayerSaves.Item {
  fileprivate static func random(_ random: inout PermutedGenerator) -> Self {
    PlayerSaves.Item(
      count: random.number(), slot: random.number(), id: random.element(of: names))
  }

  private static let names = [
    "dirt", "stone", "pickaxe", "sand", "gravel", "shovel", "chestplate", "steak",
  ]
}

extension PlayerSaves.Abilities {
  fileprivate static func random(_ random: inout PermutedGenerator) -> Self {
    PlayerSaves.Abilities(
      walkSpeed: random.fraction(), flySpeed: random.fraction(), mayFly: random.chance(),
      isFlying: random.chance(), isInvulnerable: random.chance(), mayBuild: random.chance(),
      buildsInstantly: random.chance())
  }
}

extension PlayerSaves.RecipeBook {
  fileprivate static func random(_ random: inout PermutedGenerator) -> Self {
    PlayerSaves.RecipeBook(
      recipes: random.elements(random.number(in: 0..<30)) { $0.element(of: names) },
      toBeDisplayed: random.elements(random.number(in: 0..<10)) { $0.element(of: names) },
      isFilteringCraftable: random.chance(), isOpen: random.chance(),
      isFurnaceFilteringCraftable: random.chance(), isFurnaceOpen: random.chance(),
      isBlastingFurnaceFilteringCraftable: random.chance(),
      isBlastingFurnaceOpen: random.chance(), isSmokerFilteringCraftable: random.chance(),
      isSmokerOpen: random.chance())
  }

  private static let names = [
    "pickaxe", "torch", "bow", "crafting table", "furnace", "shears", "arrow", "tnt",
  ]
}
