internal import ArchiveFormat

/// Classes whose instances write themselves.
extension DirectEncoder {
  /// The class of the bodies at a place, if generated code writes them.
  func generatedClass(
    ofBodies body: UnsafeMutablePointer<EncodingSlot>
  ) -> (any ArchivableObject.Type)? {
    if unsafe body.pointee.lookedUpClass == body.pointee.type { return unsafe body.pointee.object }
    unsafe body.pointee.lookedUpClass = unsafe body.pointee.type
    unsafe body.pointee.object = nil
    guard usesGeneratedCode, let address = unsafe body.pointee.type else { return nil }
    let type: any AnyObject.Type = unsafe unsafeBitCast(address, to: (any AnyObject.Type).self)
    // A subclass that inherits the conformance has other fields.
    guard let object = type as? any ArchivableObject.Type, object.archivedClass == type else {
      return nil
    }
    unsafe body.pointee.object = object
    return object
  }

  /// Encodes the body of an instance by its generated code; false, with nothing written, if its fields
  /// cannot be written so.
  func encodeGenerated(
    _ type: any ArchivableObject.Type, _ instance: AnyObject,
    _ body: UnsafeMutablePointer<EncodingSlot>
  ) throws -> Bool {
    let plan = unsafe generatedPlan(of: type)
    guard unsafe plan.pointee.isGenerated, unsafe state.pointee.depthLimit > 64 else {
      return false
    }
    guard unsafe !state.pointee.hasDeviated else { throw unsafe state.pointee.deviate() }
    if unsafe !plan.pointee.isConfirmed {
      unsafe plan.pointee.isConfirmed = true
      guard type.confirms(instance, userInfo) else {
        unsafe state.pointee.outdate()
        throw unsafe state.pointee.deviate()
      }
    }
    unsafe state.pointee.encoder = Unmanaged.passUnretained(self)
    var writer = unsafe ArchiveWriter(state)
    if unsafe writer.descend(plan.pointee.levels) {
      unsafe writer.open(plan, at: ArchivePlace(body))
      unsafe type.write(instance, to: &writer, at: ArchivePlaces(plan))
    }
    unsafe state.pointee.position = unsafe writer.position
    if unsafe state.pointee.hasDeviated { throw unsafe state.pointee.deviate() }
    unsafe state.pointee.number(plan)
    unsafe try settle(state.pointee.top, plan)
    unsafe state.pointee.top -= 1
    return true
  }
}

extension ArchivableObject {
  fileprivate static func confirms(
    _ instance: AnyObject, _ userInfo: [CodingUserInfoKey: Any]
  ) -> Bool {
    OwnCoding.confirms(unsafe unsafeDowncast(instance, to: Self.self), userInfo)
  }

  fileprivate static func write(
    _ instance: AnyObject, to writer: inout ArchiveWriter, at places: ArchivePlaces
  ) {
    unsafe unsafeDowncast(instance, to: Self.self).writeFields(to: &writer, at: places)
  }
}
