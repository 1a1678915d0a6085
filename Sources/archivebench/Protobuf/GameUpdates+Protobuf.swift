#if Benchmarks
  import Foundation
  import SwiftProtobuf
  import Workloads

  extension GameUpdates: ProtobufConvertible {
    var message: ProtoGameUpdates {
      .with {
        $0.updates = updates.map(\.message)
      }
    }
  }

  extension GameUpdates.Update {
    fileprivate var message: ProtoGameUpdates.Update {
      .with {
        $0.contacts = contacts.map(\.message)
        $0.score = score
        $0.worldRadius = worldRadius
        $0.terrainUpdates = terrainUpdates.map(\.message)
      }
    }
  }

  extension GameUpdates.TerrainUpdate {
    fileprivate var message: ProtoGameUpdates.TerrainUpdate {
      .with {
        $0.chunkID = chunkId.message
        $0.data = Data(data)
      }
    }
  }

  extension GameUpdates.ChunkId {
    fileprivate var message: ProtoGameUpdates.ChunkId {
      .with {
        $0.x = Int32(x)
        $0.y = Int32(y)
      }
    }
  }

  extension GameUpdates.Contact {
    fileprivate var message: ProtoGameUpdates.Contact {
      .with {
        $0.damage = UInt32(damage)
        $0.entityID = entityId
        if let entityType { $0.entityType = entityType.message }
        $0.guidance = guidance.message
        if let playerId { $0.playerID = UInt32(playerId) }
        $0.reloads = reloads
        $0.transform = transform.message
        $0.turretAngles = turretAngles.map(UInt32.init)
      }
    }
  }

  extension GameUpdates.EntityType {
    fileprivate var message: ProtoGameUpdates.EntityType {
      switch self {
      case .arleighBurke: .arleighBurke
      case .bismarck: .bismarck
      case .clemenceau: .clemenceau
      case .fletcher: .fletcher
      case .g5: .g5
      case .iowa: .iowa
      case .kolkata: .kolkata
      case .osa: .osa
      case .yasen: .yasen
      case .zubr: .zubr
      }
    }
  }

  extension GameUpdates.Guidance {
    fileprivate var message: ProtoGameUpdates.Guidance {
      .with {
        $0.angle = UInt32(angle)
        $0.submerge = submerge
        $0.velocity = Int32(velocity)
      }
    }
  }

  extension GameUpdates.Transform {
    fileprivate var message: ProtoGameUpdates.Transform {
      .with {
        $0.altitude = Int32(altitude)
        $0.angle = UInt32(angle)
        $0.position = position.message
        $0.velocity = Int32(velocity)
      }
    }
  }

  extension GameUpdates.Position {
    fileprivate var message: ProtoGameUpdates.Position {
      .with {
        $0.x = x
        $0.y = y
      }
    }
  }
#endif
