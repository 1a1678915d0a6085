internal import ArchiveFormat

/// Learning what types encode.
extension DirectEncoder {
  /// Finds out how values of a type are encoded at a place.
  @inline(never)
  func classify<Value: Encodable>(
    _ type: Value.Type, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    // What the place held in this call was of another type, and may not be told from it.
    if unsafe slot.pointee.call == state.pointee.call || slot.pointee.isBit
      || slot.pointee.holdsAny
    {
      throw unsafe state.pointee.deviate()
    }
    if unsafe slot.pointee.isNoted { return unsafe try classifyNoted(type, slot) }
    unsafe slot.pointee.forgetType()
    unsafe slot.pointee.type = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    if let leaf = type as? any DirectlyEncodableLeaf.Type {
      unsafe slot.pointee.strategy = .leaf
      unsafe slot.pointee.leaf = leaf
    } else if let edge = type as? any ArchiveEdge.Type {
      unsafe slot.pointee.strategy = .edge
      unsafe slot.pointee.edge = edge
    } else if type is any ArchiveLeaf.Type || type is any UntypedValue.Type
      || type is ArchivedUnknownFields.Type
    {
      unsafe slot.pointee.strategy = .unknown
    } else if type is any AnyObject.Type {
      // Hooks for classes are asked for each object.
      unsafe slot.pointee.strategy = .object
      let body = unsafe memory.newSlot()
      unsafe body.pointee.isBody = true
      unsafe slot.pointee.inner = unsafe body
    } else if hasHooks, hooks.concern(type), !(type is any ArchiveExistential.Type) {
      unsafe slot.pointee.strategy = .hooked
    } else if let collection = type as? any DirectlyEncodableCollection.Type {
      unsafe slot.pointee.strategy = .collection
      unsafe slot.pointee.collection = collection
      unsafe slot.pointee.isMixed = holdsMixedType(collection)
      unsafe slot.pointee.inner = unsafe memory.newSlot()
      unsafe slot.pointee.keys = unsafe memory.newSlot()
    } else if usesGeneratedCode, let generated = type as? any ArchivableValue.Type,
      unsafe prepares(generated, slot)
    {
      unsafe slot.pointee.generated = generated
    } else if type is any ArchiveCollection.Type {
      unsafe slot.pointee.strategy = .unknown
    } else {
      unsafe slot.pointee.strategy = .codable
      unsafe slot.pointee.isMixed = mixedTypes.contains(
        unsafeBitCast(type, to: UnsafeRawPointer.self))
      if let optional = type as? any DirectlyEncodableOptional.Type {
        unsafe slot.pointee.optional = optional
        unsafe slot.pointee.inner = unsafe memory.newSlot()
      }
      unsafe adoptWatch(at: slot)
    }
  }

  /// Prepares a place for generated code; false if the values have another coding.
  private func prepares(
    _ type: any ArchivableValue.Type, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) -> Bool {
    let before = foreignLeafCount
    unsafe type.prepare(ArchivePlace(slot), with: ArchivePlanner(self))
    return foreignLeafCount == before
  }

  // MARK: Fields

  /// The place of a call that is not the expected one, made through the container `box`.
  @inline(never)
  func unforeseenField<Key: CodingKey>(
    _ key: Key, _ code: UInt16, _ box: UnsafeMutablePointer<ContainerBox>
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    let state = unsafe state
    guard unsafe !state.pointee.hasDeviated else { throw unsafe state.pointee.deviate() }
    if let late = unsafe lateContainer(of: box) { return unsafe try note(key, code, late) }
    let frame = unsafe try openFrame(of: box)
    guard unsafe keysAreBytes(key, of: frame.pointee.box.pointee.boxes) else {
      throw unsafe state.pointee.deviate()
    }
    return unsafe try field(code | UInt16(KeyByte.of(key)), frame) { key.stringValue }
  }

  /// The record that is open through a container, the innermost but for containers nested in it.
  func openFrame(
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
    else {
      unsafe learnLateField(from: box)
      throw unsafe state.pointee.deviate()
    }
    return unsafe frame
  }

  /// The place of a call in a record: the expected one, the first of another plan, or a new one.
  func field(
    _ signature: UInt16, _ frame: UnsafeMutablePointer<EncodingFrame>, _ name: () -> String
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    if unsafe frame.pointee.next.pointee.signature == signature {
      unsafe frame.pointee.next += 1
      return unsafe frame.pointee.next - 1
    }
    if let plan = unsafe frame.pointee.plan {
      if unsafe plan.pointee.isLearning {
        return unsafe try learn(signature, name(), plan, frame)
      }
      let isFirst = unsafe frame.pointee.next == plan.pointee.slots
      if unsafe !isFirst || plan.pointee.slots.pointee.takes(signature),
        let slot = unsafe laterField(signature, frame)
      {
        return unsafe slot
      }
      if !isFirst {
        // The bytes of its fields would move.
        if unsafe holdsNotedCalls(frame) { throw refuseLateContainers() }
        if let slot = unsafe fieldOfAnother(signature, frame) { return unsafe slot }
        let learned = unsafe try relearn(frame)
        return unsafe try learn(signature, name(), learned, frame)
      }
      unsafe dropBeginning(of: frame, plan)
      unsafe frame.pointee.isExpected = false
    } else if unsafe holdsNotedCalls(frame) {
      unsafe frame.pointee.body = unsafe state.pointee.count
    }
    unsafe state.pointee.position = unsafe state.pointee.base + frame.pointee.body
    if let plan = unsafe plan(beginningWith: signature, frame.pointee.group) {
      unsafe frame.pointee.group.pointee.likely = unsafe plan
      unsafe frame.pointee.plan = unsafe plan
      unsafe frame.pointee.next = unsafe plan.pointee.slots
      let prefix = unsafe plan.pointee.prefixByteCount(at: frame.pointee.slot)
      unsafe frame.pointee.body += prefix
      unsafe state.pointee.putZeros(prefix + plan.pointee.bitByteCount)
      if unsafe plan.pointee.slots.pointee.signature == signature {
        unsafe frame.pointee.next += 1
        return unsafe plan.pointee.slots
      }
      if let slot = unsafe laterField(signature, frame) { return unsafe slot }
      throw unsafe state.pointee.deviate()
    }
    let plan = unsafe beginLearning(frame)
    unsafe try noteBeginning(of: frame)
    return unsafe try learn(signature, name(), plan, frame)
  }

