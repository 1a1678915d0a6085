internal import ArchiveFormat

/// Maps that are read by keyed containers, as those are that keyed containers with keys of any type became.
extension Ref<DirectState> {
  /// Opens the record or map of a level, of which nothing was read, for a keyed container; nil if that is made of cells.
  @inline(__always)
  func openKeyed<Key: CodingKey>(_ level: Ref<Level>, _ type: Key.Type) -> OpenedKeyed? {
    if let box = open(level, type) { return .record(box) }
    return mapContainer(level, type).map { .map($0) }
  }

  @inline(never)
  func mapContainer<Key: CodingKey>(_ level: Ref<Level>, _ type: Key.Type) -> MapContainer? {
    guard KeyedContainers.areReferences, let (slot, keys) = openMap(level, askedWith: type),
      let decoder = level.pointee.decoder
    else { return nil }
    if let known = slot.pointee.mapContainer, known.keyType == TypeAddress.of(type), known.isFree {
      known.fields.begin(decoder, keys)
      level.pointee.mapContainer = known
      return known
    }
    let made = MapContainer(MapFields(decoder, keys, askedWith: type), type)
    level.pointee.mapContainer = made
    // A place that did not keep the keys has no room for the container.
    if slot.pointee.mapKeys != nil {
      slot.pointee.mapContainer = made
      made.slot = slot
    }
    return made
  }

  /// A further container of the map of a level, while that is open; nil if it is made of cells.
  func furtherMapContainer<Key: CodingKey>(
    _ level: Ref<Level>, _ type: Key.Type
  ) -> MapContainer? {
    // A map inside takes over a container that nobody holds.
    guard level.pointee.mode == .unkeyed, let known = level.pointee.mapContainer,
      known.fields.level == level, let decoder = level.pointee.decoder
    else { return nil }
    if known.keyType == TypeAddress.of(type) { return known }
    guard TrustingInitializer.asking(with: type) == nil else { return nil }
    return MapContainer(MapFields(decoder, known.fields.keys, askedWith: type), type)
  }

  /// Opens the map of a level: its keys are read, and the cursor stands at the first value. Nil, with nothing changed, if the map is read from cells.
  ///
  /// From then on the values are read as the elements of an array are.
  ///
  /// - Returns: The slot of the map, and its keys.
  private func openMap(
    _ level: Ref<Level>, askedWith type: any CodingKey.Type
  ) -> (Ref<FieldSlot>, MapKeys)? {
    let (asked, slot) = (level.pointee.slot, mapSlot(level.pointee.slot))
    let start = level.pointee.start
    // The entries of a map may be older than the type as well: cells find out.
    if let slot, level.pointee.forms == nil,
      asked.pointee.mapKeyType == TypeAddress.of(type)
        || TrustingInitializer.asking(with: type) == nil
    {
      asked.pointee.mapKeyType = TypeAddress.of(type)
      let counts = (pointee.valueCount, pointee.zeroWidthCount)
      let costs = (pointee.visitCount, pointee.byteCount)
      if let keys = openColumns(level, slot) {
        level.pointee.counts = counts
        return (slot, keys)
      }
      (pointee.valueCount, pointee.zeroWidthCount) = counts
      (pointee.visitCount, pointee.byteCount) = costs
    }
    pointee.cursor.mark = start
    return nil
  }

  /// The slot of the map that stands in another one; nil if no map stands there.
  private func mapSlot(_ slot: Ref<FieldSlot>) -> Ref<FieldSlot>? {
    switch slot.pointee.code {
    case KindCode.map: return slot
    case KindCode.any:
      guard let tagged = taggedSlot(), tagged.pointee.code == KindCode.map else { return nil }
      return tagged
    default: return nil
    }
  }

