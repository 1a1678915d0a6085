internal import ArchiveFormat

/// Learning what types encode.
extension DirectEncoder {
  /// Finds out how values of a type are encoded at a place.
  @inline(never)
  func classify<Value: Encodable>(
    _ type: Value.Type, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    // What the place held in this call was of another type, and may not be told from it.
    if unsafe slot.pointee.call == state.pointee.call { throw unsafe state.pointee.deviate() }
    unsafe slot.pointee.type = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    unsafe slot.pointee.group = nil
    unsafe slot.pointee.leaf = nil
    unsafe slot.pointee.collection = nil
    unsafe slot.pointee.inner = nil
    unsafe slot.pointee.keys = nil
    if let leaf = type as? any DirectlyEncodableLeaf.Type {
      unsafe slot.pointee.strategy = .leaf
      unsafe slot.pointee.leaf = leaf
    } else if type is any ArchiveLeaf.Type {
      unsafe slot.pointee.strategy = .unknown
    } else if type is any AnyObject.Type {
      unsafe slot.pointee.strategy = .object
      unsafe slot.pointee.inner = unsafe memory.newSlot()
    } else if let collection = type as? any DirectlyEncodableCollection.Type {
      unsafe slot.pointee.strategy = .collection
      unsafe slot.pointee.collection = collection
      unsafe slot.pointee.inner = unsafe memory.newSlot()
      unsafe slot.pointee.keys = unsafe memory.newSlot()
    } else if type is any ArchiveCollection.Type {
      unsafe slot.pointee.strategy = .unknown
    } else {
      unsafe slot.pointee.strategy = .codable
    }
  }

