extension GameUpdates.Contact: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    damage.write(to: &writer)
    entityId.write(to: &writer)
    entityType.write(to: &writer)
    guidance.write(to: &writer)
    playerId.write(to: &writer)
    reloads.write(to: &writer)
    transform.write(to: &writer)
    turretAngles.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    damage = try reader.value()
    entityId = try reader.value()
    entityType = try reader.value()
    guidance = try reader.value()
    playerId = try reader.value()
    reloads = try reader.value()
    transform = try reader.value()
    turretAngles = try reader.value()
  }
}

extension GameUpdates.EntityType: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    let number: UInt8 =
      switch self {
      case .arleighBurke: 0
      case .bismarck: 1
      case .clemenceau: 2
      case .fletcher: 3
      case .g5: 4
      case .iowa: 5
      case .kolkata: 6
      case .osa: 7
      case .yasen: 8
      case .zubr: 9
      }
    writer.write(number)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    switch try UInt8(from: &reader) {
    case 0: self = .arleighBurke
    case 1: self = .bismarck
    case 2: self = .clemenceau
    case 3: self = .fletcher
    case 4: self = .g5
    case 5: self = .iowa
    case 6: self = .kolkata
    case 7: self = .osa
    case 8: self = .yasen
    case 9: self = .zubr
    default: throw .unknownCase
    }
  }
}

extension GameUpdates.Guidance: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    angle.write(to: &writer)
    submerge.write(to: &writer)
    velocity.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    angle = try reader.value()
    submerge = try reader.value()
    velocity = try reader.value()
  }
}

extension GameUpdates.Transform: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    altitude.write(to: &writer)
    angle.write(to: &writer)
    position.write(to: &writer)
    velocity.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    altitude = try reader.value()
    angle = try reader.value()
    position = try reader.value()
    velocity = try reader.value()
  }
}

extension GameUpdates.Position: FixedLayoutBlock {}
