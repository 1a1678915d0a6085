extension GameUpdates: GeneratedWorkload {
  package static let standardCount = 1_000

  package static func generated(count: Int) -> GameUpdates {
    var random = PermutedGenerator()
    let count = random.number(in: count..<count + 1)
    return GameUpdates(updates: random.elements(count) { Update.random(&$0) })
  }
}

extension GameUpdates.Update {
  /// The radius of the world is drawn before the contacts.
  fileprivate static func random(_ random: inout PermutedGenerator) -> Self {
    let playerCount = UInt16(random.number(in: 200..<400 as Range<Int32>))
    let radius = (Float(playerCount) * 15_000).squareRoot() + random.number(in: -50..<50)
    let reach = Int8((radius / 1_600).rounded(.up))
    return GameUpdates.Update(
      contacts: random.elements(Int(random.number(in: 20..<40 as Range<Int32>))) {
        GameUpdates.Contact.random(&$0, playerCount: playerCount)
      },
      score: score(&random), worldRadius: radius,
      terrainUpdates: random.elements(Int(random.number(in: 3..<10 as Range<Int32>))) {
        GameUpdates.TerrainUpdate.random(&$0, reach: reach)
      })
  }

  /// Few players have many points.
  private static func score(_ random: inout PermutedGenerator) -> UInt32 {
    let fraction: Float = random.fraction()
    let square = fraction * fraction
    return UInt32(square * square * 5_000) + random.number(in: 0..<50)
  }
}

extension GameUpdates.TerrainUpdate {
  /// Most pieces are small changes to what is known, the others are new.
  fileprivate static func random(_ random: inout PermutedGenerator, reach: Int8) -> Self {
    let isNew = random.chance(0.02)
    return GameUpdates.TerrainUpdate(
      chunkId: GameUpdates.ChunkId(
        x: random.number(in: -reach..<reach), y: random.number(in: -reach..<reach)),
      data: random.elements(random.number(in: isNew ? 900..<1_100 : 3..<9)) { $0.number() })
  }
}
