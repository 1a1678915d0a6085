extension PlayerSaves.Entity: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    id.write(to: &writer)
    position.write(to: &writer)
    motion.write(to: &writer)
    rotation.write(to: &writer)
    fallDistance.write(to: &writer)
    fire.write(to: &writer)
    air.write(to: &writer)
    isOnGround.write(to: &writer)
    hasNoGravity.write(to: &writer)
    isInvulnerable.write(to: &writer)
    portalCooldown.write(to: &writer)
    uuid.write(to: &writer)
    customName.write(to: &writer)
    isCustomNameVisible.write(to: &writer)
    isSilent.write(to: &writer)
    isGlowing.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    id = try reader.value()
    position = try reader.value()
    motion = try reader.value()
    rotation = try reader.value()
    fallDistance = try reader.value()
    fire = try reader.value()
    air = try reader.value()
    isOnGround = try reader.value()
    hasNoGravity = try reader.value()
    isInvulnerable = try reader.value()
    portalCooldown = try reader.value()
    uuid = try reader.value()
    customName = try reader.value()
    isCustomNameVisible = try reader.value()
    isSilent = try reader.value()
    isGlowing = try reader.value()
  }
}

extension PlayerSaves.Vehicle: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    uuid.write(to: &writer)
    entity.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    uuid = try reader.value()
    entity = try reader.value()
  }
}

extension PlayerSaves.Vector: FixedLayoutBlock {}

extension PlayerSaves.Rotation: FixedLayoutBlock {}