  /// Opens the keys and the values of a map; nil if they are read from cells.
  private func openColumns(_ level: Ref<Level>, _ slot: Ref<FieldSlot>) -> MapKeys? {
    let schema = pointee.engine.schema
    schema.addInner(slot)
    guard let keySlot = slot.pointee.first, let valueSlot = slot.pointee.second,
      let head = pointee.cursor.varint(), head & 1 == 0,
      keySlot.pointee.code == KindCode.string || head == 0, head >> 2 <= UInt64(Int.max >> 3),
      pointee.depth &+ 1 < pointee.maximumDepth, pointee.valueCount >= 2
    else { return nil }
    let (count, isIrregular) = (Int(truncatingIfNeeded: head >> 2), head & 2 != 0)
    pointee.valueCount &-= 2
    guard count > 0 || head == 0 && pointee.zeroWidthCount >= 2, chargeVisits(count),
      chargeColumn(count), let keys = keys(count, slot)
    else { return nil }
    // Keys that are no bytes, as the values of an empty map are.
    if count == 0 { pointee.zeroWidthCount &-= 1 }
    let values = pointee.cursor.mark
    guard openValues(level, valueSlot, count, isIrregular: isIrregular) else { return nil }
    level.pointee.index = 0
    level.pointee.count = count
    level.pointee.keys = keys.texts
    level.pointee.reached = (0, values)
    let isSmall = level.pointee.elementMarks.count <= MapKeys.keptByteCount
    level.pointee.elementMarks.removeAll(keepingCapacity: isSmall)
    level.pointee.mode = .unkeyed
    let (run, first) = (level.pointee.run, pointee.cursor.mark)
    if goToElement(level) {
      level.pointee.elementMarks.append(elementMark(level))
    } else {
      (level.pointee.run, pointee.cursor.mark) = (run, first)
    }
    return keys
  }

  /// The keys at the cursor, which goes past them; nil if one is there twice.
  ///
  /// Most maps in a place have the same ones, or one of two lists in turns: then they are compared with those of maps before, and not built again.
  private func keys(_ count: Int, _ slot: Ref<FieldSlot>) -> MapKeys? {
    if count == 0 { return MapKeys([], []) }
    if let known = knownKeys(count, slot) { return charge(known.textByteCount) ? known : nil }
    let start = pointee.cursor.mark
    guard let texts = String.readRow(count, self) else { return nil }
    let bytes = pointee.cursor.copy(from: start)
    guard let keys = MapKeys(texts, bytes) else { return nil }
    if bytes.count <= MapKeys.keptByteCount { pointee.engine.schema.keep(keys, in: slot) }
    return keys
  }

  /// The keys at the cursor, which goes past them, if maps in the same place had them before.
  private func knownKeys(_ count: Int, _ slot: Ref<FieldSlot>) -> MapKeys? {
    guard let last = slot.pointee.mapKeys else { return nil }
    if last.texts.count == count, pointee.cursor.pass(last.bytes) { return last }
    guard let former = slot.pointee.formerMapKeys, former.texts.count == count,
      pointee.cursor.pass(former.bytes)
    else { return nil }
    (slot.pointee.mapKeys, slot.pointee.formerMapKeys) = (former, last)
    return former
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

  /// The place that the map or array of a level has reached.
  func elementMark(_ level: Ref<Level>) -> ElementMark {
    ElementMark(
      start: pointee.cursor.mark, run: level.pointee.run,
      counts: (pointee.valueCount, pointee.zeroWidthCount))
  }

  /// The reader of the map of a level, which is opened unless it is, without a container; nil if the map is read from cells.
  func openFields(
    of level: Ref<Level>, askedWith type: any CodingKey.Type
  ) -> MapFields? {
    if level.pointee.mode == .untouched, pointee.level == level,
      let (_, keys) = openMap(level, askedWith: type), let decoder = level.pointee.decoder
    {
      level.pointee.mapFields = MapFields(decoder, keys, askedWith: type)
    }
    guard level.pointee.mode == .unkeyed, let fields = level.pointee.mapFields else { return nil }
    return fields.mayBeAsked(with: type) ? fields : nil
  }

  /// Lets go of the container of a map that is left, which would hold the decoder.
  @inline(__always)
  func endMap(_ level: Ref<Level>) {
    if let fields = level.pointee.mapFields {
      level.pointee.mapFields = nil
      fields.end()
    }
    guard let container = level.pointee.mapContainer else { return }
    level.pointee.mapContainer = nil
    if container.isFree { return container.fields.end() }
    // It is user code's alone from now on.
    if let slot = container.slot, slot.pointee.mapContainer === container {
      slot.pointee.mapContainer = nil
    }
  }
}

/// A record or map that is open for a keyed container. Code for any type of keys hands it on: an optional container would have its type looked up.
enum OpenedKeyed {
  case record(Ref<BoxInfo>)
  case map(MapContainer)

  @inline(__always)
  func container<Key: CodingKey>(_ type: Key.Type) -> KeyedDecodingContainer<Key> {
    switch self {
    case .record(let box): KeyedContainers.container(box, type)
    case .map(let map): map.container(type)
    }
  }
}