  // MARK: Containers

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
      guard unsafe frame > state.pointee.frames, MemoryLayout<Key>.size <= 1 else {
        return strayContainer(type)
      }
      let keyType = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
      let slot = unsafe try field(EncodingSlot.switchCode, frame) { "" }
      if unsafe slot.pointee.type == nil { unsafe slot.pointee.type = unsafe keyType }
      guard unsafe slot.pointee.type == keyType else { return strayContainer(type) }
      let chosen = unsafe freeBox(boxes(of: type), type)
      unsafe frame.pointee.box = unsafe chosen
      return unsafe unsafeBitCast(
        chosen.pointee.container.load(as: AnyObject.self), to: KeyedEncodingContainer<Key>.self)
    } catch {
      return strayContainer(type)
    }
  }

  /// A container that nobody holds; one that somebody still holds stays what it is.
  @inline(__always)
  private func freeBox<Key: CodingKey>(
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

  private func boxes<Key: CodingKey>(of type: Key.Type) -> UnsafeMutablePointer<KeyTypeBoxes> {
    if let known = unsafe boxes[ObjectIdentifier(type)] { return unsafe known }
    let made = unsafe memory.newBoxes(unsafeBitCast(type, to: UnsafeRawPointer.self))
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
    if let known = unsafe slot.pointee.group, unsafe known.pointee.keyType == keyType,
      unsafe known.pointee.valueType == valueType
    {
      unsafe group = unsafe known
    } else {
      unsafe group = unsafe findGroup(valueType, type)
      unsafe slot.pointee.group = unsafe group
    }
    let chosen = unsafe freeBox(group.pointee.boxes, type)
    unsafe state.pointee.pending = nil
    let frame = unsafe state.pointee.top + 1
    unsafe state.pointee.top = unsafe frame
    let body = unsafe state.pointee.count
    if let plan = unsafe group.pointee.likely {
      unsafe frame.initialize(
        to: EncodingFrame(
          next: plan.pointee.slots, box: chosen, body: body, plan: plan, slot: slot, group: group,
          isNested: isNested))
      unsafe state.pointee.putZeros(plan.pointee.bitByteCount)
    } else {
      unsafe frame.initialize(
        to: EncodingFrame(
          next: state.pointee.end, box: chosen, body: body, plan: nil, slot: slot, group: group,
          isNested: isNested))
    }
    // The container is a reference; loading it as such asks for no metadata of its type.
    return unsafe unsafeBitCast(
      chosen.pointee.container.load(as: AnyObject.self), to: KeyedEncodingContainer<Key>.self)
  }

  /// Begins a record inside a record, which ends with the next call of the outer one.
  @inline(never)
  func openNested<Key: CodingKey>(
    _ type: Key.Type, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) -> KeyedEncodingContainer<Key> {
    guard unsafe state.pointee.pending == nil, (try? goDeeper()) != nil else {
      return strayContainer(type)
    }
    return unsafe open(type, slot, valueType: nil, isNested: true)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { strayUnkeyedContainer() }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    unsafe DirectSingleValueEncoding(self)
  }

  func newSlot() -> UnsafeMutablePointer<EncodingSlot> { unsafe memory.newSlot() }

  /// An encoder for what a class writes for its superclass, at a place of its own.
  func superEncoder(
    _ box: UnsafeMutablePointer<ContainerBox>
  ) -> any Encoder {
    do {
      let frame = unsafe try openFrame(of: box)
      return unsafe try superEncoder(field(EncodingSlot.superSignature, frame) { "super" })
    } catch {
      return strayEncoder()
    }
  }

  func superEncoder(_ slot: UnsafeMutablePointer<EncodingSlot>) throws -> any Encoder {
    guard unsafe state.pointee.pending == nil else { throw unsafe state.pointee.deviate() }
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
    let frame = unsafe state.pointee.top
    guard unsafe state.pointee.serial == serial, unsafe state.pointee.pending == nil,
      unsafe frame.pointee.slot == slot, unsafe memory.isWaiting(frame)
    else { return strayContainer(type) }
    unsafe state.pointee.serial &+= 1
    unsafe state.pointee.top -= 1
    return unsafe open(type, slot, valueType: nil, isNested: true)
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

  @inline(never)
  private func findGroup<Key: CodingKey>(
    _ valueType: UnsafeRawPointer?, _ type: Key.Type
  ) -> UnsafeMutablePointer<PlanGroup> {
    let keyType = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let groupKey = GroupKey(
      valueType: unsafe valueType.map { UInt(bitPattern: $0) } ?? 0,
      keyType: UInt(bitPattern: keyType))
    if let known = unsafe groups[groupKey] { return unsafe known }
    let boxes = unsafe boxes(of: type)
    let group = unsafe memory.newGroup(
      PlanGroup(
        valueType: valueType, keyType: keyType, boxes: boxes, likely: nil, first: nil,
        typeIndex: valueType.map { unsafe typeIndex(unsafeBitCast($0, to: Any.Type.self)) } ?? -1))
    unsafe groups[groupKey] = unsafe group
    return unsafe group
  }

  private func typeIndex(_ type: any Any.Type) -> Int {
    let id = ObjectIdentifier(type)
    if let known = typeIndices[id] { return known }
    typeIndices[id] = types.count
    types.append(type)
    return types.count - 1
  }

  @inline(never)
  private func otherBox<Key: CodingKey>(
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
    let container = UnsafeMutablePointer<KeyedEncodingContainer<Key>>.allocate(capacity: 1)
    let box = unsafe memory.newBox(
      ContainerBox(
        container: UnsafeMutableRawPointer(container), boxes: boxes, next: boxes.pointee.first))
    unsafe container.initialize(
      to: KeyedEncodingContainer(DirectKeyedEncoding<Key>(encoder: self, box: box)))
    unsafe memory.releases.append {
      unsafe container.deinitialize(count: 1); unsafe container.deallocate()
    }
    unsafe boxes.pointee.first = unsafe box
    return unsafe box
  }

  // MARK: Fields

  /// The place of a call that is not the expected one, made through the container `box`.
  @inline(never)
  func unforeseenField<Key: CodingKey>(
    _ key: Key, _ code: UInt16, _ box: UnsafeMutablePointer<ContainerBox>
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    let state = unsafe state
    guard unsafe !state.pointee.hasDeviated else { throw unsafe state.pointee.deviate() }
    let frame = unsafe try openFrame(of: box)
    guard unsafe keysAreBytes(key, box.pointee.boxes) else {
      throw unsafe state.pointee.deviate()
    }
    return unsafe try field(code | UInt16(KeyByte.of(key)), frame) { key.stringValue }
  }

  /// The record that is open through a container, the innermost but for containers nested in it.
  private func openFrame(
    of box: UnsafeMutablePointer<ContainerBox>
  ) throws -> UnsafeMutablePointer<EncodingFrame> {
    while unsafe state.pointee.top.pointee.box != box,
      unsafe state.pointee.top > state.pointee.frames,
      unsafe state.pointee.top.pointee.isNested
    {
      try closeNested()
    }
    let frame = unsafe state.pointee.top
    guard unsafe frame > state.pointee.frames, unsafe frame.pointee.box == box,
      unsafe state.pointee.pending == nil, unsafe !state.pointee.hasDeviated
    else { throw unsafe state.pointee.deviate() }
    return unsafe frame
  }

  /// The place of a call in a record: the expected one, the first of another plan, or a new one.
  private func field(
    _ signature: UInt16, _ frame: UnsafeMutablePointer<EncodingFrame>, _ name: () -> String
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    if unsafe frame.pointee.next.pointee.signature == signature {
      unsafe frame.pointee.next += 1
      return unsafe frame.pointee.next - 1
    }
    let isFirst =
      unsafe frame.pointee.plan.map { unsafe frame.pointee.next == $0.pointee.slots } ?? true
    if let plan = unsafe frame.pointee.plan, unsafe plan.pointee.isLearning {
      return unsafe try learn(signature, name(), plan, frame)
    }
    guard isFirst else { throw unsafe state.pointee.deviate() }
    unsafe state.pointee.position = unsafe state.pointee.base + frame.pointee.body
    var next = unsafe frame.pointee.group.pointee.first
    while let plan = unsafe next {
      if unsafe plan.pointee.slots.pointee.signature == signature {
        unsafe frame.pointee.group.pointee.likely = unsafe plan
        unsafe frame.pointee.plan = unsafe plan
        unsafe frame.pointee.next = unsafe plan.pointee.slots + 1
        unsafe state.pointee.putZeros(plan.pointee.bitByteCount)
        return unsafe plan.pointee.slots
      }
      unsafe next = unsafe plan.pointee.next
    }
    let plan = unsafe beginLearning(frame)
    return unsafe try learn(signature, name(), plan, frame)
  }

  private func keysAreBytes<Key: CodingKey>(
    _ key: Key, _ boxes: UnsafeMutablePointer<KeyTypeBoxes>
  ) -> Bool {
    if unsafe boxes.pointee.keysAreBytes == 0 {
      let areBytes = MemoryLayout<Key>.size <= 1 && KeyStyle.isEnumeration(key)
      unsafe boxes.pointee.keysAreBytes = areBytes ? 1 : 2
    }
    return unsafe boxes.pointee.keysAreBytes == 1
  }

  private func beginLearning(
    _ frame: UnsafeMutablePointer<EncodingFrame>
  ) -> UnsafeMutablePointer<RecordPlan> {
    let plan = unsafe memory.newPlan(number: keys.count, group: frame.pointee.group)
    keys.append([])
    unsafe frame.pointee.plan = unsafe plan
    unsafe frame.pointee.next = unsafe plan.pointee.slots
    unsafe state.pointee.putZeros(Self.learningByteCount)
    return unsafe plan
  }

  /// A record without any key.
  func beginEmptyRecord(_ frame: UnsafeMutablePointer<EncodingFrame>) throws {
    if unsafe memory.isWaiting(frame) { throw unsafe state.pointee.deviate() }
    var next = unsafe frame.pointee.group.pointee.first
    while let plan = unsafe next {
      if unsafe plan.pointee.count == 0 {
        unsafe frame.pointee.plan = unsafe plan
        unsafe frame.pointee.next = unsafe plan.pointee.slots
        return
      }
      unsafe next = unsafe plan.pointee.next
    }
    _ = unsafe beginLearning(frame)
  }

  private func learn(
    _ signature: UInt16, _ key: String, _ plan: UnsafeMutablePointer<RecordPlan>,
    _ frame: UnsafeMutablePointer<EncodingFrame>
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    var index = unsafe plan.pointee.count
    while index > 0, unsafe signature != EncodingSlot.switchCode {
      index -= 1
      let other = unsafe plan.pointee.slots[index].signature
      // Keys of another type may have the same byte.
      if unsafe other == EncodingSlot.switchCode { break }
      if (other ^ signature) & 0xFF == 0 { throw unsafe state.pointee.deviate() }
    }
    if unsafe plan.pointee.count == plan.pointee.capacity { unsafe memory.grow(plan) }
    let slot = unsafe plan.pointee.slots + plan.pointee.count
    unsafe slot.initialize(to: EncodingSlot())
    unsafe (slot + 1).initialize(to: EncodingSlot())
    unsafe (slot + 1).pointee.signature = EncodingSlot.endOfRecord
    unsafe slot.pointee.signature = signature
    unsafe slot.pointee.bit = unsafe UInt16(truncatingIfNeeded: plan.pointee.bitCount)
    if unsafe slot.pointee.isOptional || slot.pointee.isStateBool {
      unsafe plan.pointee.bitCount += 1
    }
    guard unsafe plan.pointee.bitCount <= Self.learningByteCount * 8 else {
      throw unsafe state.pointee.deviate()
    }
    unsafe plan.pointee.count += 1
    unsafe keys[plan.pointee.number].append(key)
    unsafe frame.pointee.next = unsafe slot + 1
    return unsafe slot
  }

  /// Ends learning with the plan's first record.
  func complete(
    _ plan: UnsafeMutablePointer<RecordPlan>, _ frame: UnsafeMutablePointer<EncodingFrame>
  ) throws -> UnsafeMutablePointer<RecordPlan> {
    let bitByteCount = unsafe (plan.pointee.bitCount + 7) / 8
    let payload = unsafe frame.pointee.body + Self.learningByteCount
    let base = unsafe state.pointee.base
    unsafe (base + frame.pointee.body + bitByteCount).copyMemory(
      from: base + payload, byteCount: state.pointee.count - payload)
    unsafe state.pointee.position -= Self.learningByteCount - bitByteCount
    unsafe plan.pointee.bitByteCount = bitByteCount
    unsafe plan.pointee.isLearning = false
    unsafe (plan.pointee.slots + plan.pointee.count).pointee.signature = EncodingSlot.endOfRecord
    unsafe frame.pointee.next = unsafe plan.pointee.slots + plan.pointee.count
    var next = unsafe frame.pointee.group.pointee.first
    while let other = unsafe next {
      if unsafe other.pointee.makesSameCalls(as: plan.pointee) {
        for index in unsafe 0..<plan.pointee.count {
          unsafe try merge(plan.pointee.slots + index, into: other.pointee.slots + index)
        }
        return unsafe other
      }
      unsafe next = unsafe other.pointee.next
    }
    unsafe plan.pointee.next = unsafe frame.pointee.group.pointee.first
    unsafe frame.pointee.group.pointee.first = unsafe plan
    unsafe frame.pointee.group.pointee.likely = unsafe plan
    return unsafe plan
  }

  /// A type whose records hold others of it is learned from the inside out, several times over: what
  /// an outer record found is true of the one plan that stays.
  private func merge(
    _ slot: UnsafeMutablePointer<EncodingSlot>, into other: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    guard unsafe slot.pointee.call == state.pointee.call else { return }
    guard unsafe other.pointee.call == state.pointee.call else {
      let bit = unsafe other.pointee.bit
      unsafe other.pointee = unsafe slot.pointee
      unsafe other.pointee.bit = bit
      return
    }
    guard unsafe other.pointee.kind == slot.pointee.kind,
      unsafe slot.pointee.kind != KindCode.record
        || slot.pointee.plan == other.pointee.plan
    else { throw unsafe state.pointee.deviate() }
    if let from = unsafe slot.pointee.inner {
      if let to = unsafe other.pointee.inner {
        try unsafe merge(from, into: to)
      } else {
        unsafe other.pointee.inner = unsafe from
      }
    }
    if let from = unsafe slot.pointee.keys {
      if let to = unsafe other.pointee.keys {
        try unsafe merge(from, into: to)
      } else {
        unsafe other.pointee.keys = unsafe from
      }
    }
  }
}

extension RecordPlan {
  func makesSameCalls(as other: RecordPlan) -> Bool {
    unsafe count == other.count
      && (0..<count).allSatisfy { unsafe slots[$0].signature == other.slots[$0].signature }
  }
}

extension EncodingSlot {
  /// Whether the place holds a leaf in a call where it was used.
  var isLeaf: Bool {
    if unsafe kind == Self.delegated { return unsafe inner?.pointee.isLeaf ?? true }
    switch unsafe ArchiveKind(rawValue: kind) {
    case .recordOfShape, .array, .set, .map, .object: return false
    default: return true
    }
  }
}

/// The byte that is a coding key of one byte or none.
enum KeyByte {
  @inline(__always)
  static func of<Key: CodingKey>(_ key: Key) -> UInt8 {
    unsafe MemoryLayout<Key>.size == 1 ? unsafeBitCast(key, to: UInt8.self) : 0
  }
}

/// Whether a keyed container is nothing but a reference to its box, so that its holders can be told.
enum ContainerLayout {
  static let isOneReference =
    MemoryLayout<KeyedEncodingContainer<ArchiveCodingKey>>.size == MemoryLayout<AnyObject>.size
}