  /// The plan of a group whose first field a call is for: one that records of this call of the archiver are compared with, or one that a first
  /// record may have.
  private func plan(
    beginningWith signature: UInt16, _ group: UnsafeMutablePointer<PlanGroup>
  ) -> UnsafeMutablePointer<RecordPlan>? {
    var (next, found) = unsafe (group.pointee.first, nil as UnsafeMutablePointer<RecordPlan>?)
    while let plan = unsafe next {
      if unsafe plan.pointee.slots.pointee.takes(signature) {
        if unsafe plan.pointee.isLive(in: state.pointee.call) { return unsafe plan }
        if unsafe found == nil, unsafe plan.pointee.isExact { unsafe found = unsafe plan }
      }
      unsafe next = unsafe plan.pointee.next
    }
    return unsafe otherPlan(beginningWith: signature, group) ?? found
  }

  func keysAreBytes<Key: CodingKey>(
    _ key: Key, of boxes: UnsafeMutablePointer<KeyTypeBoxes>
  ) -> Bool {
    if unsafe boxes.pointee.style == .unknown {
      let style = KeyStyle.of(key)
      unsafe boxes.pointee.style = style
      // The next time its containers are maps from the beginning.
      if style == .text {
        triesAgain = true
        unsafe groups.values.filter { unsafe $0.pointee.boxes == boxes }.forEach {
          unsafe $0.pointee.likely = nil
        }
      }
    }
    return unsafe boxes.pointee.style == .byte
  }

  private func beginLearning(
    _ frame: UnsafeMutablePointer<EncodingFrame>
  ) -> UnsafeMutablePointer<RecordPlan> {
    let plan = unsafe newLearningPlan(frame.pointee.group)
    unsafe frame.pointee.plan = unsafe plan
    unsafe frame.pointee.next = unsafe plan.pointee.slots
    unsafe state.pointee.putZeros(Self.learningByteCount)
    return unsafe plan
  }

  /// A record without any key.
  func beginEmptyRecord(_ frame: UnsafeMutablePointer<EncodingFrame>) throws {
    if unsafe memory.isWaiting(frame) {
      let outer = unsafe frame - 1
      if unsafe outer.pointee.isArray {
        unsafe learnScript(at: outer.pointee.slot)
      } else {
        unsafe learnLateField(outer.pointee.group, frame.pointee.slot.pointee.signature)
      }
      throw unsafe state.pointee.deviate()
    }
    var next = unsafe frame.pointee.group.pointee.first
    while let plan = unsafe next {
      if unsafe plan.pointee.count == 0 {
        unsafe frame.pointee.plan = unsafe plan
        unsafe frame.pointee.next = unsafe plan.pointee.slots
        let prefix = unsafe plan.pointee.prefixByteCount(at: frame.pointee.slot)
        unsafe frame.pointee.body += prefix
        unsafe state.pointee.putZeros(prefix)
        return
      }
      unsafe next = unsafe plan.pointee.next
    }
    _ = unsafe beginLearning(frame)
  }

  /// What places are where records of a plan stand, once one of them is complete in this call: of a type
  /// that is no class, with one field, which is always there and holds a record without a type, as the
  /// case of an enumeration holds its payload, they are *record* of any shape.
  func kind(ofPlaces plan: UnsafeMutablePointer<RecordPlan>) -> UInt8 {
    let field = unsafe plan.pointee.slots
    guard unsafe plan.pointee.count == 1, unsafe !field.pointee.isOptional,
      unsafe field.pointee.kind == KindCode.recordOfShape,
      unsafe field.pointee.call == state.pointee.call,
      unsafe field.pointee.plan?.pointee.group.pointee.valueType == nil,
      let type = unsafe plan.pointee.group.pointee.valueType,
      unsafe !(unsafeBitCast(type, to: Any.Type.self) is any AnyObject.Type)
    else { return KindCode.recordOfShape }
    return KindCode.record
  }
}

extension RecordPlan {
  /// True if records of two plans are written alike.
  func hasSameFields(as other: RecordPlan) -> Bool {
    unsafe count == other.count && base == other.base
      && (0..<count).allSatisfy { unsafe slots[$0].isSameField(as: other.slots[$0]) }
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
