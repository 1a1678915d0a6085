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
    let object = ClassInstance.of(value)
    unsafe try state.pointee.adopt(slot, KindCode.object)
    let frame = unsafe state.pointee.top - state.pointee.frames + 1
    let type = unsafe unsafeBitCast(
      Swift.type(of: object) as any AnyObject.Type, to: UnsafeRawPointer.self)
    let body = unsafe slot.pointee.inner.unsafelyUnwrapped
    if let number = objects.number(of: object) {
      switch objects.state(number) {
      // An object inside itself is an error that the general way describes.
      case .open: throw unsafe state.pointee.deviate()
      case .whole: unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: number + 3))
      case .mentioned, .awaited:
        if objects.state(number) == .awaited { unsafe state.pointee.awaitedObjectCount -= 1 }
        objects.begin(number, at: frame)
        unsafe try encodeMentioned(value, type, number, body)
        objects.close(number)
      }
      return
    }
    let number = objects.add(object, at: frame)
    if unsafe body.pointee.call != state.pointee.call || body.pointee.type == type {
      unsafe try encodeBody(of: value, type, in: body)
    } else {
      guard unsafe !isUnsure(body) else { throw unsafe state.pointee.deviate() }
      noteDeviation()
      unsafe state.pointee.put(Self.taggedBody)
      unsafe try encodeTagged(value, at: otherBody(type, after: body))
    }
    objects.close(number)
  }

  /// Writes an object that an edge named before: with its number, and a body that says its kind itself.
  private func encodeMentioned<Value: Encodable>(
    _ value: Value, _ type: UnsafeRawPointer, _ number: Int,
    _ body: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    unsafe state.pointee.put(Self.mentionedBody)
    unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: number))
    if unsafe body.pointee.call != state.pointee.call || body.pointee.type == type {
      unsafe body.pointee.type = unsafe type
      // An object inside may have determined the place meanwhile.
      if unsafe try encodeTagged(value, at: body) {
        guard unsafe !isUnsure(body) else { throw unsafe state.pointee.deviate() }
        noteDeviation()
      }
    } else {
      guard unsafe !isUnsure(body) else { throw unsafe state.pointee.deviate() }
      noteDeviation()
      unsafe try encodeTagged(value, at: otherBody(type, after: body))
    }
  }

  /// Writes a body that says its kind itself.
  ///
  /// - Returns: True if the body has another shape than that of its place.
  @discardableResult
  private func encodeTagged<Value: Encodable>(
    _ value: Value, at body: UnsafeMutablePointer<EncodingSlot>
  ) throws -> Bool {
    let tag = unsafe state.pointee.count
    unsafe state.pointee.put(KindCode.record)
    let other = unsafe try encodeBody(of: value, at: body)
    let plan = unsafe other ?? body.pointee.plan
    unsafe try setTag(ofShape: plan.unsafelyUnwrapped.pointee.shape, at: tag)
    unsafe state.pointee.namesShapes = true
    return unsafe other != nil
  }

  /// Writes an object of the class that the kind of its place names. A tag stands before a body that has another shape.
  private func encodeBody<Value: Encodable>(
    of value: Value, _ type: UnsafeRawPointer, in body: UnsafeMutablePointer<EncodingSlot>
  ) throws {
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
    let plan = unsafe try encodeBody(of: value, at: body)
    if unsafe plan != expected {
      let head = unsafe plan.map { unsafe headOfBody($0) } ?? [Self.regularBody]
      // The next pass would do the same.
      guard
        !replace(
          start..<end, with: head,
          holdsRows: unsafe (plan ?? body.pointee.plan)?.pointee.mayHoldRows ?? true)
      else {
        throw unsafe state.pointee.deviate()
      }
    }
    if unsafe plan != nil {
      guard unsafe !isUnsure(body) else { throw unsafe state.pointee.deviate() }
      noteDeviation()
      unsafe state.pointee.namesShapes = true
    }
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

  /// - Returns: The plan of the body, if it is another than that of the place.
  private func encodeBody<Value: Encodable>(
    of value: Value, at body: UnsafeMutablePointer<EncodingSlot>
  ) throws -> UnsafeMutablePointer<RecordPlan>? {
    if let type = unsafe generatedClass(ofBodies: body),
      unsafe try encodeGenerated(type, value as AnyObject, body)
    {
      return unsafe takeChangedBody()
    }
    unsafe try encodeItself(value, body)
    // A body that is no record of its class is labelled otherwise.
    let changed = unsafe takeChangedBody()
    let plan = unsafe changed ?? body.pointee.plan
    guard unsafe body.pointee.kind == KindCode.recordOfShape,
      unsafe plan?.pointee.group.pointee.valueType == body.pointee.type
    else { throw unsafe state.pointee.deviate() }
    return unsafe changed
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
    while let next = unsafe last.pointee.keys {
      if unsafe next.pointee.type == type { return unsafe next }
      unsafe last = unsafe next
    }
    let other = unsafe memory.newSlot()
    unsafe other.pointee.type = unsafe type
    unsafe other.pointee.isBody = true
    unsafe last.pointee.keys = unsafe other
    return unsafe other
  }

  /// True if the kind of bodies at a place may be another one in the end: a record of the type that it stands in was open when an object
  /// determined it, and is still.
  private func isUnsure(_ body: UnsafeMutablePointer<EncodingSlot>) -> Bool {
    guard let outermost = unsafe outermostOfInnermostKind else { return false }
    return unsafe body.pointee.settledOffset >= outermost.pointee.body
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
