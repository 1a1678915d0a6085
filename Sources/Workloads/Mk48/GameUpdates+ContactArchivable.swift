package import KeyedArchives

extension GameUpdates.Contact: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("damage", \Self.damage)
    fields.add("entity_id", \Self.entityId)
    fields.add("entity_type", \Self.entityType)
    fields.add("guidance", \Self.guidance)
    fields.add("player_id", \Self.playerId)
    fields.add("reloads", \Self.reloads)
    fields.add("transform", \Self.transform)
    fields.add("turret_angles", \Self.turretAngles)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(damage)
    bits.add(entityId)
    bits.add(entityType)
    bits.add(guidance)
    bits.add(playerId)
    bits.add(reloads)
    bits.add(transform)
    bits.add(turretAngles)
    writer.put(bits)
    writer.put(damage, at: places[0])
    writer.put(entityId, at: places[1])
    writer.put(entityType, at: places[2])
    writer.put(guidance, at: places[3])
    writer.put(playerId, at: places[4])
    writer.put(reloads, at: places[5])
    writer.put(transform, at: places[6])
    writer.put(turretAngles, at: places[7])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let damage = try reader.take(UInt8.self, &bits, at: places[0])
    let entityId = try reader.take(UInt32.self, &bits, at: places[1])
    let entityType = try reader.take(GameUpdates.EntityType?.self, &bits, at: places[2])
    let guidance = try reader.take(GameUpdates.Guidance.self, &bits, at: places[3])
    let playerId = try reader.take(UInt16?.self, &bits, at: places[4])
    let reloads = try reader.take([Bool].self, &bits, at: places[5])
    let transform = try reader.take(GameUpdates.Transform.self, &bits, at: places[6])
    let turretAngles = try reader.take([UInt16].self, &bits, at: places[7])
    self.damage = damage
    self.entityId = entityId
    self.entityType = entityType
    self.guidance = guidance
    self.playerId = playerId
    self.reloads = reloads
    self.transform = transform
    self.turretAngles = turretAngles
  }
}

extension GameUpdates.Guidance: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("angle", \Self.angle)
    fields.add("submerge", \Self.submerge)
    fields.add("velocity", \Self.velocity)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(angle)
    bits.add(submerge)
    bits.add(velocity)
    writer.put(bits)
    writer.put(angle, at: places[0])
    writer.put(submerge, at: places[1])
    writer.put(velocity, at: places[2])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let angle = try reader.take(UInt16.self, &bits, at: places[0])
    let submerge = try reader.take(Bool.self, &bits, at: places[1])
    let velocity = try reader.take(Int16.self, &bits, at: places[2])
    self.angle = angle
    self.submerge = submerge
    self.velocity = velocity
  }
}

extension GameUpdates.Transform: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("altitude", \Self.altitude)
    fields.add("angle", \Self.angle)
    fields.add("position", \Self.position)
    fields.add("velocity", \Self.velocity)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(altitude)
    bits.add(angle)
    bits.add(position)
    bits.add(velocity)
    writer.put(bits)
    writer.put(altitude, at: places[0])
    writer.put(angle, at: places[1])
    writer.put(position, at: places[2])
    writer.put(velocity, at: places[3])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let altitude = try reader.take(Int8.self, &bits, at: places[0])
    let angle = try reader.take(UInt16.self, &bits, at: places[1])
    let position = try reader.take(GameUpdates.Position.self, &bits, at: places[2])
    let velocity = try reader.take(Int16.self, &bits, at: places[3])
    self.altitude = altitude
    self.angle = angle
    self.position = position
    self.velocity = velocity
  }
}

extension GameUpdates.Position: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("x", \Self.x)
    fields.add("y", \Self.y)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(x)
    bits.add(y)
    writer.put(bits)
    writer.put(x, at: places[0])
    writer.put(y, at: places[1])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let x = try reader.take(Float.self, &bits, at: places[0])
    let y = try reader.take(Float.self, &bits, at: places[1])
    self.x = x
    self.y = y
  }
}

extension GameUpdates.EntityType: ArchivableLeaf {}
