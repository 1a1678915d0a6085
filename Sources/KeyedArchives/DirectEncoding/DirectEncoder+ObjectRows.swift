/// Rows of many objects, the first of which is of another class than the one that the kind of their place names: they have a kind of their own
/// (Spec, section 13, *Slots*).
extension DirectEncoder {
  /// Begins a row of many objects.
  ///
  /// - Parameter header: The offset of the header of the row.
  func beginRow<Element: Encodable>(
    ofObjects elements: UnsafePointer<Element>, _ count: Int,
    _ place: UnsafeMutablePointer<EncodingSlot>, _ role: BlockState.ElementRole, header: Int
  ) -> ObjectRow? {
    guard let bodies = unsafe place.pointee.inner,
      let (first, type) = unsafe firstBody(elements, count)
    else { return nil }
    if unsafe isOfNamedClass(type, bodies) {
      return unsafe ObjectRow(place: place, bodies: bodies, first: first, shape: nil)
    }
    let own = unsafe ownPlace(of: type, like: place)
    let body = unsafe own.pointee.inner.unsafelyUnwrapped
    // The first body says what the kind of each such row names.
    unsafe body.pointee.named = nil
    unsafe body.pointee.namedCall = unsafe state.pointee.call
    noteDeviation()
    unsafe markRow(header, role)
    unsafe state.pointee.put(KindCode.object)
    unsafe state.pointee.put(KindCode.recordOfShape)
    let shape = unsafe state.pointee.count
    // A varint of one byte has room.
    unsafe state.pointee.put(0 as UInt8)
    unsafe state.pointee.putVarint(0)
    unsafe state.pointee.namesShapes = true
    return unsafe ObjectRow(place: own, bodies: bodies, first: first, shape: shape)
  }

  /// Ends it once its elements are written.
  func end(_ row: ObjectRow) throws {
    guard let shape = unsafe row.shape else { return }
    guard let body = unsafe row.place.pointee.inner, let plan = unsafe body.pointee.plan,
      unsafe body.pointee.call == state.pointee.call && !body.pointee.isLabelled,
      unsafe plan.pointee.shape < 0x80
    else { throw unsafe state.pointee.deviate() }
    unsafe (state.pointee.base + shape).storeBytes(
      of: UInt8(truncatingIfNeeded: plan.pointee.shape << 1 | 1), as: UInt8.self)
    guard let type = unsafe plan.pointee.group.pointee.valueType else {
      throw unsafe state.pointee.deviate()
    }
    unsafe noteBody(plan, type, at: row.bodies)
  }

  /// Notes the class that the kind of the place of a row names, if an object inside of the first element determined it: the next pass gives the
  /// row a kind of its own.
  func nameClass(of row: ObjectRow) {
    guard unsafe row.shape == nil, unsafe row.bodies.pointee.call == state.pointee.call,
      unsafe !row.bodies.pointee.isLabelled,
      let plan = unsafe row.bodies.pointee.plan, unsafe row.bodies.pointee.named != plan
    else { return }
    unsafe name(plan, at: row.bodies)
  }

  /// The first element that is no mention of an object which stands whole before them: its index, and its class.
  private func firstBody<Element: Encodable>(
    _ elements: UnsafePointer<Element>, _ count: Int
  ) -> (index: Int, type: UnsafeRawPointer)? {
    for index in 0..<count {
      let object = unsafe unsafeBitCast(elements[index], to: AnyObject.self)
      if unsafe variables.pointee.objects.isWhole(object) { continue }
      return unsafe (
        index,
        unsafeBitCast(Swift.type(of: object) as any AnyObject.Type, to: UnsafeRawPointer.self)
      )
    }
    return nil
  }

  /// The place of the elements of such rows whose kind names a class.
  private func ownPlace(
    of type: UnsafeRawPointer, like place: UnsafeMutablePointer<EncodingSlot>
  ) -> UnsafeMutablePointer<EncodingSlot> {
    let bodies = unsafe place.pointee.inner.unsafelyUnwrapped
    var next = unsafe bodies.pointee.ownRows
    while let own = unsafe next {
      if unsafe own.pointee.inner?.pointee.type == type { return unsafe own }
      unsafe next = unsafe own.pointee.nextVariant
    }
    let own = unsafe newSlot()
    unsafe own.pointee.type = unsafe place.pointee.type
    unsafe own.pointee.strategy = .object
    unsafe own.pointee.isVariant = true
    let body = unsafe newSlot()
    unsafe body.pointee.isBody = true
    unsafe body.pointee.type = unsafe type
    unsafe own.pointee.inner = unsafe body
    unsafe own.pointee.nextVariant = unsafe bodies.pointee.ownRows
    unsafe bodies.pointee.ownRows = unsafe own
    return unsafe own
  }
}
