package import KeyedArchives

extension PlayerSaves.Entity: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("id", \Self.id)
    fields.add("pos", \Self.position)
    fields.add("motion", \Self.motion)
    fields.add("rotation", \Self.rotation)
    fields.add("fall_distance", \Self.fallDistance)
    fields.add("fire", \Self.fire)
    fields.add("air", \Self.air)
    fields.add("on_ground", \Self.isOnGround)
    fields.add("no_gravity", \Self.hasNoGravity)
    fields.add("invulnerable", \Self.isInvulnerable)
    fields.add("portal_cooldown", \Self.portalCooldown)
    fields.add("uuid", \Self.uuid)
    fields.add("custom_name", \Self.customName)
    fields.add("custom_name_visible", \Self.isCustomNameVisible)
    fields.add("silent", \Self.isSilent)
    fields.add("glowing", \Self.isGlowing)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(id)
    bits.add(position)
    bits.add(motion)
    bits.add(rotation)
    bits.add(fallDistance)
    bits.add(fire)
    bits.add(air)
    bits.add(isOnGround)
    bits.add(hasNoGravity)
    bits.add(isInvulnerable)
    bits.add(portalCooldown)
    bits.add(uuid)
    bits.add(customName)
    bits.add(isCustomNameVisible)
    bits.add(isSilent)
    bits.add(isGlowing)
    writer.put(bits)
    writer.put(id, at: places[0])
    writer.put(position, at: places[1])
    writer.put(motion, at: places[2])
    writer.put(rotation, at: places[3])
    writer.put(fallDistance, at: places[4])
    writer.put(fire, at: places[5])
    writer.put(air, at: places[6])
    writer.put(isOnGround, at: places[7])
    writer.put(hasNoGravity, at: places[8])
    writer.put(isInvulnerable, at: places[9])
    writer.put(portalCooldown, at: places[10])
    writer.put(uuid, at: places[11])
    writer.put(customName, at: places[12])
    writer.put(isCustomNameVisible, at: places[13])
    writer.put(isSilent, at: places[14])
    writer.put(isGlowing, at: places[15])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let id = try reader.take(String.self, &bits, at: places[0])
    let position = try reader.take(PlayerSaves.Vector.self, &bits, at: places[1])
    let motion = try reader.take(PlayerSaves.Vector.self, &bits, at: places[2])
    let rotation = try reader.take(PlayerSaves.Rotation.self, &bits, at: places[3])
    let fallDistance = try reader.take(Float.self, &bits, at: places[4])
    let fire = try reader.take(UInt16.self, &bits, at: places[5])
    let air = try reader.take(UInt16.self, &bits, at: places[6])
    let isOnGround = try reader.take(Bool.self, &bits, at: places[7])
    let hasNoGravity = try reader.take(Bool.self, &bits, at: places[8])
    let isInvulnerable = try reader.take(Bool.self, &bits, at: places[9])
    let portalCooldown = try reader.take(Int32.self, &bits, at: places[10])
    let uuid = try reader.take([UInt32].self, &bits, at: places[11])
    let customName = try reader.take(String?.self, &bits, at: places[12])
    let isCustomNameVisible = try reader.take(Bool.self, &bits, at: places[13])
    let isSilent = try reader.take(Bool.self, &bits, at: places[14])
    let isGlowing = try reader.take(Bool.self, &bits, at: places[15])
    self.id = id
    self.position = position
    self.motion = motion
    self.rotation = rotation
    self.fallDistance = fallDistance
    self.fire = fire
    self.air = air
    self.isOnGround = isOnGround
    self.hasNoGravity = hasNoGravity
    self.isInvulnerable = isInvulnerable
    self.portalCooldown = portalCooldown
    self.uuid = uuid
    self.customName = customName
    self.isCustomNameVisible = isCustomNameVisible
    self.isSilent = isSilent
    self.isGlowing = isGlowing
  }
}

extension PlayerSaves.Vehicle: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("uuid", \Self.uuid)
    fields.add("entity", \Self.entity)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(uuid)
    bits.add(entity)
    writer.put(bits)
    writer.put(uuid, at: places[0])
    writer.put(entity, at: places[1])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let uuid = try reader.take([UInt32].self, &bits, at: places[0])
    let entity = try reader.take(PlayerSaves.Entity.self, &bits, at: places[1])
    self.uuid = uuid
    self.entity = entity
  }
}

extension PlayerSaves.Vector: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("x", \Self.x)
    fields.add("y", \Self.y)
    fields.add("z", \Self.z)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(x)
    bits.add(y)
    bits.add(z)
    writer.put(bits)
    writer.put(x, at: places[0])
    writer.put(y, at: places[1])
    writer.put(z, at: places[2])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let x = try reader.take(Double.self, &bits, at: places[0])
    let y = try reader.take(Double.self, &bits, at: places[1])
    let z = try reader.take(Double.self, &bits, at: places[2])
    self.x = x
    self.y = y
    self.z = z
  }
}

extension PlayerSaves.Rotation: ArchivableRecord {
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
