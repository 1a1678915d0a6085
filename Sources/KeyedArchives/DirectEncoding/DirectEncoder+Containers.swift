/// Handing out containers.
extension DirectEncoder {
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let state = unsafe state
    guard let slot = unsafe state.pointee.pending else { return anotherContainer(type) }
    return unsafe open(type, slot, valueType: state.pointee.valueType, isNested: false)
  }

  /// A further container of the innermost value, for keys of another type: a subclass beside its
  /// superclass. From here on the record is filled through it.
  @inline(never)
  private func anotherContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    do {
      while unsafe state.pointee.top.pointee.isNested { try closeNested() }
      let frame = unsafe state.pointee.top
      let keyType = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
      guard unsafe frame > state.pointee.frames else { return strayContainer(type) }
      if unsafe frame.pointee.isArray {
        return unsafe frame.pointee.group.pointee.keyType == keyType
          ? furtherMapContainer(type) : strayContainer(type)
      }
      // A value inside that is complete has no frame.
      guard unsafe frame.pointee.depth == state.pointee.depth else { return strayContainer(type) }
      // For the same keys the container may be the same.
      if unsafe frame.pointee.box.pointee.boxes.pointee.keyType == keyType {
        return unsafe copy(of: frame.pointee.box, type)
      }
      guard MemoryLayout<Key>.size <= 1 else { return strayContainer(type) }
      let slot = unsafe try field(EncodingSlot.switchCode, frame) { "" }
      if unsafe slot.pointee.type == nil { unsafe slot.pointee.type = unsafe keyType }
      guard unsafe slot.pointee.type == keyType else { return strayContainer(type) }
      let chosen = unsafe freeBox(boxes(of: type), type)
      unsafe frame.pointee.box = unsafe chosen
      return unsafe copy(of: chosen, type)
    } catch {
      return strayContainer(type)
    }
  }

  /// A container that nobody holds; one that somebody still holds stays what it is.
  @inline(__always)
  func freeBox<Key: CodingKey>(
    _ boxes: UnsafeMutablePointer<KeyTypeBoxes>, _ type: Key.Type
  ) -> UnsafeMutablePointer<ContainerBox> {
    if let first = unsafe boxes.pointee.first,
      unsafe isKnownUniquelyReferenced(
        &first.pointee.container.assumingMemoryBound(to: AnyObject.self).pointee)
    {
      return unsafe first
    }
    return unsafe otherBox(boxes, type)
  }

  /// The same for a record inside of others of one value: nobody may hold the container of one of these any more, but a further container of
  /// the value has its box.
  @inline(__always)
  func nestedBox<Key: CodingKey>(
    _ boxes: UnsafeMutablePointer<KeyTypeBoxes>, _ type: Key.Type
  ) -> UnsafeMutablePointer<ContainerBox> {
    let chosen = unsafe freeBox(boxes, type)
    var frame = unsafe state.pointee.top
    while unsafe frame > state.pointee.frames {
      if unsafe frame.pointee.box == chosen { return unsafe newBox(boxes, type) }
      if unsafe !frame.pointee.isNested { break }
      unsafe frame -= 1
    }
    return unsafe chosen
  }

  private func boxes<Key: CodingKey>(of type: Key.Type) -> UnsafeMutablePointer<KeyTypeBoxes> {
    if let known = unsafe boxes[ObjectIdentifier(type)] { return unsafe known }
    let made = unsafe memory.newBoxes(
      unsafeBitCast(type, to: UnsafeRawPointer.self), KeyStyle.known(of: type))
    unsafe boxes[ObjectIdentifier(type)] = unsafe made
    return unsafe made
  }

  /// Begins a record at a place.
  @inline(__always)
  func open<Key: CodingKey>(
    _ type: Key.Type, _ slot: UnsafeMutablePointer<EncodingSlot>, valueType: UnsafeRawPointer?,
    isNested: Bool
  ) -> KeyedEncodingContainer<Key> {
    let state = unsafe state
    let keyType = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let group: UnsafeMutablePointer<PlanGroup>
    let around = unsafe isNested ? groupAround(slot, state.pointee.top) : nil
    if let known = unsafe slot.pointee.group, unsafe known.pointee.keyType == keyType,
      unsafe known.pointee.valueType == valueType, unsafe known.pointee.around == around,
      unsafe around == nil || known.pointee.aroundKey == slot.pointee.key
    {
      unsafe group = unsafe known
    } else {
      unsafe group = unsafe findGroup(valueType, type, around: around, slot.pointee.key)
      unsafe slot.pointee.group = unsafe group
    }
    if unsafe group.pointee.likely == nil, unsafe group.pointee.boxes.pointee.style == .text {
      return unsafe openMap(type, slot, group, isNested: isNested)
    }
    let chosen =
      unsafe isNested ? nestedBox(group.pointee.boxes, type) : freeBox(group.pointee.boxes, type)
    unsafe state.pointee.pending = nil
    let frame = unsafe state.pointee.top + 1
    unsafe state.pointee.top = unsafe frame
    let body = unsafe state.pointee.count
    let expected = unsafe slot.pointee.expected == nil ? nil : expectedPlan(at: slot, group)
    if let plan = unsafe expected ?? likelyPlan(of: group) {
      let prefix = unsafe plan.pointee.prefixByteCount(at: slot)
      unsafe frame.initialize(
        to: EncodingFrame(
          next: plan.pointee.slots, box: chosen, body: body + prefix, plan: plan, slot: slot,
          group: group, depth: state.pointee.depth, isNested: isNested,
          isExpected: expected != nil))
      unsafe state.pointee.putZeros(prefix + plan.pointee.bitByteCount)
    } else {
      unsafe frame.initialize(
        to: EncodingFrame(
          next: state.pointee.end, box: chosen, body: body, plan: nil, slot: slot, group: group,
          depth: state.pointee.depth, isNested: isNested))
    }
    return unsafe copy(of: chosen, type)
  }

  /// The container of a box.
  @inline(__always)
  func copy<Key: CodingKey>(
    of box: UnsafeMutablePointer<ContainerBox>, _ type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    let copier = unsafe unsafeDowncast(
      box.pointee.copier.unsafelyUnwrapped.takeUnretainedValue(),
      to: ContainerCopier<KeyedEncodingContainer<Key>>.self)
    return unsafe copier.copy(box.pointee.container)
  }

  /// Begins a record inside a record, which ends with the next call of the outer one.
  @inline(never)
  func openNested<Key: CodingKey>(
    _ type: Key.Type, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) -> KeyedEncodingContainer<Key> {
    guard unsafe !slot.pointee.isNoted else {
      _ = unsafe refuseNoted(slot)
      return strayContainer(type)
    }
    guard unsafe state.pointee.pending == nil,
      unsafe (try? state.pointee.forgetType(at: slot)) != nil
    else { return strayContainer(type) }
    if let late = unsafe lateContainer(at: slot) { return unsafe open(late, type) }
    guard (try? goDeeper()) != nil else { return strayContainer(type) }
    return unsafe open(type, slot, valueType: nil, isNested: true)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    guard let slot = unsafe state.pointee.pending else { return strayUnkeyedContainer() }
    return unsafe openElements(slot, isNested: false)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    unsafe DirectSingleValueEncoding(self)
  }

  func newSlot() -> UnsafeMutablePointer<EncodingSlot> { unsafe memory.newSlot() }

  /// The place for a value of a type that a single-value container holds; nil if another one stood there in this call.
  @inline(never)
  func inner(
    of slot: UnsafeMutablePointer<EncodingSlot>, _ type: UnsafeRawPointer
  ) -> UnsafeMutablePointer<EncodingSlot>? {
    let inner: UnsafeMutablePointer<EncodingSlot>
    if let own = unsafe slot.pointee.inner, unsafe slot.pointee.optional != nil {
      unsafe inner = unsafe own
    } else {
      guard let found = unsafe variant(type, at: slot) else { return nil }
      unsafe inner = unsafe found
    }
    if unsafe slot.pointee.call == state.pointee.call, unsafe slot.pointee.inner != inner {
      return nil
    }
    unsafe slot.pointee.inner = unsafe inner
    return unsafe inner
  }

  /// One of the places for values of several types that stand at a place: nil is the type of what containers write. Nil if there are too many.
  ///
  /// - Parameter other: A place that is not meant.
  func variant(
    _ type: UnsafeRawPointer?, at place: UnsafeMutablePointer<EncodingSlot>,
    otherThan other: UnsafeMutablePointer<EncodingSlot>? = nil
  ) -> UnsafeMutablePointer<EncodingSlot>? {
    var next = unsafe place.pointee.variants
    var count = 0
    while let slot = unsafe next {
      if unsafe slot.pointee.type == type, unsafe slot != other, unsafe !slot.pointee.holdsAnyRecord
      {
        return unsafe slot
      }
      unsafe next = unsafe slot.pointee.nextVariant
      count += 1
    }
    guard count < Self.variantLimit else { return nil }
    let slot = unsafe newSlot()
    unsafe slot.pointee.isVariant = true
    unsafe slot.pointee.nextVariant = unsafe place.pointee.variants
    unsafe place.pointee.variants = unsafe slot
    return unsafe slot
  }

  /// Types whose values may stand at one place.
  private static var variantLimit: Int { 64 }

  /// An encoder for what a class writes for its superclass, at a place of its own.
  func superEncoder(
    _ box: UnsafeMutablePointer<ContainerBox>
  ) -> any Encoder {
    do {
      if let late = unsafe lateContainer(of: box) { throw unsafe refuse(lateContainers[late]) }
      let frame = unsafe try openFrame(of: box)
      return unsafe try superEncoder(field(EncodingSlot.superSignature, frame) { "super" })
    } catch {
      return strayEncoder()
    }
  }

  func superEncoder(_ slot: UnsafeMutablePointer<EncodingSlot>) throws -> any Encoder {
    guard unsafe !slot.pointee.isNoted else { throw unsafe refuseNoted(slot) }
    guard unsafe state.pointee.pending == nil else { throw unsafe state.pointee.deviate() }
    unsafe try state.pointee.forgetType(at: slot)
    if let late = unsafe lateContainer(at: slot) { return unsafe openSuper(late, slot) }
    try goDeeper()
    unsafe state.pointee.serial &+= 1
    // Until it is used, nothing else may be: the parent's next call would end an empty record.
    unsafe state.pointee.top += 1
    unsafe memory.initializeWaiting(state.pointee.top, slot)
    return unsafe DirectSuperEncoder(encoder: self, slot: slot, serial: state.pointee.serial)
  }

  /// The container of a super encoder, whose frame waits on top; a further one of the same record.
  func container<Key: CodingKey>(
    keyedBy type: Key.Type, insteadOf slot: UnsafeMutablePointer<EncodingSlot>, _ serial: UInt64
  ) -> KeyedEncodingContainer<Key> {
    guard unsafe isWaiting(slot, serial) else {
      return lateContainer(type, serial)
    }
    unsafe state.pointee.serial &+= 1
    unsafe state.pointee.top -= 1
    return unsafe open(type, slot, valueType: nil, isNested: true)
  }

  /// The same for an unkeyed container.
  func unkeyedContainer(
    insteadOf slot: UnsafeMutablePointer<EncodingSlot>, _ serial: UInt64
  ) -> any UnkeyedEncodingContainer {
    guard unsafe isWaiting(slot, serial) else { return lateElements(serial) }
    unsafe state.pointee.serial &+= 1
    unsafe state.pointee.top -= 1
    return unsafe openElements(slot, isNested: true)
  }

  private func isWaiting(
    _ slot: UnsafeMutablePointer<EncodingSlot>, _ serial: UInt64
  ) -> Bool {
    let frame = unsafe state.pointee.top
    return unsafe state.pointee.serial == serial && state.pointee.pending == nil
      && frame.pointee.slot == slot && memory.isWaiting(frame)
  }

  func strayUnkeyedContainer() -> any UnkeyedEncodingContainer {
    unsafe state.pointee.hasDeviated = true
    return unsafe StrayEncoding(encoder: self)
  }

  func strayEncoder() -> any Encoder {
    unsafe state.pointee.hasDeviated = true
    return unsafe StrayEncoding(encoder: self)
  }

  func straySingleValueContainer() -> any SingleValueEncodingContainer {
    unsafe state.pointee.hasDeviated = true
    unsafe state.pointee.pending = nil
    return unsafe DirectSingleValueEncoding(self)
  }

  /// A container that was not foreseen and leads nowhere.
  @inline(never)
  func strayContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    unsafe state.pointee.hasDeviated = true
    return unsafe KeyedEncodingContainer(
      DirectKeyedEncoding<Key>(encoder: self, box: memory.strayBox))
  }

  /// - Parameters:
  ///   - around: The group of the record around, if the record is its first field.
  ///   - fieldKey: The key of that field.
  @inline(never)
  func findGroup<Key: CodingKey>(
    _ valueType: UnsafeRawPointer?, _ type: Key.Type, around: UnsafeMutablePointer<PlanGroup>?,
    _ fieldKey: UInt8
  ) -> UnsafeMutablePointer<PlanGroup> {
    let keyType = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let groupKey = GroupKey(
      around: unsafe around.map { UInt(bitPattern: $0) } ?? 0,
      aroundKey: unsafe around == nil ? 0 : fieldKey,
      valueType: unsafe valueType.map { UInt(bitPattern: $0) } ?? 0,
      keyType: UInt(bitPattern: keyType))
    if let known = unsafe groups[groupKey] { return unsafe known }
    let boxes = unsafe boxes(of: type)
    let index = unsafe valueType.map { unsafe typeIndex(unsafeBitCast($0, to: Any.Type.self)) }
    let group = unsafe memory.newGroup(
      PlanGroup(
        valueType: valueType, around: around, keyType: keyType, boxes: boxes, likely: nil,
        first: nil, typeIndex: index ?? -1))
    unsafe group.pointee.aroundKey = groupKey.aroundKey
    if unsafe valueType == nil {
      unsafe group.pointee.nextWithoutType = unsafe boxes.pointee.firstWithoutType
      unsafe boxes.pointee.firstWithoutType = unsafe group
    }
    unsafe groups[groupKey] = unsafe group
    return unsafe group
  }

  func typeIndex(_ type: any Any.Type) -> Int {
    let id = ObjectIdentifier(type)
    if let known = typeIndices[id] { return known }
    typeIndices[id] = types.count
    types.append(type)
    return types.count - 1
  }

  @inline(never)
  func otherBox<Key: CodingKey>(
    _ boxes: UnsafeMutablePointer<KeyTypeBoxes>, _ type: Key.Type
  ) -> UnsafeMutablePointer<ContainerBox> {
    var next = unsafe boxes.pointee.first
    var looked = 0
    while let box = unsafe next, looked < 16 {
      if ContainerLayout.isOneReference,
        unsafe isKnownUniquelyReferenced(
          &box.pointee.container.assumingMemoryBound(to: AnyObject.self).pointee)
      {
        return unsafe box
      }
      unsafe next = unsafe box.pointee.next
      looked += 1
    }
    return unsafe newBox(boxes, type)
  }

  private func newBox<Key: CodingKey>(
    _ boxes: UnsafeMutablePointer<KeyTypeBoxes>, _ type: Key.Type
  ) -> UnsafeMutablePointer<ContainerBox> {
    let container = UnsafeMutablePointer<KeyedEncodingContainer<Key>>.allocate(capacity: 1)
    let copier = unsafe Unmanaged<AnyObject>.passRetained(
      ContainerCopier<KeyedEncodingContainer<Key>>())
    let box = unsafe memory.newBox(
      ContainerBox(
        container: UnsafeMutableRawPointer(container), copier: copier, boxes: boxes,
        next: boxes.pointee.first))
    unsafe container.initialize(
      to: KeyedEncodingContainer(DirectKeyedEncoding<Key>(encoder: self, box: box)))
    unsafe memory.releases.append {
      unsafe container.deinitialize(count: 1)
      unsafe container.deallocate()
      unsafe copier.release()
    }
    unsafe boxes.pointee.first = unsafe box
    return unsafe box
  }
}
