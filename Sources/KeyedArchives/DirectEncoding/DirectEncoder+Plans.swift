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
    unsafe slot.pointee.forgetType()
    unsafe slot.pointee.type = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    if let leaf = type as? any DirectlyEncodableLeaf.Type {
      unsafe slot.pointee.strategy = .leaf
      unsafe slot.pointee.leaf = leaf
    } else if type is any ArchiveLeaf.Type || type is any ArchiveEdge.Type
      || type is any ArchiveExistential.Type || type is any UntypedValue.Type
      || type is ArchivedUnknownFields.Type
    {
      unsafe slot.pointee.strategy = .unknown
    } else if type is any AnyObject.Type {
      unsafe slot.pointee.strategy = .object
      unsafe slot.pointee.inner = unsafe memory.newSlot()
    } else if let collection = type as? any DirectlyEncodableCollection.Type {
      unsafe slot.pointee.strategy = .collection
      unsafe slot.pointee.collection = collection
      unsafe slot.pointee.isMixed = mixedTypes.contains(
        unsafeBitCast(collection.elementType, to: UnsafeRawPointer.self))
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
    let frame = unsafe try openFrame(of: box)
    guard unsafe keysAreBytes(key, of: frame) else {
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
    else { throw unsafe state.pointee.deviate() }
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
    let isFirst =
      unsafe frame.pointee.plan.map { unsafe frame.pointee.next == $0.pointee.slots } ?? true
    if let plan = unsafe frame.pointee.plan, unsafe plan.pointee.isLearning {
      return unsafe try learn(signature, name(), plan, frame)
    }
    guard isFirst else { throw unsafe state.pointee.deviate() }
    unsafe frame.pointee.body -= unsafe frame.pointee.plan?.pointee.prefixByteCount ?? 0
    unsafe state.pointee.position = unsafe state.pointee.base + frame.pointee.body
    var next = unsafe frame.pointee.group.pointee.first
    while let plan = unsafe next {
      if unsafe plan.pointee.slots.pointee.signature == signature {
        unsafe frame.pointee.group.pointee.likely = unsafe plan
        unsafe frame.pointee.plan = unsafe plan
        unsafe frame.pointee.next = unsafe plan.pointee.slots + 1
        unsafe frame.pointee.body += unsafe plan.pointee.prefixByteCount
        unsafe state.pointee.putZeros(
          plan.pointee.prefixByteCount + plan.pointee.bitByteCount)
        return unsafe plan.pointee.slots
      }
      unsafe next = unsafe plan.pointee.next
    }
    let plan = unsafe beginLearning(frame)
    return unsafe try learn(signature, name(), plan, frame)
  }

  private func keysAreBytes<Key: CodingKey>(
    _ key: Key, of frame: UnsafeMutablePointer<EncodingFrame>
  ) -> Bool {
    let boxes = unsafe frame.pointee.box.pointee.boxes
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
    unsafe plan.pointee.kind = unsafe kind(ofPlaces: plan)
    unsafe frame.pointee.body += unsafe plan.pointee.prefixByteCount
    let moved = unsafe frame.pointee.body + bitByteCount
    unsafe (base + moved).copyMemory(
      from: base + payload, byteCount: state.pointee.count - payload)
    unsafe state.pointee.position -= payload - moved
    unsafe plan.pointee.bitByteCount = bitByteCount
    unsafe plan.pointee.complete()
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
    if unsafe frame.pointee.group.pointee.boxes.pointee.style != .text {
      unsafe frame.pointee.group.pointee.likely = unsafe plan
    }
    return unsafe plan
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
      unsafe slot.pointee.kind != KindCode.recordOfShape
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
