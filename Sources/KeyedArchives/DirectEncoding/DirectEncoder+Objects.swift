internal import ArchiveFormat

/// Class instances (Spec, section 8): each stands once, later mentions are its number.
extension DirectEncoder {
  /// The first byte of an object that stands here, with a body of the expected kind.
  private static var regularBody: UInt8 { 0 << 1 | 1 }
  /// The same for a body that says its kind itself.
  private static var taggedBody: UInt8 { 1 << 1 | 1 }

  func encodeObject<Value: Encodable>(
    _ value: Value, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    let object = ClassInstance.of(value)
    unsafe try state.pointee.adopt(slot, KindCode.object)
    if let number = objects.number(of: object) {
      // An object inside itself is an error that the general way describes.
      guard !objects.isOpen(number) else { throw unsafe state.pointee.deviate() }
      unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: number + 3))
      return
    }
    let number = unsafe objects.add(
      object, at: state.pointee.top - state.pointee.frames + 1)
    let type = unsafe unsafeBitCast(
      Swift.type(of: object) as any AnyObject.Type, to: UnsafeRawPointer.self)
    let body = unsafe slot.pointee.inner.unsafelyUnwrapped
    if unsafe body.pointee.call != state.pointee.call || body.pointee.type == type {
      unsafe body.pointee.type = unsafe type
      unsafe state.pointee.put(Self.regularBody)
      unsafe try encodeBody(of: value, at: body)
    } else {
      guard !isInsideItsOwnKind else { throw unsafe state.pointee.deviate() }
      noteDeviation()
      unsafe state.pointee.put(Self.taggedBody)
      let tag = unsafe state.pointee.count
      unsafe state.pointee.put(KindCode.record)
      let other = unsafe otherBody(type, after: body)
      unsafe try encodeBody(of: value, at: other)
      unsafe try setTag(ofShape: other.pointee.plan.unsafelyUnwrapped.pointee.shape, at: tag)
    }
    objects.close(number)
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

  private func encodeBody<Value: Encodable>(
    of value: Value, at body: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    if let type = unsafe generatedClass(ofBodies: body),
      unsafe try encodeGenerated(type, value as AnyObject, body)
    {
      return
    }
    let before = unsafe try enter(body)
    do {
      try value.encode(to: self)
    } catch {
      throw caught(error)
    }
    unsafe try leave(before)
    // A body that is no record of its class is labelled otherwise.
    guard unsafe body.pointee.kind == KindCode.recordOfShape,
      unsafe body.pointee.plan?.pointee.group.pointee.valueType == body.pointee.type
    else { throw unsafe state.pointee.deviate() }
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
    unsafe last.pointee.keys = unsafe other
    return unsafe other
  }

  /// Whether the innermost record stands inside another of its type.
  ///
  /// The kind of a place is that of the record that ends first, which is then not the one that was
  /// written first: what differs from the kind cannot be told yet.
  var isInsideItsOwnKind: Bool {
    var top = unsafe state.pointee.top
    while unsafe top.pointee.isArray { unsafe top -= 1 }
    var frame = unsafe top - 1
    while unsafe frame > state.pointee.frames {
      if unsafe frame.pointee.group == top.pointee.group { return true }
      unsafe frame -= 1
    }
    return false
  }
}
