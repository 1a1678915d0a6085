extension PlayerSaves: FixedLayoutDocument {
  package func write(to writer: inout FixedLayoutWriter) {
    players.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    players = try reader.value()
  }
}

extension PlayerSaves.Player: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    gameType.write(to: &writer)
    previousGameType.write(to: &writer)
    score.write(to: &writer)
    dimension.write(to: &writer)
    selectedItemSlot.write(to: &writer)
    selectedItem.write(to: &writer)
    spawnDimension.write(to: &writer)
    spawnX.write(to: &writer)
    spawnY.write(to: &writer)
    spawnZ.write(to: &writer)
    isSpawnForced.write(to: &writer)
    sleepTimer.write(to: &writer)
    foodExhaustionLevel.write(to: &writer)
    foodSaturationLevel.write(to: &writer)
    foodTickTimer.write(to: &writer)
    experienceLevel.write(to: &writer)
    experienceProgress.write(to: &writer)
    experienceTotal.write(to: &writer)
    experienceSeed.write(to: &writer)
    inventory.write(to: &writer)
    enderItems.write(to: &writer)
    abilities.write(to: &writer)
    enteredNetherPosition.write(to: &writer)
    rootVehicle.write(to: &writer)
    leftShoulderEntity.write(to: &writer)
    rightShoulderEntity.write(to: &writer)
    hasSeenCredits.write(to: &writer)
    recipeBook.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    gameType = try reader.value()
    previousGameType = try reader.value()
    score = try reader.value()
    dimension = try reader.value()
    selectedItemSlot = try reader.value()
    selectedItem = try reader.value()
    spawnDimension = try reader.value()
    spawnX = try reader.value()
    spawnY = try reader.value()
    spawnZ = try reader.value()
    isSpawnForced = try reader.value()
    sleepTimer = try reader.value()
    foodExhaustionLevel = try reader.value()
    foodSaturationLevel = try reader.value()
    foodTickTimer = try reader.value()
    experienceLevel = try reader.value()
    experienceProgress = try reader.value()
    experienceTotal = try reader.value()
    experienceSeed = try reader.value()
    inventory = try reader.value()
    enderItems = try reader.value()
    abilities = try reader.value()
    enteredNetherPosition = try reader.value()
    rootVehicle = try reader.value()
    leftShoulderEntity = try reader.value()
    rightShoulderEntity = try reader.value()
    hasSeenCredits = try reader.value()
    recipeBook = try reader.value()
  }
}

extension PlayerSaves.GameType: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    let number: UInt8 =
      switch self {
      case .survival: 0
      case .creative: 1
      case .adventure: 2
      case .spectator: 3
      }
    writer.write(number)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    switch try UInt8(from: &reader) {
    case 0: self = .survival
    case 1: self = .creative
    case 2: self = .adventure
    case 3: self = .spectator
    default: throw .unknownCase
    }
  }
}
