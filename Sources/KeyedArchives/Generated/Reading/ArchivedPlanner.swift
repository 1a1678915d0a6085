internal import ArchiveFormat

/// Finds out what stands in the places of archives, for the types that read them.
@safe
public struct ArchivedPlanner {
  let engine: DirectEngine

  init(_ engine: DirectEngine) { self.engine = engine }

  /// Makes a place ready for values of a type.
  func prepare<Value: ArchivableValue>(_ type: Value.Type, _ place: ArchivedPlace) {
    if place.code == KindCode.undetermined {
      unsafe place.pointee.pointee.isVoid = true
      unsafe place.pointee.pointee.isGenerated = true
    } else {
      type.prepare(place, with: self)
      if !place.isGenerated { track(place) }
    }
  }

  /// Notes that a place is read by `init(from:)`.
  func track(_ place: ArchivedPlace) {
    unsafe place.pointee.pointee.tracksPath = true
    engine.schema.readings.tracksPath = true
  }

  /// Makes the place of the elements of what stands at a place.
  func prepareElements<Element: ArchivableValue>(_ type: Element.Type, _ place: ArchivedPlace) {
    let schema = engine.schema
    let slot = unsafe place.pointee.pointee.slot
    schema.addInner(slot)
    guard let inner = slot.pointee.first else { return }
    let elements = unsafe ArchivedPlace(schema.readings.newPlace(inner))
    unsafe place.pointee.pointee.elements = unsafe elements.pointee
    schema.readings.inCollection { prepare(type, elements) }
    adopt(elements, in: place)
  }

  /// Makes the places of the keys and values of the map that stands at a place.
  func prepareEntries<Value: ArchivableValue>(_ type: Value.Type, _ place: ArchivedPlace) {
    let schema = engine.schema
    let slot = unsafe place.pointee.pointee.slot
    schema.addInner(slot)
    guard let keySlot = slot.pointee.first, let valueSlot = slot.pointee.second else { return }
    let elements = unsafe ArchivedPlace(schema.readings.newPlace(valueSlot))
    unsafe place.pointee.pointee.elements = unsafe elements.pointee
    unsafe place.pointee.pointee.keys = unsafe schema.readings.newPlace(keySlot)
    schema.readings.inCollection { prepare(type, elements) }
    adopt(elements, in: place)
  }

  private func adopt(_ elements: ArchivedPlace, in place: ArchivedPlace) {
    unsafe place.pointee.pointee.isGenerated = elements.isGenerated
    unsafe place.pointee.pointee.levels = 1
    if elements.tracksPath { unsafe place.pointee.pointee.tracksPath = true }
  }

  /// Makes the plan of the records that stand at a place.
  func prepareRecord<Record: ArchivableRecord>(_ type: Record.Type, _ place: ArchivedPlace) {
    guard place.code == KindCode.recordOfShape, engine.schema.readings.hasRoom else { return }
    let slot = unsafe place.pointee.pointee.slot
    guard engine.schema.isCurrent(type, slot) else { return }
    adopt(engine.record(type, ofShape: engine.schema.shape(of: slot.pointee.kind)), at: place)
  }

  /// Notes which record stands at a place.
  func adopt(_ record: ReadingPlans.Found, at place: ArchivedPlace) {
    guard record.isUsable else { return }
    unsafe place.pointee.pointee.record = unsafe record.pointee
    unsafe place.pointee.pointee.isGenerated = true
    unsafe place.pointee.pointee.levels = unsafe record.pointee.pointee.levels
    if unsafe record.pointee.pointee.tracksPath { unsafe place.pointee.pointee.tracksPath = true }
  }
}

extension DirectEngine {
  /// How records of a shape are read as values of a type.
  func record<Record: ArchivableRecord>(
    _ type: Record.Type, ofShape shape: Int
  ) -> ReadingPlans.Found {
    let key = ReadingPlans.Key(shape: shape, type: TypeAddress.of(type))
    let keys = type.confirmedKeys
    let record = plan(key) { fields, bitCount in
      type.describeFields(&fields)
      if let keys, !OwnCoding.decodes(type, keys, settings.values.userInfo) { fields.forbid() }
      // Values beside class instances are not compared.
      if keys != nil, schema.hasClasses { fields.reading?.forbidAnyOrder() }
      fields.reading?.finish(stride: MemoryLayout<Record>.stride, bitCount: bitCount)
    }
    awaitCoding(record, of: type, keys)
    return record
  }

  /// How records of a shape are read as what a key says, which is described if it is not known.
  func plan(
    _ key: ReadingPlans.Key, _ describe: (_ fields: inout ArchiveFields, _ bitCount: Int) -> Void
  ) -> ReadingPlans.Found {
    let readings = schema.readings
    if let known = readings.find(key) { return known }
    let (slots, bitCount) = schema.makeFields(key.shape)
    let keys = schema.definitions.shapes[key.shape].fields.map { schema.definitions.keys[$0.key] }
    let record = unsafe readings.newRecord(key, slots, count: keys.count, bitCount: bitCount)
    var fields = unsafe ArchiveFields(reading: ArchivedFields(ArchivedPlanner(self), record, keys))
    describe(&fields, bitCount)
    return readings.finish(key)
  }
}
