/// The fields of a superclass while they are written, as the value of the key `super`.
@safe
public struct ArchiveSuperclass {
  /// The places of the fields, in the order in which the superclass described them.
  public let places: ArchivePlaces
  let place: ArchivePlace
  /// Whether no fields of a superclass were written there before in this call.
  let isFirst: Bool
  /// Whether they are a record of their own to what is written in them.
  let isOpened: Bool
}

extension ArchiveFields {
  /// Adds the fields of the superclass, as the value of the key `super`; after the class's own.
  ///
  /// - Parameter type: The superclass.
  public mutating func add(superclass type: any ArchivableObject.Type) {
    // One that inherits its conformance has fields that the conformance does not know.
    guard type.archivedClass == type else { return forbid() }
    add(recordOf: type, "super")
  }
}

extension ArchiveWriter {
  /// Begins the fields of the superclass, which writes them next.
  public mutating func beginSuperclass(at place: ArchivePlace) -> ArchiveSuperclass {
    unsafe ArchivePlace.check(place.slot.pointee.plan != nil)
    let plan = unsafe place.slot.pointee.plan.unsafelyUnwrapped
    let isFirst = unsafe place.slot.pointee.call != call
    let isOpened = unsafe isFirst || plan.pointee.holdsElements
    if isOpened {
      begin(place)
      unsafe open(plan, at: place)
    }
    return unsafe ArchiveSuperclass(
      places: ArchivePlaces(plan), place: place, isFirst: isFirst,
      isOpened: isOpened)
  }

  /// Ends the fields of the superclass, which were written.
  public mutating func end(_ superclass: ArchiveSuperclass) {
    if superclass.isOpened { close() }
    if superclass.isFirst { settle(superclass.place) }
  }
}

extension DirectEncoder {
  /// The plan of a superclass's fields, which stand in those of its subclasses as a record without a type.
  ///
  /// - Parameter isPayload: Whether they are the first field of an object, as which they are compared with
  ///   nothing but those of the same class (Spec, section 13).
  func superclassPlan(
    of type: any ArchivableObject.Type, isPayload: Bool
  ) -> UnsafeMutablePointer<RecordPlan> {
    if !isPayload, let known = unsafe superclassPlans[ObjectIdentifier(type)] {
      return unsafe known
    }
    let plan = unsafe makePlan(typeless: type) { type.describeFields(&$0) }
    if !isPayload { unsafe superclassPlans[ObjectIdentifier(type)] = unsafe plan }
    return unsafe plan
  }
}
