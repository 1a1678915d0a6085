extension PlayerSaves.Entity {
  /// An entity of any kind, with a name of its own half of the time.
  static func random(_ random: inout PermutedGenerator) -> Self {
    PlayerSaves.Entity(
      id: random.element(of: kinds), position: .random(&random), motion: .random(&random),
      rotation: PlayerSaves.Rotation(x: random.fraction(), y: random.fraction()),
      fallDistance: random.fraction(), fire: random.number(), air: random.number(),
      isOnGround: random.chance(), hasNoGravity: random.chance(), isInvulnerable: random.chance(),
      portalCooldown: random.number(), uuid: random.elements(4) { $0.number() },
      customName: random.maybe { $0.element(of: names) }, isCustomNameVisible: random.chance(),
      isSilent: random.chance(), isGlowing: random.chance())
  }

  private static let kinds = [
    "cow", "sheep", "zombie", "skeleton", "spider", "creeper", "parrot", "bee",
  ]
  private static let names = [
    "rainbow", "princess", "steve", "johnny", "missy", "coward", "fairy", "howard",
  ]
}

extension PlayerSaves.Vehicle {
  /// Any entity may be ridden.
  static func random(_ random: inout PermutedGenerator) -> Self {
    PlayerSaves.Vehicle(uuid: random.elements(4) { $0.number() }, entity: .random(&random))
  }
}

extension PlayerSaves.Vector {
  /// Each coordinate from 0 up to 1.
  static func random(_ random: inout PermutedGenerator) -> Self {
    PlayerSaves.Vector(x: random.fraction(), y: random.fraction(), z: random.fraction())
  }
}
