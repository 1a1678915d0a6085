internal import ArchiveFormat

/// Maps that keyed containers write whose keys are no enumeration's: a column of keys, and one of values (Spec, section 7). The values are
/// an ``ElementRow``; the keys stand before them once all are there.
extension DirectEncoder {
  /// Begins a map at a place.
  @inline(never)
  func openMap<Key: CodingKey>(
    _ type: Key.Type, _ slot: UnsafeMutablePointer<EncodingSlot>,
    _ group: UnsafeMutablePointer<PlanGroup>, isNested: Bool
  ) -> KeyedEncodingContainer<Key> {
    guard let row = unsafe openRow(slot, .values, isNested: isNested) else {
      return strayContainer(type)
    }
    // Without a key it is a record.
    unsafe state.pointee.top.pointee.group = unsafe group
    if unsafe slot.pointee.keySequences < 0 {
      unsafe slot.pointee.keySequences = Int32(truncatingIfNeeded: keySequences.count)
      keySequences.append(KeySequences())
    }
    let place = unsafe Int(slot.pointee.keySequences)
    openMaps.append(OpenMap(place: place, followed: keySequences[place].next))
    return unsafe container(ofValues: row, slot, type)
  }

  /// A further container of the map that is the innermost value.
  func furtherMapContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    guard let row = unsafe state.pointee.lastElementRow,
      unsafe row.pointee.frame.records == state.pointee.top, unsafe !row.pointee.hasScript
    else { return strayContainer(type) }
    return unsafe KeyedEncodingContainer(DirectMapEncoding<Key>(handle: RowHandle(self, row)))
  }

  /// Adds the key of the value that was begun.
  @inline(never)
  func add(_ key: String, to row: UnsafeMutablePointer<ElementRow>) throws {
    let map = openMaps.count - 1
    let index = unsafe row.pointee.count - 1
    if let followed = openMaps[map].followed {
      if index < followed.keys.count, followed.keys[index].hasSameBytes(as: key) { return }
      if let other = keySequences[openMaps[map].place].find(followed, index, key) {
        openMaps[map].followed = other
        return
      }
      openMaps[map].leave(after: index)
    }
    // The last of two values of one key counts.
    guard openMaps[map].add(key) else { throw unsafe state.pointee.deviate() }
  }

  /// Begins the value of an encoder for a superclass, which has a key of its own.
  func nextSuper(_ handle: RowHandle) throws -> UnsafeMutablePointer<ElementRow> {
    let row = unsafe try handle.next()
    unsafe try add(ArchiveCodingKey.super.stringValue, to: row)
    openMaps[openMaps.count - 1].hasOnlySuper = unsafe row.pointee.count == 1
    return unsafe row
  }

  /// Notes that a key was given without a value, which makes a map of a container that has nothing else.
  func noteAbsent(in handle: RowHandle) throws {
    unsafe try handle.resume()
    openMaps[openMaps.count - 1].hasAbsent = true
  }

  /// Ends a map.
  ///
  /// - Returns: The column of its keys; nil if it had none, so that the container is a record.
  func endMap(_ frame: UnsafeMutablePointer<EncodingFrame>, count: Int) throws -> [UInt8]? {
    guard let map = openMaps.popLast() else { throw unsafe state.pointee.deviate() }
    if count == 0, !map.hasAbsent { return nil }
    // It is no map, but is written as one.
    if count == 1, map.hasOnlySuper, !map.hasAbsent { throw unsafe state.pointee.deviate() }
    let slot = unsafe frame.pointee.slot
    if unsafe slot.pointee.keys == nil { unsafe slot.pointee.keys = unsafe newSlot() }
    guard let keys = unsafe slot.pointee.keys else { throw unsafe state.pointee.deviate() }
    if count == 0 { return [] }
    unsafe try state.pointee.adopt(keys, KindCode.string)
    if let followed = map.followed {
      if followed.keys.count == count { return followed.column }
      // The beginning of a sequence is another one.
      let sequence = KeySequence(Array(followed.keys.prefix(count)))
      keySequences[map.place].learn(sequence)
      return sequence.column
    }
    let sequence = KeySequence(map.keys)
    keySequences[map.place].learn(sequence)
    return sequence.column
  }
}
