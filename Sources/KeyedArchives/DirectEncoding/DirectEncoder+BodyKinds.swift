/// The class that the kind of a place for objects names (Spec, section 13): that of the first body in the record that *ends* first, which in
/// trees is not the one that begins first. What a pass found out, the next one begins with.
extension DirectEncoder {
  /// True if a body is to be written as one of the class that the kind of its place names.
  @inline(__always)
  func isOfNamedClass(
    _ type: UnsafeRawPointer, _ body: UnsafeMutablePointer<EncodingSlot>
  ) -> Bool {
    if unsafe body.pointee.call != state.pointee.call {
      guard let plan = unsafe body.pointee.named else { return true }
      unsafe body.pointee.call = unsafe state.pointee.call
      unsafe body.pointee.kind = KindCode.recordOfShape
      unsafe body.pointee.plan = unsafe plan
      unsafe body.pointee.type = unsafe plan.pointee.group.pointee.valueType
    }
    return unsafe body.pointee.type == type
  }

  /// Notes a body that ended.
  ///
  /// - Parameters:
  ///   - plan: Its plan; nil if it is no record of its class.
  ///   - type: The class.
  @inline(__always)
  func noteBody(
    _ plan: UnsafeMutablePointer<RecordPlan>?, _ type: UnsafeRawPointer,
    at body: UnsafeMutablePointer<EncodingSlot>
  ) {
    if unsafe body.pointee.namedCall != state.pointee.call { unsafe noteOpenBody(plan, type, body) }
  }

  /// Notes a body at a place whose kind is not known for good.
  @inline(never)
  private func noteOpenBody(
    _ plan: UnsafeMutablePointer<RecordPlan>?, _ type: UnsafeRawPointer,
    _ body: UnsafeMutablePointer<EncodingSlot>
  ) {
    var frame = unsafe state.pointee.top
    while unsafe frame.pointee.isArray { unsafe frame -= 1 }
    unsafe settleBodies(endedIn: frame)
    if unsafe body.pointee.namedCall == state.pointee.call { return }
    // No record is open: what stands first in the root says what its places name.
    if unsafe frame == state.pointee.frames { return unsafe settle(body, plan, type) }
    if unsafe frame.pointee.hasOpenBodies,
      unsafe variables.pointee.objects.holdsOpenBody(at: body, in: frame)
    {
      return
    }
    unsafe frame.pointee.hasOpenBodies = true
    unsafe objects.openBodies.append(OpenBody(frame: frame, place: body, plan: plan, type: type))
  }

  /// Settles the kinds of the places of bodies in records that have ended.
  ///
  /// - Parameter frame: The innermost record that is open.
  func settleBodies(endedIn frame: UnsafeMutablePointer<EncodingFrame>) {
    while let last = unsafe variables.pointee.objects.openBodies.last {
      // A record that was begun later has no such bodies yet.
      guard unsafe last.frame > frame || !last.frame.pointee.hasOpenBodies else { return }
      unsafe objects.openBodies.removeLast()
      if unsafe last.place.pointee.namedCall != state.pointee.call {
        unsafe settle(last.place, last.plan, last.type)
      }
    }
  }

  /// Settles the kind of a place, and compares it with what it was taken to name.
  private func settle(
    _ place: UnsafeMutablePointer<EncodingSlot>, _ plan: UnsafeMutablePointer<RecordPlan>?,
    _ type: UnsafeRawPointer
  ) {
    unsafe place.pointee.namedCall = unsafe state.pointee.call
    let isKnown = unsafe place.pointee.call == state.pointee.call
    guard let plan = unsafe plan else {
      // A pass begins with classes that have plans.
      if unsafe !isKnown || !place.pointee.isLabelled || place.pointee.type != type {
        unsafe state.pointee.hasDeviated = true
      }
      return
    }
    if unsafe !isKnown || place.pointee.isLabelled || place.pointee.plan != plan {
      unsafe name(plan, at: place)
    }
  }

  /// Settles those in all records: none is open.
  func settleBodies() {
    if unsafe variables.pointee.objects.hasOpenBodies {
      unsafe settleBodies(endedIn: state.pointee.frames)
    }
  }

  /// Notes the plan that the kind of a place names, which was taken for another one.
  func name(
    _ plan: UnsafeMutablePointer<RecordPlan>, at place: UnsafeMutablePointer<EncodingSlot>
  ) {
    unsafe place.pointee.named = unsafe plan
    objects.hasOtherKinds = true
    triesAgain = true
  }

  /// Notes that the kind of a place names another class than that of a body.
  ///
  /// - Returns: False if it names the class of the body.
  func nameOtherClass(
    _ plan: UnsafeMutablePointer<RecordPlan>, at place: UnsafeMutablePointer<EncodingSlot>
  ) -> Bool {
    guard unsafe place.pointee.isBody && !place.pointee.isLabelled,
      let named = unsafe place.pointee.plan,
      unsafe place.pointee.named != named,
      unsafe named.pointee.group != plan.pointee.group
    else { return false }
    unsafe name(named, at: place)
    return true
  }

  /// Forgets what the kind of a place named: it is that of each value alone, in which the first body ends first. A body that was written as the
  /// last pass had it is not compared any more, so that another pass begins without.
  func forgetNamedBody(at place: UnsafeMutablePointer<EncodingSlot>) {
    if unsafe place.pointee.named != nil, unsafe place.pointee.namedCall != state.pointee.call {
      unsafe place.pointee.named = nil
      objects.hasOtherKinds = true
      triesAgain = true
    }
    unsafe place.pointee.namedCall = unsafe state.pointee.call
  }
}
