internal import ArchiveFormat

/// Class instances (Spec, section 8): each stands once, later mentions are its number.
extension DirectEncoder {
  /// The first byte of an object that stands here, with a body of the expected kind.
  private static var regularBody: UInt8 { 0 << 1 | 1 }
  /// The same for a body that says its kind itself.
  private static var taggedBody: UInt8 { 1 << 1 | 1 }
  /// The first byte of an object that an edge named before.
  private static var mentionedBody: UInt8 { 2 << 1 | 1 }

  func encodeObject<Value: Encodable>(
    _ value: Value, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    // The strategy of the place says that the type is a class.
    let object = unsafe unsafeBitCast(value, to: AnyObject.self)
    if hasHooks, isHooked(object) { throw unsafe state.pointee.deviate() }
    unsafe try state.pointee.adopt(slot, KindCode.object)
    let frame = unsafe state.pointee.top - state.pointee.frames + 1
    let type = unsafe unsafeBitCast(
      Swift.type(of: object) as any AnyObject.Type, to: UnsafeRawPointer.self)
    let body = unsafe slot.pointee.inner.unsafelyUnwrapped
    let elements = unsafe state.pointee.elements
    let (number, isNew) = unsafe variables.pointee.objects.number(
      of: object, orAddAt: frame, in: elements)
    if !isNew {
      switch unsafe variables.pointee.objects.state(number) {
      // An object inside itself is an error that the general way describes.
      case .open: throw unsafe state.pointee.deviate()
      case .whole: unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: number + 3))
      case .mentioned, .awaited:
        if unsafe variables.pointee.objects.state(number) == .awaited {
          unsafe state.pointee.awaitedObjectCount -= 1
        }
        unsafe objects.begin(number, at: frame, in: elements)
        let plan = unsafe try encodeMentioned(value, type, number, body)
        objects.close(number)
        unsafe noteBody(plan, type, at: body)
      }
      return
    }
    let plan: UnsafeMutablePointer<RecordPlan>?
    if unsafe isOfNamedClass(type, body) {
      if unsafe body.pointee.otherCall == state.pointee.call, unsafe isOpenLabel(body) {
        throw unsafe state.pointee.deviate()
      }
      unsafe plan = unsafe try encodeBody(of: value, type, in: body)
    } else {
      unsafe body.pointee.otherCall = unsafe state.pointee.call
      noteDeviation()
      unsafe state.pointee.put(Self.taggedBody)
      unsafe plan = unsafe try encodeTagged(value, type, at: otherBody(type, after: body)).plan
    }
    objects.close(number)
    unsafe noteBody(plan, type, at: body)
  }

  /// Writes an object that an edge named before: with its number, and a body that says its kind itself.
  private func encodeMentioned<Value: Encodable>(
    _ value: Value, _ type: UnsafeRawPointer, _ number: Int,
    _ body: UnsafeMutablePointer<EncodingSlot>
  ) throws -> UnsafeMutablePointer<RecordPlan> {
    unsafe state.pointee.put(Self.mentionedBody)
    unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: number))
    let isNamed = unsafe isOfNamedClass(type, body)
    let place = unsafe isNamed ? body : otherBody(type, after: body)
    if !isNamed { noteDeviation() }
    unsafe place.pointee.type = unsafe type
    // The contents of a body with a label would be written as its tag says, and be compared with the place all the same.
    guard unsafe place.pointee.labelNumber < 0 else { throw unsafe state.pointee.deviate() }
    // An object inside may have determined the place meanwhile.
    let (plan, isOther) = unsafe try encodeTagged(value, type, at: place)
    guard let plan = unsafe plan else { throw unsafe state.pointee.deviate() }
    if isNamed, isOther { noteDeviation() }
    return unsafe plan
  }

  /// Writes a body that says its kind itself.
  ///
  /// - Returns: The plan of the body, nil for one with a label, and whether it is another than that of its place.
  private func encodeTagged<Value: Encodable>(
    _ value: Value, _ type: UnsafeRawPointer, at body: UnsafeMutablePointer<EncodingSlot>
  ) throws -> (plan: UnsafeMutablePointer<RecordPlan>?, isOther: Bool) {
    if unsafe body.pointee.labelNumber >= 0 {
      unsafe try encodeLabelled(value, type, at: body)
      return unsafe (nil, false)
    }
    let (tag, ordinal) = unsafe (state.pointee.count, state.pointee.rowOrdinal)
    unsafe state.pointee.put(KindCode.record)
    let (plan, isOther) = unsafe try encodeBody(of: value, type, at: body)
    if let plan = unsafe plan {
      unsafe try setTag(ofShape: plan.pointee.shape, at: tag)
    } else {
      unsafe try putLabel(of: body, at: tag, nil, ordinal)
    }
    unsafe state.pointee.namesShapes = true
    return unsafe (plan, isOther)
  }

  /// The same for one that is likely to have a label, as the last one had.
  private func encodeLabelled<Value: Encodable>(
    _ value: Value, _ type: UnsafeRawPointer, at body: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    // A body inside of another one at its place would say what stands in that.
    guard unsafe !variables.pointee.objects.isOpen(body) else {
      throw unsafe state.pointee.deviate()
    }
    unsafe objects.setBodyOfLast(body)
    unsafe forgetKind(body)
    let (start, ordinal) = unsafe (state.pointee.count, state.pointee.rowOrdinal)
    let tag = unsafe beginTag(at: body)
    guard unsafe try encodeBody(of: value, type, at: body).plan == nil else {
      unsafe body.pointee.labelNumber = -1
      throw deviateForOnePass()
    }
    unsafe try putLabel(of: body, at: start, tag, ordinal)
    unsafe state.pointee.namesShapes = true
  }

  /// Writes an object of the class that the kind of its place names. A tag stands before a body that has another shape.
  ///
  /// - Returns: The plan of the body; nil for one with a label.
  private func encodeBody<Value: Encodable>(
    of value: Value, _ type: UnsafeRawPointer, in body: UnsafeMutablePointer<EncodingSlot>
  ) throws -> UnsafeMutablePointer<RecordPlan>? {
    let state = unsafe state
    let expected = unsafe likelyPlan(ofBodies: body)
    unsafe body.pointee.type = unsafe type
    let start = unsafe state.pointee.count
    if let expected = unsafe expected {
      unsafe put(headOfBody(expected)[...])
    } else {
      unsafe state.pointee.put(Self.regularBody)
    }
    let end = unsafe state.pointee.count
    let (found, isOther) = unsafe try encodeBody(of: value, type, at: body)
    guard let plan = unsafe found else {
      if unsafe expected != nil { throw unsafe state.pointee.deviate() }
      return nil
    }
    if unsafe (isOther ? plan : nil) != expected {
      let head = unsafe isOther ? headOfBody(plan) : [Self.regularBody]
      // The next pass would do the same, but for another class than the one that it begins with.
      if unsafe replace(start..<end, with: head, holdsRows: plan.pointee.mayHoldRows) {
        guard unsafe nameOtherClass(plan, at: body) else { throw unsafe state.pointee.deviate() }
      }
    }
    if isOther {
      noteDeviation()
      unsafe state.pointee.namesShapes = true
    }
    return unsafe plan
  }

  /// The plan of the next body at a place, if that is likely to be another than that of the place.
  private func likelyPlan(
    ofBodies body: UnsafeMutablePointer<EncodingSlot>
  ) -> UnsafeMutablePointer<RecordPlan>? {
    guard unsafe state.pointee.hasChanges, unsafe body.pointee.call == state.pointee.call,
      let likely = unsafe body.pointee.group?.pointee.likely, unsafe likely != body.pointee.plan,
      unsafe likely.pointee.isLive(in: state.pointee.call)
    else { return nil }
    return unsafe likely
  }

  /// The bytes before the body of an object that says its shape itself.
  private func headOfBody(_ plan: UnsafeMutablePointer<RecordPlan>) -> [UInt8] {
    var head = ByteSink()
    head.byte(Self.taggedBody)
    unsafe head.recordTag(ofShape: plan.pointee.shape)
    return head.bytes
  }

  /// Completes the tag of a record that stands whole behind its first byte.
  private func setTag(ofShape shape: Int, at offset: Int) throws {
    let tag = unsafe state.pointee.base + offset
    if shape < KindCode.shortFormLimit {
      unsafe tag.storeBytes(
        of: KindCode.shortRecordTag + UInt8(truncatingIfNeeded: shape), as: UInt8.self)
      return
    }
    // Blocks that begin inside of the body would have moved.
    guard shape < 0x80, unsafe state.pointee.lastCut <= offset,
      unsafe state.pointee.count + 1 < state.pointee.nextCut
    else {
      throw unsafe state.pointee.deviate()
    }
    let bodyByteCount = unsafe state.pointee.count - offset - 1
    unsafe (tag + 2).copyMemory(from: tag + 1, byteCount: bodyByteCount)
    unsafe (tag + 1).storeBytes(of: UInt8(truncatingIfNeeded: shape << 1 | 1), as: UInt8.self)
    unsafe state.pointee.position += 1
    unsafe state.pointee.reserve(0)
  }

  /// - Returns: The plan of the body, and whether it is another than that of the place; nil for a body with a label.
  private func encodeBody<Value: Encodable>(
    of value: Value, _ type: UnsafeRawPointer, at body: UnsafeMutablePointer<EncodingSlot>
  ) throws -> (plan: UnsafeMutablePointer<RecordPlan>?, isOther: Bool) {
    let deviationCount = unsafe variables.pointee.deviationCount
    var isGenerated = false
    if let object = unsafe generatedClass(ofBodies: body) {
      isGenerated = unsafe try encodeGenerated(object, value as AnyObject, body)
    }
    if !isGenerated { unsafe try encodeItself(value, body) }
    let changed = unsafe takeChangedBody()
    guard let plan = unsafe changed ?? body.pointee.plan,
      unsafe body.pointee.kind == KindCode.recordOfShape,
      unsafe plan.pointee.group.pointee.valueType == type
    else {
      let hasDeviations = unsafe variables.pointee.deviationCount != deviationCount
      unsafe try label(body, type, hasDeviations: hasDeviations)
      return unsafe (nil, false)
    }
    unsafe body.pointee.labelNumber = -1
    return unsafe (plan, changed != nil)
  }

  /// The plan of the body that was written last, if it is another than that of its place.
  @inline(__always)
  private func takeChangedBody() -> UnsafeMutablePointer<RecordPlan>? {
    guard let changed = unsafe state.pointee.changedBody else { return nil }
    unsafe state.pointee.changedBody = nil
    return unsafe changed
  }

  /// The place of bodies of a class that is not the one the kind names.
  private func otherBody(
    _ type: UnsafeRawPointer, after body: UnsafeMutablePointer<EncodingSlot>
  ) -> UnsafeMutablePointer<EncodingSlot> {
    var last = unsafe body
    while let next = unsafe last.pointee.otherBodies {
      if unsafe next.pointee.type == type { return unsafe next }
      unsafe last = unsafe next
    }
    let other = unsafe memory.newSlot()
    unsafe other.pointee.type = unsafe type
    unsafe other.pointee.isBody = true
    unsafe last.pointee.otherBodies = unsafe other
    return unsafe other
  }

  /// Whether the innermost record stands inside another of its type.
  ///
  /// The kind of a place is that of the record that ends first, which is then not the one that was
  /// written first: what differs from the kind cannot be told yet.
  var isInsideItsOwnKind: Bool { unsafe outermostOfInnermostKind != nil }

  /// The outermost record that is of the type of the innermost one; nil if there is no other.
  private var outermostOfInnermostKind: UnsafeMutablePointer<EncodingFrame>? {
    var top = unsafe state.pointee.top
    while unsafe top.pointee.isArray { unsafe top -= 1 }
    var frame = unsafe state.pointee.frames + 1
    while unsafe frame < top {
      // Records without a type may have the plan of another group.
      if unsafe frame.pointee.group == top.pointee.group
        || frame.pointee.plan != nil && frame.pointee.plan == top.pointee.plan
      {
        return unsafe frame
      }
      unsafe frame += 1
    }
    return nil
  }
}
