package import KeyedArchives

extension PlayerSaves.Item: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("count", \Self.count)
    fields.add("slot", \Self.slot)
    fields.add("id", \Self.id)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(count)
    bits.add(slot)
    bits.add(id)
    writer.put(bits)
    writer.put(count, at: places[0])
    writer.put(slot, at: places[1])
    writer.put(id, at: places[2])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let count = try reader.take(Int8.self, &bits, at: places[0])
    let slot = try reader.take(UInt8.self, &bits, at: places[1])
    let id = try reader.take(String.self, &bits, at: places[2])
    self.count = count
    self.slot = slot
    self.id = id
  }
}

extension PlayerSaves.Abilities: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("walk_speed", \Self.walkSpeed)
    fields.add("fly_speed", \Self.flySpeed)
    fields.add("may_fly", \Self.mayFly)
    fields.add("flying", \Self.isFlying)
    fields.add("invulnerable", \Self.isInvulnerable)
    fields.add("may_build", \Self.mayBuild)
    fields.add("instabuild", \Self.buildsInstantly)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(walkSpeed)
    bits.add(flySpeed)
    bits.add(mayFly)
    bits.add(isFlying)
    bits.add(isInvulnerable)
    bits.add(mayBuild)
    bits.add(buildsInstantly)
    writer.put(bits)
    writer.put(walkSpeed, at: places[0])
    writer.put(flySpeed, at: places[1])
    writer.put(mayFly, at: places[2])
    writer.put(isFlying, at: places[3])
    writer.put(isInvulnerable, at: places[4])
    writer.put(mayBuild, at: places[5])
    writer.put(buildsInstantly, at: places[6])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let walkSpeed = try reader.take(Float.self, &bits, at: places[0])
    let flySpeed = try reader.take(Float.self, &bits, at: places[1])
    let mayFly = try reader.take(Bool.self, &bits, at: places[2])
    let isFlying = try reader.take(Bool.self, &bits, at: places[3])
    let isInvulnerable = try reader.take(Bool.self, &bits, at: places[4])
    let mayBuild = try reader.take(Bool.self, &bits, at: places[5])
    let buildsInstantly = try reader.take(Bool.self, &bits, at: places[6])
    self.walkSpeed = walkSpeed
    self.flySpeed = flySpeed
    self.mayFly = mayFly
    self.isFlying = isFlying
    self.isInvulnerable = isInvulnerable
    self.mayBuild = mayBuild
    self.buildsInstantly = buildsInstantly
  }
}

extension PlayerSaves.RecipeBook: ArchivableRecord {
  package static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("recipes", \Self.recipes)
    fields.add("to_be_displayed", \Self.toBeDisplayed)
    fields.add("is_filtering_craftable", \Self.isFilteringCraftable)
    fields.add("is_gui_open", \Self.isOpen)
    fields.add("is_furnace_filtering_craftable", \Self.isFurnaceFilteringCraftable)
    fields.add("is_furnace_gui_open", \Self.isFurnaceOpen)
    fields.add("is_blasting_furnace_filtering_craftable", \Self.isBlastingFurnaceFilteringCraftable)
    fields.add("is_blasting_furnace_gui_open", \Self.isBlastingFurnaceOpen)
    fields.add("is_smoker_filtering_craftable", \Self.isSmokerFilteringCraftable)
    fields.add("is_smoker_gui_open", \Self.isSmokerOpen)
  }

  package func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(recipes)
    bits.add(toBeDisplayed)
    bits.add(isFilteringCraftable)
    bits.add(isOpen)
    bits.add(isFurnaceFilteringCraftable)
    bits.add(isFurnaceOpen)
    bits.add(isBlastingFurnaceFilteringCraftable)
    bits.add(isBlastingFurnaceOpen)
    bits.add(isSmokerFilteringCraftable)
    bits.add(isSmokerOpen)
    writer.put(bits)
    writer.put(recipes, at: places[0])
    writer.put(toBeDisplayed, at: places[1])
    writer.put(isFilteringCraftable, at: places[2])
    writer.put(isOpen, at: places[3])
    writer.put(isFurnaceFilteringCraftable, at: places[4])
    writer.put(isFurnaceOpen, at: places[5])
    writer.put(isBlastingFurnaceFilteringCraftable, at: places[6])
    writer.put(isBlastingFurnaceOpen, at: places[7])
    writer.put(isSmokerFilteringCraftable, at: places[8])
    writer.put(isSmokerOpen, at: places[9])
  }

  package init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    let recipes = try reader.take([String].self, &bits, at: places[0])
    let toBeDisplayed = try reader.take([String].self, &bits, at: places[1])
    let isFilteringCraftable = try reader.take(Bool.self, &bits, at: places[2])
    let isOpen = try reader.take(Bool.self, &bits, at: places[3])
    let isFurnaceFilteringCraftable = try reader.take(Bool.self, &bits, at: places[4])
    let isFurnaceOpen = try reader.take(Bool.self, &bits, at: places[5])
    let isBlastingFurnaceFilteringCraftable = try reader.take(Bool.self, &bits, at: places[6])
    let isBlastingFurnaceOpen = try reader.take(Bool.self, &bits, at: places[7])
    let isSmokerFilteringCraftable = try reader.take(Bool.self, &bits, at: places[8])
    let isSmokerOpen = try reader.take(Bool.self, &bits, at: places[9])
    self.recipes = recipes
    self.toBeDisplayed = toBeDisplayed
    self.isFilteringCraftable = isFilteringCraftable
    self.isOpen = isOpen
    self.isFurnaceFilteringCraftable = isFurnaceFilteringCraftable
    self.isFurnaceOpen = isFurnaceOpen
    self.isBlastingFurnaceFilteringCraftable = isBlastingFurnaceFilteringCraftable
    self.isBlastingFurnaceOpen = isBlastingFurnaceOpen
    self.isSmokerFilteringCraftable = isSmokerFilteringCraftable
    self.isSmokerOpen = isSmokerOpen
  }
}
