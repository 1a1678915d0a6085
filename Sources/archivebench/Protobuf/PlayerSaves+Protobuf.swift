#if Benchmarks
  import SwiftProtobuf
  import Workloads

  extension PlayerSaves: ProtobufConvertible {
    var message: ProtoPlayerSaves {
      .with {
        $0.players = players.map(\.message)
      }
    }
  }

  extension PlayerSaves.Player {
    fileprivate var message: ProtoPlayerSaves.Player {
      .with {
        $0.gameType = gameType.message
        $0.previousGameType = previousGameType.message
        $0.score = score
        $0.dimension = dimension
        $0.selectedItemSlot = selectedItemSlot
        $0.selectedItem = selectedItem.message
        if let spawnDimension { $0.spawnDimension = spawnDimension }
        $0.spawnX = spawnX
        $0.spawnY = spawnY
        $0.spawnZ = spawnZ
        if let isSpawnForced { $0.isSpawnForced = isSpawnForced }
        $0.sleepTimer = UInt32(sleepTimer)
        $0.foodExhaustionLevel = foodExhaustionLevel
        $0.foodSaturationLevel = foodSaturationLevel
        $0.foodTickTimer = foodTickTimer
        $0.experienceLevel = experienceLevel
        $0.experienceProgress = experienceProgress
        $0.experienceTotal = experienceTotal
        $0.experienceSeed = experienceSeed
        $0.inventory = inventory.map(\.message)
        $0.enderItems = enderItems.map(\.message)
        $0.abilities = abilities.message
        if let enteredNetherPosition { $0.enteredNetherPosition = enteredNetherPosition.message }
        if let rootVehicle { $0.rootVehicle = rootVehicle.message }
        if let leftShoulderEntity { $0.leftShoulderEntity = leftShoulderEntity.message }
        if let rightShoulderEntity { $0.rightShoulderEntity = rightShoulderEntity.message }
        $0.seenCredits = hasSeenCredits
        $0.recipeBook = recipeBook.message
      }
    }
  }

  extension PlayerSaves.GameType {
    fileprivate var message: ProtoPlayerSaves.GameType {
      switch self {
      case .survival: .survival
      case .creative: .creative
      case .adventure: .adventure
      case .spectator: .spectator
      }
    }
  }

  extension PlayerSaves.Item {
    fileprivate var message: ProtoPlayerSaves.Item {
      .with {
        $0.count = Int32(count)
        $0.slot = UInt32(slot)
        $0.id = id
      }
    }
  }

  extension PlayerSaves.Abilities {
    fileprivate var message: ProtoPlayerSaves.Abilities {
      .with {
        $0.walkSpeed = walkSpeed
        $0.flySpeed = flySpeed
        $0.mayFly = mayFly
        $0.isFlying = isFlying
        $0.isInvulnerable = isInvulnerable
        $0.mayBuild = mayBuild
        $0.buildsInstantly = buildsInstantly
      }
    }
  }

  extension PlayerSaves.RecipeBook {
    fileprivate var message: ProtoPlayerSaves.RecipeBook {
      .with {
        $0.recipes = recipes
        $0.toBeDisplayed = toBeDisplayed
        $0.isFilteringCraftable = isFilteringCraftable
        $0.isOpen = isOpen
        $0.isFurnaceFilteringCraftable = isFurnaceFilteringCraftable
        $0.isFurnaceOpen = isFurnaceOpen
        $0.isBlastingFurnaceFilteringCraftable = isBlastingFurnaceFilteringCraftable
        $0.isBlastingFurnaceOpen = isBlastingFurnaceOpen
        $0.isSmokerFilteringCraftable = isSmokerFilteringCraftable
        $0.isSmokerOpen = isSmokerOpen
      }
    }
  }

  extension PlayerSaves.Entity {
    fileprivate var message: ProtoPlayerSaves.Entity {
      .with {
        $0.id = id
        $0.position = position.message
        $0.motion = motion.message
        $0.rotation = rotation.message
        $0.fallDistance = fallDistance
        $0.fire = UInt32(fire)
        $0.air = UInt32(air)
        $0.isOnGround = isOnGround
        $0.noGravity = hasNoGravity
        $0.isInvulnerable = isInvulnerable
        $0.portalCooldown = portalCooldown
        $0.uuid = .with { uuid in
          (uuid.x0, uuid.x1, uuid.x2, uuid.x3) = (
            self.uuid[0], self.uuid[1], self.uuid[2], self.uuid[3]
          )
        }
        if let customName { $0.customName = customName }
        $0.isCustomNameVisible = isCustomNameVisible
        $0.isSilent = isSilent
        $0.isGlowing = isGlowing
      }
    }
  }

  extension PlayerSaves.Vehicle {
    fileprivate var message: ProtoPlayerSaves.Vehicle {
      .with {
        $0.uuid = .with { uuid in
          (uuid.x0, uuid.x1, uuid.x2, uuid.x3) = (
            self.uuid[0], self.uuid[1], self.uuid[2], self.uuid[3]
          )
        }
        $0.entity = entity.message
      }
    }
  }

  extension PlayerSaves.Vector {
    fileprivate var message: ProtoPlayerSaves.Vector {
      .with {
        $0.x = x
        $0.y = y
        $0.z = z
      }
    }
  }

  extension PlayerSaves.Rotation {
    fileprivate var message: ProtoPlayerSaves.Rotation {
      .with {
        $0.x = x
        $0.y = y
      }
    }
  }
#endif
