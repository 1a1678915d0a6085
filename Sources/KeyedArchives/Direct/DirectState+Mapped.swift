internal import ArchiveFormat

/// Maps that are read by keyed containers, as those are that keyed containers with keys of any type became.
extension Ref<DirectState> {
  /// A container of the record or map of a level, of which nothing was read; nil if it is made of cells.
  @inline(__always)
  func keyedContainer<Key: CodingKey>(
    _ level: Ref<Level>, _ type: Key.Type
  ) -> KeyedDecodingContainer<Key>? {
    if let box = open(level, type) { return KeyedContainers.container(box, type) }
    return mapContainer(level, type)
  }

  @inline(never)
  func mapContainer<Key: CodingKey>(
    _ level: Ref<Level>, _ type: Key.Type
  ) -> KeyedDecodingContainer<Key>? {
    let slot = level.pointee.slot
    if slot.pointee.mapKeyType != TypeAddress.of(type) {
      guard TrustingInitializer.asking(with: type) == nil else { return nil }
      slot.pointee.mapKeyType = TypeAddress.of(type)
    }
    guard let keys = openMap(level), let decoder = level.pointee.decoder else { return nil }
    return KeyedDecodingContainer(DirectMapped<Key>(fields: MapFields(decoder, keys)))
  }

  /// Opens the map of a level: its keys, with the cursor at the first value; nil, with nothing changed, if it is read from cells.
  ///
  /// From then on the values are read as the elements of an array are.
  private func openMap(_ level: Ref<Level>) -> MapKeys? {
    let schema = pointee.engine.schema
    let counts = (pointee.valueCount, pointee.zeroWidthCount)
    let costs = (pointee.visitCount, pointee.byteCount)
    let start = pointee.cursor.mark
    var slot = level.pointee.slot
    if slot.pointee.code == KindCode.any, !schema.hasClasses, let tagged = taggedSlot() {
      slot = tagged
    }
    guard slot.pointee.code == KindCode.map, case _ = schema.addInner(slot),
      let keySlot = slot.pointee.first, let valueSlot = slot.pointee.second,
      keySlot.pointee.code == KindCode.string, let head = pointee.cursor.varint(), head & 1 == 0,
      head >> 2 <= UInt64(Int.max >> 3), pointee.depth &+ 1 < pointee.maximumDepth,
      pointee.valueCount >= 2, case let count = Int(truncatingIfNeeded: head >> 2), count > 0,
      !schema.hasClasses || head & 2 == 0 && !schema.mayHoldObjects(valueSlot),
      case _ = pointee.valueCount &-= 2, chargeVisits(count), chargeColumn(count),
      let keys = keys(count, slot), case let values = pointee.cursor.mark,
      openValues(level, valueSlot, count, isIrregular: head & 2 != 0)
    else {
      pointee.cursor.mark = start
      (pointee.valueCount, pointee.zeroWidthCount) = counts
      (pointee.visitCount, pointee.byteCount) = costs
      return nil
    }
    level.pointee.index = 0
    level.pointee.count = count
    level.pointee.counts = counts
    level.pointee.keys = keys.texts
    level.pointee.reached = (0, values)
    let isSmall = level.pointee.elementMarks.count <= MapKeys.keptByteCount
    level.pointee.elementMarks.removeAll(keepingCapacity: isSmall)
    level.pointee.mode = .unkeyed
    return keys
  }

  /// The keys at the cursor, which goes past them; nil if one is there twice.
  ///
  /// Most maps in a place have the same ones: then they are compared with those of the map before, and not built again.
  private func keys(_ count: Int, _ slot: Ref<FieldSlot>) -> MapKeys? {
    if let known = slot.pointee.mapKeys, known.texts.count == count,
      pointee.cursor.pass(known.bytes)
    {
      return charge(known.textByteCount) ? known : nil
    }
    let start = pointee.cursor.mark
    guard let texts = String.readRow(count, self) else { return nil }
    let bytes = pointee.cursor.copy(from: start)
    guard let keys = MapKeys(texts, bytes) else { return nil }
    if bytes.count <= MapKeys.keptByteCount { pointee.engine.schema.keep(keys, in: slot) }
    return keys
  }

  private func openValues(
    _ level: Ref<Level>, _ slot: Ref<FieldSlot>, _ count: Int, isIrregular: Bool
  ) -> Bool {
    let isRow = !isIrregular && slot.pointee.isPacked
    guard isRow || chargeColumn(count),
      openRun(level, slot, isIrregular ? 0 : count, isRow: isRow)
    else { return false }
    if isIrregular { level.pointee.run.later = count }
    pointee.depth &+= isRow ? 1 : 2
    return true
  }
}
