extension GameUpdates.Contact {
  /// A ship of a world with so many players; seven in ten are seen.
  static func random(_ random: inout PermutedGenerator, playerCount: UInt16) -> Self {
    let ship = GameUpdates.EntityType.random(&random)
    let isVisible = random.chance(0.7)
    let isWhole = isVisible && random.chance(0.6)
    return GameUpdates.Contact(
      damage: isWhole ? 0 : random.number(in: 0..<200),
      entityId: random.number(in: 0..<UInt32(playerCount) * 20),
      entityType: isVisible ? ship : nil,
      guidance: GameUpdates.Guidance(
        angle: random.number(), submerge: ship.dives(&random), velocity: velocity(&random)),
      playerId: isVisible ? random.number(in: 0..<playerCount) : nil,
      reloads: isVisible ? reloads(&random, count: ship.weaponCount) : [],
      transform: transform(&random, of: ship),
      turretAngles: isVisible ? turretAngles(&random, count: ship.turretCount) : [])
  }

  private static func transform(
    _ random: inout PermutedGenerator, of ship: GameUpdates.EntityType
  ) -> GameUpdates.Transform {
    GameUpdates.Transform(
      altitude: ship.dives(&random) ? random.number(in: -120 ..< -35) : 0,
      angle: random.number(),
      position: GameUpdates.Position(
        x: random.number(in: -750..<750), y: random.number(in: -750..<750)),
      velocity: velocity(&random))
  }

  /// Most ships go forward, some lie still, some go back.
  private static func velocity(_ random: inout PermutedGenerator) -> Int16 {
    switch random.number(in: 0..<100 as Range<Int32>) {
    case ...79: random.number(in: 140..<900)
    case ...89: 0
    default: random.number(in: -225 ..< -35)
    }
  }

  private static func reloads(_ random: inout PermutedGenerator, count: Int) -> [Bool] {
    let probability = random.number(in: 0..<1 as Range<Double>)
    return random.elements(count) { $0.chance(probability) }
  }

  /// Three turrets in four point about where the first draw says.
  private static func turretAngles(_ random: inout PermutedGenerator, count: Int) -> [UInt16] {
    let base: UInt16 = random.number()
    return random.elements(count) {
      guard $0.chance(0.75) else { return $0.number() }
      return base &+ UInt16(bitPattern: $0.number(in: -200..<200))
    }
  }
}

extension GameUpdates.EntityType {
  fileprivate var weaponCount: Int {
    switch self {
    case .arleighBurke: 20
    case .bismarck: 10
    case .clemenceau: 16
    case .fletcher: 18
    case .g5: 2
    case .iowa: 28
    case .kolkata: 15
    case .osa: 6
    case .yasen: 14
    case .zubr: 11
    }
  }

  fileprivate var turretCount: Int {
    switch self {
    case .g5, .yasen: 0
    case .arleighBurke, .kolkata: 1
    case .osa: 2
    case .iowa, .zubr: 3
    case .bismarck, .clemenceau, .fletcher: 4
    }
  }

  /// Whether a ship is to be below the surface; only submarines draw for it.
  fileprivate func dives(_ random: inout PermutedGenerator) -> Bool {
    self == .yasen && random.chance(0.9)
  }

  /// How often ships of each class are met.
  private static let weights: [Float] = [
    2.14, 0.52, 0.97, 1.46, 13.16, 1.55, 0.83, 7.25, 4.06, 12.92,
  ]

  /// The sum of all weights, lowered until no draw reaches it.
  private static let scale: Float = {
    let total = weights.reduce(0, +)
    let largest: Float = 1 - 0x1p-23
    var scale = total
    while scale * largest >= total { scale = scale.nextDown }
    return scale
  }()

  /// A class, as often as its weight says.
  fileprivate static func random(_ random: inout PermutedGenerator) -> Self {
    let drawn = random.mantissa() * scale
    var sum: Float = 0
    for (ship, weight) in zip(allCases, weights.dropLast()) {
      sum += weight
      if sum > drawn { return ship }
    }
    return .zubr
  }
}
