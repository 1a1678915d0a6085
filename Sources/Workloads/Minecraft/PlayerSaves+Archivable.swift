package import KeyedArchives

extension PlayerSaves: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("players", \Self.players)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(players)
    writer.put(bits)
    writer.put(players, at: places[0])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let players = try reader.take([PlayerSaves.Player].self, &bits, at: places[0])
    self.players = players
  }
}

extension PlayerSaves.Player: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("game_type", \Self.gameType)
    fields.add("previous_game_type", \Self.previousGameType)
    fields.add("score", \Self.score)
    fields.add("dimension", \Self.dimension)
    fields.add("selected_item_slot", \Self.selectedItemSlot)
    fields.add("selected_item", \Self.selectedItem)
    fields.add("spawn_dimension", \Self.spawnDimension)
    fields.add("spawn_x", \Self.spawnX)
    fields.add("spawn_y", \Self.spawnY)
    fields.add("spawn_z", \Self.spawnZ)
    fields.add("spawn_forced", \Self.isSpawnForced)
    fields.add("sleep_timer", \Self.sleepTimer)
    fields.add("food_exhaustion_level", \Self.foodExhaustionLevel)
    fields.add("food_saturation_level", \Self.foodSaturationLevel)
    fields.add("food_tick_timer", \Self.foodTickTimer)
    fields.add("xp_level", \Self.experienceLevel)
    fields.add("xp_p", \Self.experienceProgress)
    fields.add("xp_total", \Self.experienceTotal)
    fields.add("xp_seed", \Self.experienceSeed)
    fields.add("inventory", \Self.inventory)
    fields.add("ender_items", \Self.enderItems)
    fields.add("abilities", \Self.abilities)
    fields.add("entered_nether_position", \Self.enteredNetherPosition)
    fields.add("root_vehicle", \Self.rootVehicle)
    fields.add("shoulder_entity_left", \Self.leftShoulderEntity)
    fields.add("shoulder_entity_right", \Self.rightShoulderEntity)
    fields.add("seen_credits", \Self.hasSeenCredits)
    fields.add("recipe_book", \Self.recipeBook)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(gameType)
    bits.add(previousGameType)
    bits.add(score)
    bits.add(dimension)
    bits.add(selectedItemSlot)
    bits.add(selectedItem)
    bits.add(spawnDimension)
    bits.add(spawnX)
    bits.add(spawnY)
    bits.add(spawnZ)
    bits.add(isSpawnForced)
    bits.add(sleepTimer)
    bits.add(foodExhaustionLevel)
    bits.add(foodSaturationLevel)
    bits.add(foodTickTimer)
    bits.add(experienceLevel)
    bits.add(experienceProgress)
    bits.add(experienceTotal)
    bits.add(experienceSeed)
    bits.add(inventory)
    bits.add(enderItems)
    bits.add(abilities)
    bits.add(enteredNetherPosition)
    bits.add(rootVehicle)
    bits.add(leftShoulderEntity)
    bits.add(rightShoulderEntity)
    bits.add(hasSeenCredits)
    bits.add(recipeBook)
    writer.put(bits)
    writer.put(gameType, at: places[0])
    writer.put(previousGameType, at: places[1])
    writer.put(score, at: places[2])
    writer.put(dimension, at: places[3])
    writer.put(selectedItemSlot, at: places[4])
    writer.put(selectedItem, at: places[5])
    writer.put(spawnDimension, at: places[6])
    writer.put(spawnX, at: places[7])
    writer.put(spawnY, at: places[8])
    writer.put(spawnZ, at: places[9])
    writer.put(isSpawnForced, at: places[10])
    writer.put(sleepTimer, at: places[11])
    writer.put(foodExhaustionLevel, at: places[12])
    writer.put(foodSaturationLevel, at: places[13])
    writer.put(foodTickTimer, at: places[14])
    writer.put(experienceLevel, at: places[15])
    writer.put(experienceProgress, at: places[16])
    writer.put(experienceTotal, at: places[17])
    writer.put(experienceSeed, at: places[18])
    writer.put(inventory, at: places[19])
    writer.put(enderItems, at: places[20])
    writer.put(abilities, at: places[21])
    writer.put(enteredNetherPosition, at: places[22])
    writer.put(rootVehicle, at: places[23])
    writer.put(leftShoulderEntity, at: places[24])
    writer.put(rightShoulderEntity, at: places[25])
    writer.put(hasSeenCredits, at: places[26])
    writer.put(recipeBook, at: places[27])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let gameType = try reader.take(PlayerSaves.GameType.self, &bits, at: places[0])
    let previousGameType = try reader.take(PlayerSaves.GameType.self, &bits, at: places[1])
    let score = try reader.take(Int64.self, &bits, at: places[2])
    let dimension = try reader.take(String.self, &bits, at: places[3])
    let selectedItemSlot = try reader.take(UInt32.self, &bits, at: places[4])
    let selectedItem = try reader.take(PlayerSaves.Item.self, &bits, at: places[5])
    let spawnDimension = try reader.take(String?.self, &bits, at: places[6])
    let spawnX = try reader.take(Int64.self, &bits, at: places[7])
    let spawnY = try reader.take(Int64.self, &bits, at: places[8])
    let spawnZ = try reader.take(Int64.self, &bits, at: places[9])
    let isSpawnForced = try reader.take(Bool?.self, &bits, at: places[10])
    let sleepTimer = try reader.take(UInt16.self, &bits, at: places[11])
    let foodExhaustionLevel = try reader.take(Float.self, &bits, at: places[12])
    let foodSaturationLevel = try reader.take(Float.self, &bits, at: places[13])
    let foodTickTimer = try reader.take(UInt32.self, &bits, at: places[14])
    let experienceLevel = try reader.take(UInt32.self, &bits, at: places[15])
    let experienceProgress = try reader.take(Float.self, &bits, at: places[16])
    let experienceTotal = try reader.take(Int32.self, &bits, at: places[17])
    let experienceSeed = try reader.take(Int32.self, &bits, at: places[18])
    let inventory = try reader.take([PlayerSaves.Item].self, &bits, at: places[19])
    let enderItems = try reader.take([PlayerSaves.Item].self, &bits, at: places[20])
    let abilities = try reader.take(PlayerSaves.Abilities.self, &bits, at: places[21])
    let enteredNetherPosition = try reader.take(PlayerSaves.Vector?.self, &bits, at: places[22])
    let rootVehicle = try reader.take(PlayerSaves.Vehicle?.self, &bits, at: places[23])
    let leftShoulderEntity = try reader.take(PlayerSaves.Entity?.self, &bits, at: places[24])
    let rightShoulderEntity = try reader.take(PlayerSaves.Entity?.self, &bits, at: places[25])
    let hasSeenCredits = try reader.take(Bool.self, &bits, at: places[26])
    let recipeBook = try reader.take(PlayerSaves.RecipeBook.self, &bits, at: places[27])
    self.gameType = gameType
    self.previousGameType = previousGameType
    self.score = score
    self.dimension = dimension
    self.selectedItemSlot = selectedItemSlot
    self.selectedItem = selectedItem
    self.spawnDimension = spawnDimension
    self.spawnX = spawnX
    self.spawnY = spawnY
    self.spawnZ = spawnZ
    self.isSpawnForced = isSpawnForced
    self.sleepTimer = sleepTimer
    self.foodExhaustionLevel = foodExhaustionLevel
    self.foodSaturationLevel = foodSaturationLevel
    self.foodTickTimer = foodTickTimer
    self.experienceLevel = experienceLevel
    self.experienceProgress = experienceProgress
    self.experienceTotal = experienceTotal
    self.experienceSeed = experienceSeed
    self.inventory = inventory
    self.enderItems = enderItems
    self.abilities = abilities
    self.enteredNetherPosition = enteredNetherPosition
    self.rootVehicle = rootVehicle
    self.leftShoulderEntity = leftShoulderEntity
    self.rightShoulderEntity = rightShoulderEntity
    self.hasSeenCredits = hasSeenCredits
    self.recipeBook = recipeBook
  }
}

extension PlayerSaves.GameType: ArchivableLeaf {}
