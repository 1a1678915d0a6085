/// Containers whose elements are given in turns with those of containers inside: the calls wait until the outermost one ends (``CallScript``).
extension DirectEncoder {
  /// The calls of a row.
  @unsafe
  struct RowScript {
    let serial: UInt64
    let make: (DirectEncoder) throws -> Void
  }

  // MARK: Learning

  /// Notes where a row was begun inside of another container.
  @inline(__always)
  func noteNested(
    _ serial: UInt64, _ slot: UnsafeMutablePointer<EncodingSlot>,
    in outer: UnsafeMutablePointer<EncodingFrame>
  ) {
    var row = unsafe RecentRows.Row(serial: serial)
    if unsafe outer.pointee.isArray {
      unsafe row.place = unsafe outer.pointee.slot
    } else {
      unsafe row.group = unsafe outer.pointee.group
      unsafe row.signature = unsafe slot.pointee.signature
    }
    unsafe variables.pointee.recentRows.note(row)
  }

  /// Refuses a call for a row that has ended. The next pass lets the calls wait.
  @inline(never)
  func refuseCall(ofRow serial: UInt64) -> any Error {
    if unsafe !state.pointee.hasDeviated, let row = unsafe variables.pointee.recentRows.find(serial)
    {
      if let place = unsafe row.place { unsafe learnScript(at: place) }
      if let group = unsafe row.group { unsafe learnLateField(group, row.signature) }
    }
    return unsafe state.pointee.refuse()
  }

  /// Learns that the elements of a container at a place are given in turns with those of containers inside.
  func learnScript(at place: UnsafeMutablePointer<EncodingSlot>) {
    unsafe place.pointee.isScripted = true
    triesAgain = true
  }

  // MARK: Elements

  /// The container of an array that was begun.
  func container(
    ofElements row: UnsafeMutablePointer<ElementRow>, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) -> any UnkeyedEncodingContainer {
    guard unsafe slot.pointee.isScripted else {
      return unsafe DirectUnkeyedEncoding(handle: RowHandle(self, row))
    }
    return unsafe ScriptHome(encoder: self, place: slot, serial: row.pointee.serial)
      .unkeyedContainer { script in
        unsafe add(row) {
          unsafe try script.make(in: DirectUnkeyedEncoding(handle: RowHandle($0, row)))
        }
      }
  }

  /// The container of a map that was begun.
  func container<Key: CodingKey>(
    ofValues row: UnsafeMutablePointer<ElementRow>, _ slot: UnsafeMutablePointer<EncodingSlot>,
    _ type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    guard unsafe slot.pointee.isScripted else {
      return unsafe KeyedEncodingContainer(DirectMapEncoding<Key>(handle: RowHandle(self, row)))
    }
    return unsafe ScriptHome(encoder: self, place: slot, serial: row.pointee.serial)
      .container(keyedBy: type) { script in
        unsafe add(row) {
          let container = unsafe DirectMapEncoding<ScriptKey>(handle: RowHandle($0, row))
          unsafe try script.make(in: KeyedEncodingContainer(container))
        }
      } bytes: { script in
        unsafe add(row) {
          let container = unsafe DirectMapEncoding<Key>(handle: RowHandle($0, row))
          unsafe try script.make(in: KeyedEncodingContainer(container))
        }
      }
  }

  private func add(
    _ row: UnsafeMutablePointer<ElementRow>, _ make: @escaping (DirectEncoder) throws -> Void
  ) {
    unsafe row.pointee.hasScript = true
    unsafe variables.pointee.rowScripts.append(RowScript(serial: row.pointee.serial, make: make))
  }

  /// Ends the rows that an error left open, and forgets their calls.
  @inline(__always)
  func endOpenRows() {
    guard unsafe state.pointee.elementRowCount > 0 else { return }
    unsafe state.pointee.endElementRows()
    unsafe variables.pointee.rowScripts.removeAll()
  }

  /// Makes the calls of a row, which is the innermost container that is open.
  func makeCalls(of row: UnsafeMutablePointer<ElementRow>) throws {
    unsafe row.pointee.hasScript = false
    guard let script = unsafe variables.pointee.rowScripts.popLast(),
      unsafe script.serial == row.pointee.serial
    else { throw unsafe state.pointee.deviate() }
    unsafe try script.make(self)
    unsafe try RowHandle(self, row).resume()
  }

  // MARK: Fields

  /// Begins an array in a field whose elements wait until the record ends.
  func openElements(_ late: LateContainer) -> any UnkeyedEncodingContainer {
    unsafe add(late)
    return unsafe laterElements(lateContainers.count - 1)
  }

  func laterElements(_ index: Int) -> any UnkeyedEncodingContainer {
    unsafe lateContainers[index].shapeCount = unsafe state.pointee.shapeCount
    return unsafe home(ofLate: index).unkeyedContainer { script in
      unsafe lateContainers[index].make = {
        unsafe try script.make(in: $0.openElements($1, isNested: true))
      }
    }
  }

  /// The same for a map.
  func laterValues<Key: CodingKey>(
    _ type: Key.Type, _ index: Int
  ) -> KeyedEncodingContainer<Key> {
    unsafe lateContainers[index].shapeCount = unsafe state.pointee.shapeCount
    return unsafe home(ofLate: index).container(keyedBy: type) { script in
      unsafe lateContainers[index].make = {
        unsafe try script.make(
          in: $0.open(ScriptKey.self, $1, valueType: nil, isNested: true))
      }
    } bytes: { script in
      unsafe lateContainers[index].make = {
        unsafe try script.make(in: $0.open(type, $1, valueType: nil, isNested: true))
      }
    }
  }

  private func home(ofLate index: Int) -> ScriptHome {
    let late = unsafe lateContainers[index]
    let slot = unsafe late.outerPlan.pointee.slots + late.field
    return unsafe ScriptHome(
      encoder: self, field: (late.frame.pointee.group, slot.pointee.signature))
  }

  /// Makes the calls of such a container.
  func fill(
    _ late: LateContainer,
    _ make: (DirectEncoder, UnsafeMutablePointer<EncodingSlot>) throws -> Void
  ) throws {
    // A record inside would be compared with others than if it had come in turn.
    guard unsafe state.pointee.shapeCount == late.shapeCount,
      unsafe state.pointee.nestedCount == late.nestedCount
    else { throw unsafe refuse(late) }
    let frame = unsafe state.pointee.top
    let settledCount = settledFields.count
    try goDeeper()
    do {
      unsafe try make(self, late.outerPlan.pointee.slots + late.field)
      while unsafe state.pointee.top > frame { try closeNested() }
    } catch {
      throw unsafe refuse(late)
    }
    if settledFields.count != settledCount { throw unsafe refuse(late) }
    // Containers of the record behind this one follow its records in any case.
    for index in unsafe lateContainers.indices
    where unsafe lateContainers[index].make != nil
      && lateContainers[index].frame == frame && lateContainers[index].field > late.field
    {
      unsafe lateContainers[index].shapeCount += unsafe state.pointee.shapeCount - late.shapeCount
      unsafe lateContainers[index].nestedCount +=
        unsafe state.pointee.nestedCount - late.nestedCount
    }
  }
}
