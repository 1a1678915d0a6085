extension PlayerSaves.Item: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    count.write(to: &writer)
    slot.write(to: &writer)
    id.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    count = try reader.value()
    slot = try reader.value()
    id = try reader.value()
  }
}

extension PlayerSaves.Abilities: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    walkSpeed.write(to: &writer)
    flySpeed.write(to: &writer)
    mayFly.write(to: &writer)
    isFlying.write(to: &writer)
    isInvulnerable.write(to: &writer)
    mayBuild.write(to: &writer)
    buildsInstantly.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    walkSpeed = try reader.value()
    flySpeed = try reader.value()
    mayFly = try reader.value()
    isFlying = try reader.value()
    isInvulnerable = try reader.value()
    mayBuild = try reader.value()
    buildsInstantly = try reader.value()
  }
}

extension PlayerSaves.RecipeBook: FixedLayoutCodable {
  package func write(to writer: inout FixedLayoutWriter) {
    recipes.write(to: &writer)
    toBeDisplayed.write(to: &writer)
    isFilteringCraftable.write(to: &writer)
    isOpen.write(to: &writer)
    isFurnaceFilteringCraftable.write(to: &writer)
    isFurnaceOpen.write(to: &writer)
    isBlastingFurnaceFilteringCraftable.write(to: &writer)
    isBlastingFurnaceOpen.write(to: &writer)
    isSmokerFilteringCraftable.write(to: &writer)
    isSmokerOpen.write(to: &writer)
  }

  package init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    recipes = try reader.value()
    toBeDisplayed = try reader.value()
    isFilteringCraftable = try reader.value()
    isOpen = try reader.value()
    isFurnaceFilteringCraftable = try reader.value()
    isFurnaceOpen = try reader.value()
    isBlastingFurnaceFilteringCraftable = try reader.value()
    isBlastingFurnaceOpen = try reader.value()
    isSmokerFilteringCraftable = try reader.value()
    isSmokerOpen = try reader.value()
  }
}
