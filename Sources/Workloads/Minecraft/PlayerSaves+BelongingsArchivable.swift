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
    count = try reader.take(Int8.self, &bits, at: places[0])
    slot = try reader.take(UInt8.self, &bits, at: places[1])
    id = try reader.take(String.self, &bits, at: places[2])
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
    walkSpeed = try reader.take(Float.self, &bits, at: places[0])
    flySpeed = try reader.take(Float.self, &bits, at: places[1])
    mayFly = try reader.take(Bool.self, &bits, at: places[2])
    isFlying = try reader.take(Bool.self, &bits, at: places[3])
    isInvulnerable = try reader.take(Bool.self, &bits, at: places[4])
    mayBuild = try reader.take(Bool.self, &bits, at: places[5])
    buildsInstantly = try reader.take(Bool.self, &bits, at: places[6])
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
    recipes = try reader.take([String].self, &bits, at: places[0])
    toBeDisplayed = try reader.take([String].self, &bits, at: places[1])
    isFilteringCraftable = try reader.take(Bool.self, &bits, at: places[2])
    isOpen = try reader.take(Bool.self, &bits, at: places[3])
    isFurnaceFilteringCraftable = try reader.take(Bool.self, &bits, at: places[4])
    isFurnaceOpen = try reader.take(Bool.self, &bits, at: places[5])
    isBlastingFurnaceFilteringCraftable = try reader.take(Bool.self, &bits, at: places[6])
    isBlastingFurnaceOpen = try reader.take(Bool.self, &bits, at: places[7])
    isSmokerFilteringCraftable = try reader.take(Bool.self, &bits, at: places[8])
    isSmokerOpen = try reader.take(Bool.self, &bits, at: places[9])
  }
}
